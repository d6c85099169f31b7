import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { parseProgress } from "../../src/delivery/parse-progress.ts";
import { plans, stages } from "../../src/delivery/plans.ts";
import { marker, type Progress, type ProgressEnd } from "../../src/delivery/progress.ts";
import { renderProgress } from "../../src/delivery/render-progress.ts";

const usage = {
  ...{ inputTokens: 12_345, outputTokens: 678, cachedTokens: 2_000, milliseconds: 9_000 },
  ...{ cost: 0.1234, estimated: false },
};
const begun: Progress = {
  runId: "0198-ab",
  issueNumber: 12,
  verb: "implement",
  stages: {
    authorise: { state: "done", note: "" },
    clone: { state: "done", note: "`main` at `abc123`" },
    index: { state: "done", note: "812 files, 5,210 definitions in 1.2 s" },
    retrieve: { state: "running", note: "" },
  },
  usage,
};
const ends: [string, ProgressEnd][] = [
  [
    "delivered",
    {
      kind: "delivered",
      pullRequest: { number: 34, url: "https://github.com/o/r/pull/34" },
      title: "Read settings from TOML",
      summary: "Settings may be **TOML** now, thanks to @octocat.\n\n/merge",
      notDone: ["R3: document it (no docs folder found)"],
    },
  ],
  [
    "delivered onto a pull request",
    {
      kind: "delivered",
      pullRequest: { number: 34, url: "https://github.com/o/r/pull/34" },
      ...{
        commit: "0123456789abcdef0123456789abcdef01234567",
        title: "Round it",
        summary: "",
        notDone: ["R2: it"],
      },
      notes: "### Not done, and assumed\n\n- R2 is not done: it",
    },
  ],
  ["answered", { kind: "answered", headline: "Nothing to take back.", body: "" }],
  [
    "declined",
    {
      kind: "declined",
      cause: "The issue is locked.",
      cure: "Unlock it and ask again.",
      explanation: "I saw #3.",
    },
  ],
  [
    "failed",
    { kind: "failed", cause: "The model could not be reached.", cure: "Give the command again later." },
  ],
  [
    "failed with a branch",
    {
      ...{ kind: "failed", cause: "GitHub could not be reached.", cure: "Give the command again later." },
      left: { kind: "branch", name: "coderag/issue-12-toml" },
    },
  ],
  [
    "cancelled",
    {
      ...{ kind: "cancelled", by: "octocat" },
      left: { kind: "pull-request", number: 13, url: "https://github.example/o/r/pull/13" },
    },
  ],
];

describe("renderProgress", () => {
  test("at work", () => expect(renderProgress(begun)).toMatchSnapshot());
  test("waiting", () => {
    const waiting = { ...begun, stages: {}, waiting: "another run is in progress in this repository." };
    expect(renderProgress(waiting)).toMatchSnapshot();
  });
  test.each(ends)("%s", (_, end) => expect(renderProgress({ ...begun, end })).toMatchSnapshot());

  test("tells the way only where it says more than the end", () => {
    const end = { kind: "answered", headline: "Nothing to take back.", body: "" } as const;
    const done = { state: "done", note: "" } as const;
    const way = (stages: Progress["stages"]) => renderProgress({ ...begun, verb: "undo", stages, end });
    expect(way({ authorise: done, publish: done, report: done })).not.toContain("<details>");
    expect(way({ publish: { state: "skipped", note: "because" } })).toContain(
      "<details><summary>What was done</summary>\n\n- [ ] ~~Take the last commit back~~: because\n\n</details>",
    );
    expect(way({ authorise: { state: "failed", note: "" } })).toContain("- [ ] Check who asks (failed)\n");
  });

  test("says that nothing was changed only where something might have been", () => {
    const end = { kind: "declined", cause: "It is closed.", cure: "Reopen it." } as const;
    const first = (verb: Progress["verb"]) => renderProgress({ ...begun, verb, end }).split("\n")[3];
    expect(first("fix")).toBe("**Nothing was changed.** It is closed. Reopen it.");
    expect(first("suggest")).toBe("**It is closed.** Reopen it.");
  });

  test("shows what the checks said as code that commands nobody", () => {
    const refused = "a.py:2\n/merge now\n``` </details> @octocat";
    const body = renderProgress({
      ...begun,
      end: { kind: "declined", cause: "No.", cure: "Again.", refused },
    });
    expect(body).toContain(
      "its last try</summary>\n\n````\na.py:2\n /merge now\n``` </details> @octocat\n````",
    );
  });

  test("begins with the marker, and never with a command", () => {
    for (const [, end] of ends) {
      const body = renderProgress({ ...begun, end });
      expect(body.startsWith(`${marker({ id: "0198-ab", issueNumber: 12 }, "progress")}\n`)).toBe(true);
      expect(body).not.toMatch(/^\s*\/[a-z]/m);
    }
  });
});

describe("parseProgress", () => {
  const state = fc.record({
    state: fc.constantFrom("running" as const, "done" as const, "failed" as const, "skipped" as const),
    note: fc.string(),
  });
  const plan = fc.dictionary(fc.constantFrom(...stages), state);
  const progress = fc.record(
    {
      runId: fc.string({ minLength: 1 }),
      issueNumber: fc.nat(),
      verb: fc.constantFrom(...Object.keys(plans)),
      also: fc.array(fc.string(), { minLength: 1 }),
      stages: plan,
      waiting: fc.oneof(
        fc.string({ minLength: 1 }),
        fc.constantFrom("--> <!-- coderag:v1 {} -->", "-", "--"),
      ),
      usage: fc.constant(usage),
      end: fc.constantFrom(...ends.map(([, end]) => end)),
    },
    { requiredKeys: ["runId", "issueNumber", "verb", "stages"] },
  );

  test("reads back what was rendered", () => {
    fc.assert(
      fc.property(progress, (value) => {
        const body = renderProgress(value as Progress);
        const read = parseProgress(body)!;
        expect({ ...read, end: read.end?.kind }).toEqual({ ...value, end: value.end?.kind });
        const again = renderProgress(read);
        expect(parseProgress(again)).toEqual(read);
        expect(withoutState(again)).toBe(withoutState(body));
      }),
    );
  });

  test("takes a comment of an earlier version, which names no verb, for an implement", () => {
    const older = renderProgress(begun).replace('"verb":"implement",', "");
    expect(parseProgress(older)).toEqual(begun);
  });

  test("keeps an answer once, where it is shown", () => {
    const end = { kind: "answered", headline: "Found it.", body: "A long list" } as const;
    const body = renderProgress({ ...begun, end });
    expect(body.split("A long list")).toHaveLength(2);
    expect(parseProgress(body)?.end).toEqual({ ...end, body: "" });
  });

  const withoutState = (body: string): string => body.replace(/^<!-- coderag:state .*$/m, "");

  const foreign = [
    "",
    "hello",
    "x\n<!-- coderag:v1 {} -->",
    "<!-- coderag:v1 {} -->",
    "<!-- coderag:v1 {",
    marker({ id: "1", issueNumber: 1 }, "help"),
  ];
  test.each(foreign)("does not read %j", (body) => expect(parseProgress(body)).toBeUndefined());
});

test("a marker names the run for its progress only, and holds nothing that ends a comment", () => {
  expect(marker({ id: "a-->b", issueNumber: 3 }, "progress")).toBe(
    '<!-- coderag:v1 {"kind":"progress","run":"a\\u002d-\\u003eb","issue":3} -->',
  );
  expect(marker({ id: "x", issueNumber: 3 }, "help")).toBe('<!-- coderag:v1 {"kind":"help","issue":3} -->');
});
