import { describe, expect, test } from "@jest/globals";
import { applyAnswer } from "../../src/edits/apply.ts";
import { fileHeader } from "../../src/edits/number.ts";
import { tagsOf } from "../../src/edits/tag.ts";

const lines = Array.from({ length: 40 }, (_, at) => (at % 4 === 3 ? "}" : `line ${at + 1}`));
const text = `${lines.join("\n")}\n`;
const tags = tagsOf(text, lines.length);
const header = fileHeader("f", text);
/** Line `number` with the tag of line `meant`. */
const at = (number: number, meant = number): string => `${number}${tags[meant - 1]}`;

function apply(answer: string, files = new Map([["f", text]]), shown = new Map<string, string>()) {
  const { changes, complaints, moved } = applyAnswer(answer, files, { shown });
  return {
    after: changes[0]?.after,
    kinds: complaints.map(({ kind }) => kind.replace("edit/", "")),
    moved: moved.map(({ written, meant }) => [written, meant]),
    complaints,
  };
}

const put = (number: number, ...now: readonly string[]): string =>
  `${[...lines.slice(0, number - 1), ...now, ...lines.slice(number)].join("\n")}\n`;

describe("a number that is off", () => {
  const rows: [string, string, readonly (readonly number[])[], string][] = [
    ["by one", `${header}\n${at(11, 10)}: X`, [[11, 10]], put(10, "X")],
    ["by three, upwards", `${header}\n${at(7, 10)}: X`, [[7, 10]], put(10, "X")],
    ["past the end", `${header}\n${at(42, 40)}: X`, [[42, 40]], put(40, "X")],
    ["before the start", `${header}\n${at(0, 2)}: X`, [[0, 2]], put(2, "X")],
    ["on a brace among braces", `${header}\n${at(13, 12)}: X`, [[13, 12]], put(12, "X")],
    ["at the end of a range", `${header}\n${at(10)}-${at(12, 10)}: X`, [[12, 10]], put(10, "X")],
    [
      "in a range without a stamp",
      `${at(12, 10)}-${at(13, 11)}: X`,
      [
        [12, 10],
        [13, 11],
      ],
      put(10, "X").replace("line 11\n", ""),
    ],
    ["on an insertion", `${header}\n${at(11, 10)}+ <<\nX\nY\n>>`, [[11, 10]], put(10, "line 10", "X", "Y")],
  ]; // prettier-ignore
  test.each(rows)("%s is put right and told", (_, answer, moved, after) => {
    const result = apply(answer);
    expect(result.kinds).toEqual([]);
    expect(result.moved).toEqual(moved);
    expect(result.after).toBe(after);
  });

  const refused: [string, string, string[]][] = [
    ["by more than four", `${header}\n${at(16, 10)}: X`, ["wrong-tag"]],
    ["without a stamp, one tag alone", `${at(11, 10)}: X`, ["wrong-tag"]],
    ["out of the order of the file", `${header}\n${at(30)}: X\n${at(11, 10)}: Y`, ["wrong-tag"]],
    ["onto a line that another edit changes", `${header}\n${at(10)}: X\n${at(11, 10)}: Y`, ["overlap"]],
    ["so that a range turns round", `${header}\n${at(11, 12)}-${at(12, 10)}: X`, ["backwards-range"]],
    ["with a tag that no line has", `${header}\n10zzz: X`, ["wrong-tag"]],
    ["and has no tag beside others", `${header}\n${at(10)}: X\n20: Y`, ["no-tag"]],
    ["and has no tag at the end of a range", `${header}\n${at(10)}-12: X`, ["no-tag"]],
  ];
  test.each(refused)("%s is a complaint that shows the true lines", (_, answer, kinds) => {
    const result = apply(answer);
    expect(result.kinds).toEqual(kinds);
    expect(result.after).toBeUndefined();
    expect(result.moved).toEqual([]);
    expect(result.complaints[0]!.excerpt).toMatch(/\d+[a-z]{2}: line \d+/);
  });

  test("a range that turned round by a tag of another line names that tag", () => {
    const [complaint] = apply(`${header}\n${at(11, 12)}-${at(12, 10)}: X`).complaints;
    const tag = (line: number): string => at(line).replace(/^\d+/, "");
    expect(complaint!.message).toContain(`The tag ${tag(12)} behind 11 is that of line 12.`);
    expect(complaint!.message).toContain(`The tag ${tag(10)} behind 12 is that of line 10.`);
  });

  test("numbers alone count where no line has a tag", () =>
    expect(apply("10: X\n20: Y").after).toContain("line 9\nX\n"));
});

describe("a file that has changed since it was shown", () => {
  const edit = `${header}\n${at(10)}: X`;
  const far = text.replace("line 30\n", "line 30\nmore\n").replace("line 1\n", "zero\nline 1\n");
  const near = text.replace("line 10\n", "line ten\n");
  const same = put(10, "X");
  const shown = new Map([["f", text]]);
  const now = (current: string) => new Map([["f", current]]);

  test("is refused where nobody knows what was shown, even if the line is still there", () =>
    expect(apply(edit, now(far))).toMatchObject({ kinds: ["stale-file"], after: undefined }));
  test("takes the change where that is known", () =>
    expect(apply(edit, now(far), shown).after).toBe(far.replace("line 10\n", "X\n")));
  test("refuses it where the same line changed", () =>
    expect(apply(edit, now(near), shown).kinds).toEqual(["stale-file"]));
  test("shows that line", () =>
    expect(apply(edit, now(near), shown).complaints[0]!.excerpt).toContain(": line ten"));
  test("needs no change where it is made already", () =>
    expect(apply(edit, now(same), shown).kinds).toEqual(["no-change"]));
  test("inserts nothing twice", () => {
    const inserted = text.replace("line 10\n", "line 10\nX\n");
    const answer = `${header}\n${at(10)}+: X`;
    expect(apply(answer, now(inserted)).kinds).toEqual(["stale-file"]);
    expect(apply(answer, now(inserted), shown).kinds).toEqual(["no-change"]);
  });
  test("is moved with what happened to it", () => {
    const { changes } = applyAnswer(`${header} -> g\n${at(10)}: X`, now(far), { shown });
    expect(changes[1]).toMatchObject({ path: "g", after: far.replace("line 10\n", "X\n") });
  });
});
