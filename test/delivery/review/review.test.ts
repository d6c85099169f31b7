import { describe, expect, test } from "@jest/globals";
import { renderCheck } from "../../../src/delivery/review/check.ts";
import { suggestionBlock, suggestionComments } from "../../../src/delivery/review/comment.ts";
import {
  fingerprintOf,
  type HeldFinding,
  type PlacedFinding,
  placeFindings,
} from "../../../src/delivery/review/place.ts";
import { annotationsOf, createReview, readReview } from "../../../src/delivery/review/review.ts";
import { carry } from "../../../src/edits/merge.ts";
import { toldOf } from "../../../src/jobs/suggest/read-look.ts";
import { suggestionIn } from "../../helpers/github/review-actions.ts";
import { files, head, held, path } from "./sample.ts";

const commit = "c0ffee".padEnd(40, "0");
const place = { webUrl: "https://github.com", owner: "acme", name: "shop", commit };
const options = {
  ...{ most: 5, told: new Set<string>(), bare: new Set<string>() },
  ...{ textOf: () => head, isSayable: () => true },
};
const placed = (...all: Parameters<typeof held>[]): readonly PlacedFinding[] =>
  placeFindings(
    all.map((one) => held(...one)),
    files,
    options,
  );
const kinds = (all: readonly PlacedFinding[]) => all.map((one) => one.place.kind);
const review = (all: readonly PlacedFinding[], more: object = {}) =>
  createReview({
    ...{
      runId: "run-1",
      pullNumber: 7,
      place,
      looked: commit,
      placed: all,
      duplicates: [],
      leftOut: [],
      since: undefined,
      fork: undefined,
    },
    ...more,
  });

describe("a finding has its place", () => {
  const rows: readonly [string, Parameters<typeof held>, PlacedFinding["place"]["kind"]][] = [
    ["on its lines", [(all) => all.with(9, "TEN")], "suggested"],
    ["outside the diff", [(all) => all.with(24, "x")], "folded"],
    ["in two hunks", [(all) => all.with(9, "x").with(39, "y")], "folded"],
    ["without a cure", [undefined], "noted"],
  ];
  test.each(rows)("%s", (_, one, kind) => expect(kinds(placed(one))).toEqual([kind]));

  test("not on its lines where their code may not be published as it is", () => {
    const all = [held((lines) => lines.with(9, "TEN")), held((lines) => lines.with(24, "TEN"), { line: 25 })];
    const secret = placeFindings(all, files, { ...options, isSayable: (code) => !code.includes("TEN") });
    expect(secret.map((one) => one.place)).toEqual(all.map(() => ({ kind: "folded", why: "a secret" })));
    const { body, comments } = review(secret)!;
    expect(comments).toEqual([]);
    expect(body).toContain("**2 changes** below that no button can commit");
    expect(body).toContain("Its code is not shown: it holds what looks like a secret");
    expect(body).not.toContain("TEN");
  });

  test("folded under the file of its cure, where that is another one", () => {
    const far = held((lines) => lines.with(24, "x"), { path: "src/caller.py" });
    const { body } = review(placeFindings([far], files, options))!;
    expect(body).toContain("src/caller.py:");
    expect(body).toContain(`<summary><code>${path}</code>: outside the diff</summary>`);
  });

  test("the worst and surest first, and no two on one line", () => {
    const all = placed(
      [(lines) => lines.with(9, "low"), { severity: "low", kind: "performance" }],
      [(lines) => lines.with(9, "high"), { severity: "high" }],
      [(lines) => lines.with(39, "likely"), { confidence: "likely" }],
    );
    expect(all.map(({ finding, place: at }) => [finding.severity, finding.confidence, at.kind])).toEqual([
      ["high", "sure", "suggested"],
      ["high", "likely", "suggested"],
      ["low", "sure", "noted"],
    ]);
  });

  test("there is room for so many; the others are remarks", () => {
    const many = [7, 8, 9, 10, 11, 12].map(
      (line) => [(lines: string[]) => lines.with(line - 1, "x"), { line }] as const,
    );
    const all = placeFindings(
      many.map((one) => held(...one)),
      files,
      { ...options, most: 3 },
    );
    expect(kinds(all)).toEqual(["suggested", "suggested", "suggested", "noted", "noted", "noted"]);
  });

  test("what was told before is not told again, wherever its lines are by now", () => {
    const one = held((all) => all.with(9, "TEN"));
    const told = new Set([fingerprintOf(one, head)]);
    expect(placeFindings([one], files, { ...options, told })).toEqual([]);
    const moved = `new\n${head}`;
    const { before = "", after: cured = "" } = one.changes[0]!;
    const carried = carry(before, cured, moved);
    const after = carried.kind === "text" ? carried.text : undefined;
    const later = {
      ...one,
      finding: { ...one.finding, line: 11, title: "In other words" },
      changes: [{ path, before: moved, after }],
    };
    expect(fingerprintOf(later, moved)).toBe(fingerprintOf(one, head));
    expect(
      fingerprintOf(
        held((all) => all.with(39, "x")),
        head,
      ),
    ).not.toBe(fingerprintOf(one, head));
  });
});

describe("a suggestion's block", () => {
  const rows: readonly (readonly string[])[] = [
    ["one"],
    ["two", "lines"],
    [],
    [""],
    ["", "  indented\t"],
    ["```", "code", "```"],
    ["a ```` b"],
  ];
  test.each(rows.map((one) => [one]))("%j comes back as it is", (block) => {
    expect(suggestionIn(suggestionBlock(block))).toEqual(block);
  });

  test("is the only one in a comment, whatever the model writes", () => {
    const why = "See\n\n```suggestion\nevil\n```\n\n<!-- coderag:review {} --> @everyone /merge";
    const [one] = placed([(all) => all.with(9, "TEN"), { why, title: "```suggestion" }]);
    const [comment = ""] = suggestionComments(one!, [{ path, from: 10, to: 10, lines: ["TEN"] }]);
    expect(comment.match(/^`{3,}suggestion/gm)).toHaveLength(1);
    expect(suggestionIn(comment)).toEqual(["TEN"]);
    expect(comment).not.toContain("<!--");
    expect(comment).not.toMatch(/(?<!`)@everyone/);
  });
});

describe("a cure in parts", () => {
  const [import_, use] = [
    (all: readonly string[]) => all.toSpliced(7, 0, "import x"),
    (all: readonly string[]) => all.with(39, "x()"),
  ];
  const whole = held((all) => use(all).toSpliced(7, 0, "import x"), { line: 40, title: "No x" });
  const change = (edit: (all: readonly string[]) => readonly string[]) => ({
    ...{ path, before: head, after: `${edit(head.trimEnd().split("\n")).join("\n")}\n` },
  });
  const parted = { ...whole, ways: [{ parts: [change(import_), change(use)] }] };

  test("is one finding with a button for each, of which one says why", () => {
    const all = placeFindings([parted], files, { ...options, most: 1 });
    const { comments, body } = review(all)!;
    expect(comments.map(({ from, to }) => [from, to])).toEqual([
      [7, 7],
      [40, 40],
    ]);
    expect(comments.map((one) => suggestionIn(one.body))).toEqual([["line 7", "import x"], ["x()"]]);
    expect(comments.map((one) => one.body.includes("With `x` it gives 9."))).toEqual([false, true]);
    expect(comments[0]!.body).toContain(
      "**Part 1 of 2**, with part 2 at `src/a.ts:40`. They belong together",
    );
    expect(body).toContain("**1 suggestion** to commit in parts, as one batch, for");
    const told = new Set(readReview(body)!.found.map(({ f }) => f));
    // One part may be left when the others are committed, and be found again alone.
    const alone = { ...held((lines) => lines.with(39, "x()"), { line: 40 }) };
    expect(placeFindings([alone, parted], files, { ...options, told })).toEqual([]);
  });

  test("is folded as a whole where one of them would stand on a better suggestion", () => {
    const better = held((all) => all.with(39, "y"), { line: 40 });
    const [, fold] = placeFindings([better, parted], files, options);
    expect(fold!.place).toEqual({ kind: "folded", why: "another suggestion" });
  });

  test("is folded as a whole where GitHub does not show all of them", () => {
    const outside = { ...parted, ways: [{ parts: [change((all) => all.with(24, "x")), change(use)] }] };
    expect(kinds(placeFindings([outside], files, options))).toEqual(["folded"]);
  });

  type Edit = (all: readonly string[]) => readonly string[];
  const cureOf = (more: object, ...edits: readonly Edit[]): HeldFinding => ({
    ...held((all) => edits.toReversed().reduce((now, edit) => [...edit(now)], [...all]), more),
    ways: [{ parts: edits.map(change) }],
  });
  /** Where the second of two cures stands beside the first, and what its buttons write. */
  const beside = (better: HeldFinding, other: HeldFinding) => {
    const all = placeFindings([better, other], files, options);
    const { place } = all[1]!;
    if (place.kind !== "suggested") return place.kind;
    const { comments } = review([all[1]!])!;
    return comments.map(({ from, to, body }) => [`${from}-${to}`, suggestionIn(body), body]);
  };
  const low = { severity: "low", line: 40 } as const;

  test("is cut finer where a better suggestion stands between its places", () => {
    const better = cureOf({}, (all) => all.with(9, "TEN"));
    const [above, below]: Edit[] = [(all) => all.with(6, "x"), (all) => all.with(12, "y")];
    const other = cureOf({ severity: "low", line: 7 }, above!, below!);
    const one = { parts: [{ path, before: head, after: other.changes[0]!.after }] };
    const ways = [one, ...other.ways!];
    expect(beside(better, { ...other, ways })).toMatchObject([
      ["7-7", ["x"], expect.stringContaining("**Part 1 of 2**, with part 2 at `src/a.ts:13`.")],
      ["13-13", ["y"], expect.stringContaining("or commit them in this order")],
    ]);
    expect(beside(better, { ...other, ways: [one] })).toBe("noted");
  });

  test("leaves a part to a better one that has the same, and names it", () => {
    const better = cureOf({}, import_, (all) => all.with(11, "x(1)"));
    expect(beside(better, cureOf(low, import_, use))).toMatchObject([
      [
        "40-40",
        ["x()"],
        expect.stringMatching(/It needs the other suggestion at `src\/a\.ts:7`, too\. They belong/),
      ],
    ]);
    expect(beside(better, { ...better, finding: { ...better.finding, severity: "low" } })).toBe("folded");
  });

  test("steps aside for another insertion at the same place, but where the fault itself is", () => {
    const better = cureOf(
      {},
      (all) => all.toSpliced(7, 0, "import y"),
      (all) => all.with(11, "y()"),
    );
    expect(beside(better, cureOf(low, import_, use))).toMatchObject([
      ["8-8", ["import x", "line 8"], expect.anything()],
      ["40-40", ["x()"], expect.anything()],
    ]);
    expect(beside(better, cureOf({ ...low, line: 8 }, import_, use))).toBe("folded");
  });
});

describe("what a check noticed of a cure stands beside it", () => {
  const of = (kind: string, message: string) => ({ kind, path, line: 10, message });
  const rows: readonly [string, ReturnType<typeof of>[], string[], string[]][] = [
    ["nothing", [], ["the file parses no worse with it"], ["Look closely"]],
    [
      "a check is silenced, twice",
      [
        of("weakened/silenced-check", "A check is silenced."),
        of("weakened/silenced-check", "A check is silenced."),
      ],
      ["⚠️ **Look closely.** A check is silenced.\n", "parses no worse"],
      ["silenced. A check"],
    ],
    [
      "its syntax is not known",
      [of("syntax/unchecked", "The syntax of this file could not be checked.")],
      ["**Look closely.** The syntax"],
      ["parses no worse"],
    ],
    [
      "a name from the repository's files",
      [of("import/undeclared", "`<img src=x>` @acme/team fixes #1 is imported")],
      ["`@acme/team`", "`#1`"],
      [],
    ],
  ];
  test.each(rows)("%s", (_, noticed, has, hasNot) => {
    for (const line of [9, 24]) {
      const [one] = placeFindings(
        [{ ...held((all) => all.with(line, "x"), { line }), noticed }],
        files,
        options,
      );
      const draft = review([one!])!;
      const said = [draft.body, ...draft.comments.map(({ body }) => body)].join("\n");
      for (const text of has) expect(said).toContain(text);
      for (const text of hasNot) expect(said).not.toContain(text);
    }
  });
});

test.each([
  ["src/a.ts", true],
  ["README.txt", false],
])("of %s that it parses no worse is said: %s", (path, expected) => {
  const [one] = placed([(lines) => lines.with(9, "TEN")]);
  const changes = one!.changes.map((change) => ({ ...change, path }));
  expect(review([{ ...one!, changes }])!.comments[0]!.body.includes("parses no worse")).toBe(expected);
});

describe("a review", () => {
  const all = placed(
    [(lines) => lines.with(9, "TEN")],
    [(lines) => lines.with(24, "x"), { title: "Far away", line: 25, severity: "medium" }],
    [undefined, { title: "No test", kind: "missing-test", line: 40, severity: "low" }],
  );

  test("has its suggestions on lines and the rest folded, with the way to have it committed", () => {
    const draft = review(all)!;
    expect(draft).toMatchObject({ pullNumber: 7, commit, comments: [{ path, from: 10, to: 10 }] });
    expect(draft.body.startsWith(draft.marker)).toBe(true);
    expect(draft.body).toContain("**1 suggestion** to commit, **1 change** below that no button can commit");
    expect(draft.body).toContain(`https://github.com/acme/shop/blob/${commit}/src/a.ts#L25`);
    const [open, closed] = draft.body.split("<details>");
    expect(open).toContain("With `x` it gives 9.");
    expect(closed).toContain("-line 25\n+x");
    expect(draft.body).toContain("/coderag fix");
    expect(draft.body).toContain("1 remark more in the check run");
  });

  test("remembers what it said, for the next one", () => {
    const remembered = readReview(review(all)!.body)!;
    expect(remembered.head).toBe(commit);
    expect(remembered.found.map(({ f }) => f)).toEqual(all.map(({ fingerprint }) => fingerprint));
    expect(readReview("<!-- coderag:review {} -->")).toBeUndefined();
  });

  const stoodBack: readonly [string, number, number][] = [
    ["there was no room", 39, 1],
    ["a better one stood on its line", 9, 5],
  ];
  test.each(stoodBack)("does not remember a cure for which %s: it may come again", (_, at, most) => {
    const better = held((lines) => lines.with(9, "TEN"));
    const other = held((lines) => lines.with(at, "x"), { severity: "low", kind: "performance" });
    const first = placeFindings([better, other], files, { ...options, most });
    expect(kinds(first)).toEqual(["suggested", "noted"]);
    const told = new Set(readReview(review(first)!.body)!.found.map(({ f }) => f));
    expect(kinds(placeFindings([better, other], files, { ...options, most, told }))).toEqual(["suggested"]);
  });

  const remark = held(undefined);
  const cure = held((lines) => lines.with(9, "TEN"));
  const elsewhere = held((lines) => lines.with(39, "x"), { severity: "low" });
  const again: readonly [string, readonly HeldFinding[], HeldFinding, readonly string[]][] = [
    ["a remark, found again without a cure, is not", [elsewhere, remark], remark, []],
    ["a remark, found again with a cure, is", [elsewhere, remark], cure, ["suggested"]],
    ["a cure, found again, is not", [elsewhere, cure], cure, []],
    ["a remark whose cure was told later, found again with it, is not", [elsewhere, remark, cure], cure, []],
  ];
  test.each(again)("what is told again: %s", (_, first, later, expected) => {
    const reviews = first.map((one, id) => ({
      ...{ id, commit },
      body: review(placeFindings([elsewhere, one], files, options))!.body,
    }));
    const { fingerprints, bare } = toldOf({ reviews });
    const told = { told: new Set(fingerprints), bare: new Set(bare) };
    expect(kinds(placeFindings([later], files, { ...options, ...told }))).toEqual(expected);
  });

  test("a remark that finds no room for its cure is no second remark", () => {
    const bare = new Set([fingerprintOf(remark, head)]);
    const two = placeFindings(
      [elsewhere, { ...cure, finding: { ...cure.finding, severity: "low" } }],
      files,
      {
        ...{ ...options, bare, most: 1 },
      },
    );
    expect(kinds(two)).toEqual(["suggested"]);
  });

  test("remembers the head that was looked at, not the one that it was carried to", () => {
    const looked = "a".repeat(40);
    const draft = review(all, { looked })!;
    expect(draft.commit).toBe(commit);
    expect(readReview(draft.body)!.head).toBe(looked);
  });

  test("is none where there is nothing for the pull request itself", () => {
    expect(review([])).toBeUndefined();
    const remarks = placed([undefined]);
    expect(review(remarks)).toBeUndefined();
    expect(annotationsOf(remarks)).toMatchObject([{ path, from: 10, to: 10, level: "warning" }]);
  });

  test("a comment that GitHub does not place is readable in the body, and no button there", () => {
    const [comment] = review(all)!.comments;
    expect(comment!.folded).toContain("line");
    expect(suggestionIn(comment!.folded)).toBeUndefined();
    expect(comment!.folded).toContain("TEN");
  });

  test("of a fork offers no commit, and of one that is gone no button", () => {
    for (const fork of ["barred", "gone"]) {
      const { body } = review(all, { fork })!;
      expect(body).not.toContain("/coderag fix");
      expect(body.includes("is gone, so no button commits anything")).toBe(fork === "gone");
    }
  });

  test("names what was not looked at, and since when", () => {
    const far = Array.from({ length: 9 }, (_, at) => ({ what: `${at}.py`, why: "beyond the first 300" }));
    const lock = [{ what: "a.lock", why: "a lock file" }];
    const { body } = review(all, { leftOut: [...lock, ...far, ...far], since: "abcdef0123" })!;
    expect(body).toContain(
      "Not looked at: a.lock (a lock file), 0.py, 1.py, 2.py, 3.py, 4.py, 5.py, 6.py, 7.py, 8.py, and 9 more (beyond the first 300).",
    );
    const { body: other } = review(all, { leftOut: [...far, ...far, ...lock] })!;
    expect(other).toContain("8.py, and 9 more (beyond the first 300), a.lock (a lock file).");
    expect(review(all, { leftOut: lock })!.body).toContain("Not looked at: a.lock (a lock file).");
    expect(body).toContain("in what came since `abcdef0`");
    const moved = ["a", "b"].map((name) => ({
      what: `new/${name}.py`,
      why: "no line is new",
      was: `old/${name}.py`,
    }));
    expect(review(all, { leftOut: moved })!.body).toContain(
      "Not looked at: new/a.py, new/b.py (only renamed).",
    );
  });
});

describe("a check run", () => {
  const done = { state: "done", note: "" } as const;
  const begun = {
    ...({ runId: "r", issueNumber: 7, verb: "suggest" } as const),
    stages: { authorise: done, acknowledge: done },
  } as const;
  const running = { ...begun, stages: { ...begun.stages, clone: { state: "running", note: "" } } } as const;

  test("is queued, then in progress with its steps, and can be cancelled", () => {
    expect(renderCheck(begun, commit, [])).toMatchObject({ status: "queued", title: "Queued" });
    expect(renderCheck({ ...running, waiting: "another run" }, commit, [])).toMatchObject({
      status: "queued",
    });
    const now = renderCheck(running, commit, []);
    expect(now).toMatchObject({ status: "in_progress", title: "Read the pull request" });
    expect(now.summary).toContain("- [ ] **Read the pull request** …");
    expect(now.summary).toMatch(/\n\nRun `r`\. To stop it, comment `\/coderag cancel`\.$/);
    expect(now.actions.map(({ identifier }) => identifier)).toEqual(["cancel"]);
  });

  test("names who gave the same command meanwhile, as the comment of another run does", () => {
    const { summary } = renderCheck({ ...running, also: ["walter"] }, commit, []);
    expect(summary).toContain("Also asked for by `walter`: this run is the answer.");
  });

  const ends = [
    [{ kind: "answered", headline: "Nothing to suggest.", body: "" }, "neutral", "Nothing to suggest."],
    [{ kind: "declined", cause: "It is closed.", cure: "Open it." }, "neutral", "Nothing is suggested"],
    [{ kind: "failed", cause: "A bug.", cure: "Again." }, "neutral", "The run failed"],
    [{ kind: "cancelled" }, "cancelled", "Cancelled"],
  ] as const;
  test.each(ends)("never blocks a merge: %j", (end, conclusion, title) => {
    const check = renderCheck({ ...running, end }, commit, []);
    expect(check).toMatchObject({ status: "completed", conclusion, title });
    expect(check.actions.map(({ identifier }) => identifier)).toEqual(["rerun"]);
    for (const { label, description } of check.actions) {
      expect(label.length).toBeLessThanOrEqual(20);
      expect(description.length).toBeLessThanOrEqual(40);
    }
  });
});
