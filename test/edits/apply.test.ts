import { describe, expect, test } from "@jest/globals";
import { applyAnswer, applyEdits } from "../../src/edits/apply.ts";
import { pathsNamed } from "../../src/edits/edit.ts";
import { parseEdits } from "../../src/edits/parse.ts";
import { tagsOf } from "../../src/edits/tag.ts";

const abc = "a\nb\nc\n";
const fence = "```";

/** Applies an answer to one file and gives its text. `deleted`, or the complaint kinds joined by a space. */
function outcome(before: string, answer: string): string {
  const { changes, complaints } = applyAnswer(answer, new Map([["f", before]]));
  if (complaints.length > 0) {
    expect(changes).toEqual([]);
    return `! ${complaints.map((complaint) => complaint.kind.replace("edit/", "")).join(" ")}`;
  }
  return changes.map((change) => change.after ?? "deleted").join("|");
}

function check(
  rows: readonly (readonly [name: string, before: string, answer: string, after: string])[],
): void {
  test.each(rows)("%s", (_, before, answer, after) => expect(outcome(before, answer)).toBe(after));
}

describe("what the article's format allows", () => {
  check([
    ["replaces a line", abc, "2: B", "a\nB\nc\n"],
    ["in a fence", abc, `${fence}\n2: B\n${fence}`, "a\nB\nc\n"],
    ["in a fence with a language", abc, `${fence}ts\n2: B\n${fence}\n`, "a\nB\nc\n"],
    ["a repeated number is several lines, in order", abc, "2: B\n2: B2\n2: B3", "a\nB\nB2\nB3\nc\n"],
    ["also when other lines stand between", abc, "2: B\n3: C\n2: B2", "a\nB\nB2\nC\n"],
    ["a number with nothing after it deletes", abc, "2:", "a\nc\n"],
    ["also with a trailing blank", abc, "2: ", "a\nc\n"],
    ["every line can be deleted", abc, "1:\n2:\n3:", ""],
    ["_ adds at the top", abc, "_: x\n_: y", "x\ny\na\nb\nc\n"],
    ["+ adds at the end", abc, "+: x\n+: y", "a\nb\nc\nx\ny\n"],
    ["numbers aligned as in the view", abc, "  2: B\n  _: x\n  +: z", "x\na\nB\nc\nz\n"],
    ["no blank is needed", abc, "2:B", "a\nB\nc\n"],
    ["one blank belongs to the format, the others to the code", abc, "2:     B", "a\n    B\nc\n"],
    ["an unknown number is an error", abc, "4: d", "! no-such-line"],
  ]);
});

describe("what the article's program did wrong", () => {
  check([
    ["code that looks like a numbered line", abc, '2: 1: "a",\n2: 10: GOTO', 'a\n1: "a",\n10: GOTO\nc\n'],
    ["code that is only a number and a colon", abc, "2: 3:", "a\n3:\nc\n"],
    ["code that looks like a header", abc, "2: === x", "a\n=== x\nc\n"],
    ["code that is a fence", abc, `${fence}\n2: ${fence}\n2: ~~~\n${fence}`, `a\n${fence}\n~~~\nc\n`],
    ["a deleted and a blank line differ", abc, "1:\n2=:", "\nc\n"],
    ["a repeated number with nothing is blank lines", abc, "2:\n2:", "a\n\n\nc\n"],
    ["a blank line among several", abc, "2: x\n2:\n2: y", "a\nx\n\ny\nc\n"],
    ["white space as the whole line", abc, "2=:   ", "a\n  \nc\n"],
    ["several blocks", abc, `${fence}\n1: A\n${fence}\nand\n${fence}\n3: C\n${fence}`, "A\nb\nC\n"],
    ["a longer fence around", abc, `~~~~md\n2: ${fence}\n~~~~`, `a\n${fence}\nc\n`],
    ["a fence within a fence", abc, `\`${fence}\n${fence}ts\n2: B\n${fence}\n\`${fence}`, "a\nB\nc\n"],
    ["prose around the fence", abc, `I change b:\n\n${fence}\n2: B\n${fence}\n\nDone, see 1.`, "a\nB\nc\n"],
    ["a line before the first edit", abc, "Sure!\n2: B", "! not-an-edit"],
    ["a line within the fence", abc, `${fence}\n2: B\n  more\n${fence}`, "! not-an-edit"],
    [
      "a numbered explanation outside the fence",
      abc,
      `1: I change b\n${fence}\n2: B\n${fence}`,
      "! outside-fence",
    ],
    ["tabs after the colon", abc, "2:\tB\n3: \tC", "a\n\tB\n\tC\n"],
    ["trailing white space of code", abc, "2: B \t", "a\nB \t\nc\n"],
    ["CRLF", "a\r\nb\r\nc\r\n", "2: B\n2: B2\n+: d", "a\r\nB\r\nB2\r\nc\r\nd\r\n"],
    ["a CRLF answer to an LF file", abc, "2: B\r\n2: B2\r\n", "a\nB\nB2\nc\n"],
    [
      "mixed ends: others stay, new ones take the usual end",
      "a\r\nb\nc\r\n",
      "1: A\n1: A2\n3+: d",
      "A\r\nA2\r\nb\nc\r\nd\r\n",
    ],
    ["mixed ends: a line keeps its own", "a\r\nb\nc\r\n", "2: B", "a\r\nB\nc\r\n"],
    ["carriage returns alone", "a\rb\r", "1: A\n1: A2", "A\rA2\rb\r"],
    ["no last line end", "a\nb", "2: B\n2: B2", "a\nB\nB2"],
    ["no last line end, added at the end", "a\nb", "+: c", "a\nb\nc"],
    ["no last line end, last line deleted", "a\nb", "2:", "a\n"],
    ["one line without an end", "a", "_: x", "x\na"],
    ["an empty file", "", "+: x", "x\n"],
    ["byte order mark", "\uFEFFa\nb\n", "1: A\n_: x", "\uFEFFx\nA\nb\n"],
    ["byte order mark, first line deleted", "\uFEFFa\nb\n", "1:", "\uFEFFb\n"],
    ["byte order mark before the answer", abc, "\uFEFF2: B", "a\nB\nc\n"],
    ["unicode, separators and NUL", "é\u2028\n\u0000\n", "2: 漢字😀", "é\u2028\n漢字😀\n"],
    ["inserts between lines", abc, "1+: x\n3_: y", "a\nx\nb\ny\nc\n"],
    ["inserts beside a replaced line", abc, "2: B\n2_: x\n2+: y", "a\nx\nB\ny\nc\n"],
    ["inserts a blank line", abc, "1+:", "a\n\nb\nc\n"],
    ["inserts a blank line and more below it", abc, "1+:\n1+: x", "a\n\nx\nb\nc\n"],
    ["inserts a block", abc, "1+ <<\nx\n  y\n\nz\n>>", "a\nx\n  y\n\nz\nb\nc\n"],
    ["inserts a block above", abc, "2_ <<\n\nx\n>>", "a\n\nx\nb\nc\n"],
    ["replaces a line by a block", abc, "2 <<\nx\ny\n>>", "a\nx\ny\nc\n"],
    ["replaces a range by a block", abc, "1-2<<\nx\ny\n>> ", "x\ny\nc\n"],
    ["adds blocks at top and end", abc, "_ <<\nx\ny\n>>\n+ <<\nz\nw\n>>", "x\ny\na\nb\nc\nz\nw\n"],
    ["a block of one blank line is a blank line", abc, "2 <<\n\n>>", "a\n\nc\n"],
    [
      "code in a block that looks like numbered lines",
      abc,
      '2 <<\n1: "a",\n10: GOTO\n3:\n>>',
      'a\n1: "a",\n10: GOTO\n3:\nc\n',
    ],
    [
      "code in a block that is a fence",
      abc,
      `${fence}\n2 <<<\n${fence}ts\nx\n${fence}\n>>>\n${fence}`,
      `a\n${fence}ts\nx\n${fence}\nc\n`,
    ],
    ["blank lines after the last block", abc, "2 <<\nx\ny\n>>\n\n", "a\nx\ny\nc\n"],
    [
      "a fence in a block without a fence around",
      abc,
      `2 <<\n${fence}\nx\n${fence}\n>>`,
      `a\n${fence}\nx\n${fence}\nc\n`,
    ],
    [
      "code in a longer block is anything",
      abc,
      "2 <<<\n>>\n=== x\n12bk: y\n+ <<\n>>>>\n>>>",
      "a\n>>\n=== x\n12bk: y\n+ <<\n>>>>\nc\n",
    ],
    ["a shift in code is no block", abc, "2: << x\n3+: <<", "a\n<< x\nc\n<<\n"],
    ["a block and CRLF", "a\r\nb\r\n", "1+ <<\r\nx\r\ny\r\n>>\r\n", "a\r\nx\r\ny\r\nb\r\n"],
    ["all line ends", abc, "=== f (CRLF)", "a\r\nb\r\nc\r\n"],
    ["all line ends and an edit", "a\r\nb\nc", "=== f (LF, last newline)\n2: B", "a\nB\nc\n"],
    ["a byte order mark comes and goes", abc, "=== f (BOM)", `\uFEFF${abc}`],
    ["a byte order mark goes", `\uFEFF${abc}`, "=== f (no BOM)", abc],
    [
      "a whole file keeps its ends and its mark",
      "\uFEFFa\r\nb",
      "=== f (whole)\n+ <<\nx\ny\n>>",
      "\uFEFFx\r\ny",
    ],
    ["a whole file by numbers", abc, "=== f (whole)\n1: x\n2:\n3: y", "x\n\ny\n"],
    ["deletes a range", abc, "1-2:", "c\n"],
    ["a range written with blanks", abc, "1 - 2: x", "x\nc\n"],
    ["replaces a range", abc, "1-2: x\n1-2: y\n1-2: z", "x\ny\nz\nc\n"],
    ["a range of one line is that line", abc, "2-2: x\n2: y", "a\nx\ny\nc\n"],
    ["inserts around a range", abc, "1-2: x\n1_: t\n2+: u", "t\nx\nu\nc\n"],
    ["adds a last line end", "a\nb", "=== f (last newline)", "a\nb\n"],
    ["takes the last line end away", abc, "=== f (no last newline)\n3: C", "a\nb\nC"],
  ]);
});

describe("complaints, and nothing applied", () => {
  check([
    ["empty", abc, "", "! empty"],
    ["blank", abc, " \n\n", "! empty"],
    ["an empty fence", abc, `${fence}\n${fence}`, "! empty"],
    ["prose alone in a fence-less answer", abc, "I would change line 2.", "! not-an-edit"],
    ["E06 line 0", abc, "0: x", "! no-such-line"],
    ["E06 past the end", abc, "3+: ok\n4+: x", "! no-such-line"],
    ["E06 a number in an empty file", "", "1: x", "! no-such-line"],
    ["E06 a very long number", abc, `${"9".repeat(30)}: x`, "! not-an-edit"],
    ["E06 start > end", abc, "3-2: x", "! backwards-range"],
    ["E06 overlapping ranges", abc, "1-2: x\n2-3: y", "! overlap"],
    ["E06 a line within a range", abc, "1-3: x\n2: y", "! overlap"],
    ["E06 an insertion within a range", abc, "1-3: x\n2+: y", "! overlap"],
    ["E06 before a line within a range", abc, "1-3: x\n3_: y", "! overlap"],
    ["E06 stale content", abc, "2zz: x", "! wrong-tag"],
    ["E06 two tags for one line", abc, `2${tagsOf(abc, 3)[1]}: x\n2zz: y`, "! two-tags"],
    ["a fence that is never closed", abc, `${fence}\n2: B`, "! cut-off"],
    ["an insertion at a range", abc, "1-2+: x", "! insert-at-range"],
    ["a block that is never closed", abc, "2 <<\nx\ny", "! unclosed-block"],
    ["a block that is closed with too few", abc, "2 <<<\nx\n>>", "! unclosed-block"],
    ["a block that runs into the next edit", abc, "1 <<\nx\ny\n3bk: z", "! unclosed-block no-tag wrong-tag"],
    ["a block that runs into the next block", abc, "1 <<\nx\ny\n3+ <<\nz\n>>", "! unclosed-block"],
    ["a block that runs into the next file", abc, "=== f\n1 <<\nx\n=== f\n3: z", "! unclosed-block"],
    ["a block that runs into its fence", abc, `${fence}\n1 <<\nx\n${fence}`, "! unclosed-block"],
    ["a blank line below a block", abc, "2 <<\nx\ny\n>>\n\n3: z", "! blank-beside-block"],
    ["a blank line above a block", abc, "1: z\n\n2 <<\nx\ny\n>>", "! blank-beside-block"],
    [
      "a fence in a block in a fence",
      abc,
      `${fence}\n2 <<\n${fence}ts\nx\n${fence}\n>>\n${fence}`,
      "! unclosed-block stray-close not-an-edit",
    ],
    ["an empty block", abc, "2 <<\n>>", "! empty-block"],
    ["a close without a block", abc, "2: x\ny\n>>", "! stray-close not-an-edit"],
    ["a block without its first row", abc, "x\ny\n>>", "! stray-close not-an-edit"],
    ["a block outside the fence", abc, `2 <<\nx\n>>\n${fence}\n1: A\n${fence}`, "! outside-fence"],
    ["a whole file that is long", "x\n".repeat(201), "=== f (whole)\n+: y", "! too-long-for-whole"],
    ["a whole file with lines named", abc, "=== f (whole)\n2: y", "! no-such-line"],
    ["a stamp of another text", abc, "=== f#aaaa\n2: B", "! stale-file"],
    ["a stamp of another text that is deleted", abc, "=== f#aaaa (delete)", "! stale-file"],
    ["a stamp of another text given whole", abc, "=== f#aaaa (whole)\n+: x", "! stale-file"],
    ["a continuation row of before", abc, "1: x\n|: y", "! not-an-edit"],
    ["an ellipsis", abc, "1: A\n...\n3: C", "! not-an-edit"],
    ["a diff", abc, "@@ -1 +1 @@\n-b\n+B", "! not-an-edit"],
    ["nothing changes", abc, "2: b", "! no-change"],
    ["a good edit does not pass with a bad one", abc, "1: A\n9: x", "! no-such-line"],
    ["all faults at once", abc, "1#zz: A\n9zz: x\nhm", "! not-an-edit wrong-tag no-such-line"],
    ["no edit under a header", abc, "=== f", "! no-edits"],
    ["edits in a deleted file", abc, "=== f (delete)\n1: x", "! edits-in-deleted-file"],
    ["a new file that exists", abc, "=== f (new)\n+: x", "! file-exists"],
    ["a file in two ways", abc, "=== f\n1: x\n=== f (delete)", "! two-headers two-headers"],
    ["an unknown file", abc, "=== g\n1: x", "! unknown-file"],
    ["an unknown flag", abc, "=== f (modified)\n1: x", "! unknown-file"],
  ]);
});

describe("tags", () => {
  const lines = ["if x:", "  y()", "}", "", "}"];
  const text = `${lines.join("\n")}\n`;
  const tags = tagsOf(text, lines.length);

  test("a right tag is accepted on every kind of edit", () => {
    const answer = [`1${tags[0]}: A`, `2${tags[1]}-3#${tags[2]}:`, `5${tags[4]}+: z`, `4${tags[3]}=: `].join(
      "\n",
    );
    expect(outcome(text, answer)).toBe("A\n\n}\nz\n");
  });
  test("a repeat may leave the tag out", () => {
    expect(outcome("a\n", `1: x\n1${tagsOf("a\n", 1)[0]}: y`)).toBe("x\ny\n");
    expect(outcome("a\n", "1: x\n1zz: y")).toBe("! wrong-tag");
  });
  test("equal lines have tags of their own", () => expect(tags[2]).not.toBe(tags[4]));
  test("a tag proves the whole text: where anything changed, it is another one", () => {
    const [before, after] = [tagsOf("a\nb\nc\n", 3), tagsOf("a\nb\nd\n", 3)];
    expect(after.filter((tag, at) => tag === before[at])).toEqual([]);
  });
  test("lines within 16 of each other never share a tag", () => {
    const same = tagsOf("}\n".repeat(300), 300);
    for (const [at, tag] of same.entries()) expect(same.slice(Math.max(0, at - 16), at)).not.toContain(tag);
  });
  test("a tag is two letters that cannot be mistaken for digits", () => {
    for (const tag of tagsOf("x", 500)) expect(tag).toMatch(/^[a-kmnp-z]{2}$/);
  });
  test("tags are spread evenly enough to catch a wrong line", () =>
    expect(new Set(tagsOf("x", 576)).size).toBeGreaterThan(340));
  test("a text of 100,000 lines has its tags at once", () => {
    const text = Array.from({ length: 100_000 }, (_, at) => `line ${at}`).join("\n");
    expect(tagsOf(text, 100_000)).toHaveLength(100_000);
  });
  test("a wrong tag shows the true lines, and where the tag stands", () => {
    const { complaints } = applyAnswer(`2${tags[4]}: x`, new Map([["f", text]]));
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatchObject({ path: "f", line: 2 });
    expect(complaints[0]!.message).toContain(`The tag ${tags[4]} is that of line 5.`);
    expect(complaints[0]!.excerpt).toContain(`2${tags[1]}:   y()`);
    expect(complaints[0]!.excerpt).toContain(`5${tags[4]}: }`);
  });
});

describe("several files", () => {
  const files = new Map([
    ["src/a.ts", abc],
    ["src/b.ts", "x\n"],
  ]);
  const kinds = (answer: string): string[] => applyAnswer(answer, files).complaints.map(({ kind }) => kind);

  test("changed, new, deleted and renamed in one answer", () => {
    const answer = `${fence}\n=== src/a.ts -> src/c.ts\n1: A\n=== src/new file.ts (new)\n+: one\n+:\n+: two\n=== src/b.ts (delete)\n${fence}`;
    expect(applyAnswer(answer, files)).toEqual({
      complaints: [],
      changes: [
        { path: "src/a.ts", before: abc, after: undefined },
        { path: "src/c.ts", before: undefined, after: "A\nb\nc\n", movedFrom: "src/a.ts" },
        { path: "src/new file.ts", before: undefined, after: "one\n\ntwo\n" },
        { path: "src/b.ts", before: "x\n", after: undefined },
      ],
      moved: [],
    });
    expect(pathsNamed(parseEdits(answer).edits)).toEqual([
      "src/a.ts",
      "src/c.ts",
      "src/new file.ts",
      "src/b.ts",
    ]);
  });

  test("a header may stand before its fence, be quoted, or be closed", () => {
    const answer = `=== \`./src/a.ts\` ===\n${fence}ts\n1: A\n${fence}\n=== "src/b.ts"\n${fence}\n1: X\n${fence}`;
    expect(applyAnswer(answer, files).changes.map(({ after }) => after)).toEqual(["A\nb\nc\n", "X\n"]);
  });

  test("two headers of one file are one file", () => {
    expect(
      applyAnswer("=== src/a.ts\n1: A\n=== src/b.ts\n1: X\n=== src/a.ts\n3: C", files).changes,
    ).toHaveLength(2);
  });

  test("brackets of a path are a path", () => {
    const answer = "=== app/(group)/page.tsx (new)\n1: a\n2:\n3: c";
    expect(applyAnswer(answer, files).changes).toEqual([
      { path: "app/(group)/page.tsx", before: undefined, after: "a\n\nc\n" },
    ]);
  });

  test("a new file may be empty, or end without a line end", () => {
    expect(applyAnswer("=== e (new)\n=== n (new, no last newline)\n+: x", files).changes).toEqual([
      { path: "e", before: undefined, after: "" },
      { path: "n", before: undefined, after: "x" },
    ]);
  });

  const faults: [string, string[]][] = [
    ["1: A", ["edit/no-header"]],
    ["=== src/A.ts\n1: A", ["edit/unknown-file"]],
    ["=== b.ts\n1: A", ["edit/unknown-file"]],
    ["=== src/a.ts -> src/b.ts", ["edit/cannot-rename"]],
    ["=== src/a.ts -> c (new)", ["edit/cannot-rename"]],
    ["=== src/a.ts -> c\n=== c (new)\n+: x", ["edit/two-headers", "edit/two-headers"]],
    ["=== n (new)\n2: x", ["edit/no-such-line"]],
    ["=== n (new)\n1: x\n+: y", ["edit/no-such-line"]],
    ["=== n (new)\nraw", ["edit/not-an-edit"]],
    ["=== src/a.ts\n1: A\n=== src/b.ts\n7: X", ["edit/no-such-line"]],
    ["=== src/a.ts (new, delete)\n1: A", ["edit/unknown-file"]],
  ];
  test.each(faults)("%j", (answer, expected) => {
    expect(kinds(answer)).toEqual(expected);
    expect(applyAnswer(answer, files).changes).toEqual([]);
  });

  test("an unknown file names those alike", () => {
    expect(applyAnswer("=== lib/B.ts\n1: A", files).complaints[0]!.message).toContain("`src/b.ts`");
  });
});

describe("a caller that looks at half of the answer", () => {
  test("gets no change when the parse complained", () => {
    const { edits, complaints } = parseEdits("1: A\nhm");
    expect(complaints).toHaveLength(1);
    expect(applyEdits(edits, new Map([["f", abc]]))).toEqual({ changes: [], complaints: [], moved: [] });
  });
});

test("every complaint names a place and a cure", () => {
  const answers = [
    "",
    "x",
    "9: x",
    "3-2: x",
    "1-2: x\n2: y",
    "1zz: q",
    "```\n1: x",
    ">>",
    "1 <<\nx",
    "1 <<\n>>",
    "=== f#aaaa\n1: x",
    "1-2+: x",
    "=== g\n1: x",
    "=== f",
    "=== f (new)",
  ];
  for (const answer of answers)
    for (const complaint of applyAnswer(answer, new Map([["f", abc]])).complaints) {
      expect(complaint.message).toMatch(/^[A-Z`].*\.$/s);
      expect(complaint.message.length).toBeLessThan(400);
    }
});

test("D05 a hostile answer is answered with few complaints", () => {
  const many = Array.from({ length: 5_000 }, (_, at) => at);
  const big = "line\n".repeat(5_000);
  const answers = [
    many.map((at) => `${at + 5_001}: x`).join("\n"),
    many.map((at) => `${at + 1}-${at + 3}: x`).join("\n"),
    many.map((at) => `=== ${at}\n1: x`).join("\n"),
    many.map(() => "=== f\n1: x").join("\n"),
    many.map((at) => (at % 2 === 0 ? "prose" : `${at}: x`)).join("\n"),
    `=== ${" ".repeat(100_000)}x`,
    `${"`".repeat(3)}${" ".repeat(100_000)}\``,
    `${" ".repeat(100_000)}1`,
    `1-9+: x\n1-5000: y\n${many.map((at) => `${at + 1}+: x`).join("\n")}`,
  ];
  for (const answer of answers) {
    const { changes, complaints } = applyAnswer(answer, new Map([["f", big]]));
    expect(changes).toEqual([]);
    expect(complaints.length).toBeGreaterThan(0);
    expect(complaints.length).toBeLessThan(50);
  }
});
