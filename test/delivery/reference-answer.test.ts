import { describe, expect, test } from "@jest/globals";
import { referenceAnswer } from "../../src/delivery/reference-answer.ts";
import type { Reference, ReferenceReport } from "../../src/references/report.ts";
import { commit, reference, referenceReport } from "../helpers/reference-report.ts";

const said = (more: Partial<ReferenceReport> = {}) =>
  referenceAnswer({ ...referenceReport(), ...more }, "https://github.com");

describe("what a search found, as a comment", () => {
  test("says which searches looked into READMEs", () => {
    const query = "kite in:name,description,topics,readme";
    const { body } = said({
      queries: [{ keywords: ["kite"], query, total: 5, looked: 5, incomplete: false }],
    });
    expect(body).toContain("| `kite`, in READMEs too | 5 | 5 |");
  });

  test("names repository, licence, freshness, reason and files at a commit, by addresses that notify nobody", () => {
    const { headline, body } = said();
    expect(headline).toBe("1 public repository comes near to this.");
    const web = "https://redirect.github.com/wind/kite-diary";
    expect(body).toContain(
      `1. **[\`wind/kite-diary\`](${web}/tree/${commit})** (\`MIT\`, last push 2026-03-04, 1 star, 2 source files)`,
    );
    expect(body).toContain(`[\`src/my diary.py\`](${web}/blob/${commit}/src/my%20diary.py): It records.`);
    expect(body).toContain("`sky/kitelib`](https://redirect.github.com/sky/kitelib): says nothing of wind");
    expect(body).toContain("| `kite` | 1,234 or more | 30 |");
    expect(body).not.toContain("https://github.com");
  });

  test("a file that is long is linked by the lines to begin with", () => {
    const [file] = reference().files;
    const { body } = said({ references: [reference({ files: [{ ...file!, lines: { from: 7, to: 31 } }] })] });
    expect(body).toContain("[`src/my diary.py:7-31`](");
    expect(body).toContain(`/blob/${commit}/src/my%20diary.py#L7-L31): It records.`);
  });

  test("an Enterprise Server has its own address", () => {
    expect(referenceAnswer(referenceReport(), "https://git.example.org").body).toContain(
      "(https://git.example.org/wind/",
    );
  });

  test.each([
    [{ use: "facts", licence: "GPL-3.0" }, /Under `GPL-3\.0`.*may not simply be taken over/],
    [{ use: "none", licence: undefined, licencePath: undefined }, /no licence,.*Nobody gave leave/s],
    [
      { use: "none", licence: "NOASSERTION" },
      /licence not recognised(?:(?!Nobody gave)[\s\S])*GitHub does not recognise its licence \(\[.*\): read it/,
    ],
    [{ licence: "MIT" }, /may be reused under `MIT` \(\[.*\), with attribution\./],
    [{ licence: "Unlicense" }, /may be reused under `Unlicense` \(\[[^)]*\)\)\.\n/],
    [{ archived: true }, /archived/],
    [{ files: [], noFile: "All is generated." }, /No file of it was chosen: All is generated\./],
  ] as const)("says what a reader must know: %j", (more, wanted) => {
    expect(said({ references: [reference(more as Partial<Reference>)] }).body).toMatch(wanted);
  });

  test.each([
    [
      ["facts", "none"],
      "2 public repositories come near to this, for reading only: no licence lets you take code over.",
    ],
    [["none", "code"], "2 public repositories come near to this."],
  ] as const)("says first whether any code may be taken over: %j", (uses, headline) => {
    expect(said({ references: uses.map((use) => reference({ use })) }).headline).toBe(headline);
  });

  test("says that nothing fits, and what was tried", () => {
    const { headline, body } = said({ references: [], nothing: "None has a map." });
    expect(headline).toBe("No public repository fits, so none is recommended.");
    expect(body).toMatch(/^None has a map\. 1 search found 2 repositories whose READMEs were read/);
    expect(body).toMatch(
      /Only \w+ was searched: say it in other words, or name another language \(`in \w+`\)\./,
    );
    expect(body).toContain("What was not chosen, and why");
  });

  test("strangers' words do not act", () => {
    const hostile =
      "@everyone see acme/shop#1 <img src=x> ![x](https://evil.example/?d=1) [a](https://evil.example) /coderag implement </details>\n# big";
    const { body } = said({
      references: [
        reference({
          description: hostile,
          reason: hostile,
          summary: hostile,
          files: [{ path: "a`|](x).py", blob: commit, bytes: 1, reason: hostile }],
        }),
      ],
      rejected: [{ fullName: "a/b", why: hostile }],
      notes: [hostile],
    });
    expect(body).not.toMatch(/<img|!\[|\]\(https:\/\/evil|(?<!`)@everyone|(?<!`)acme\/shop#1|^# /m);
    expect(body.match(/<details>/g)).toHaveLength(body.match(/<\/details>/g)!.length);
  });

  test("any number of rejected repositories fits a comment", () => {
    const named = (why: (at: number) => string) =>
      Array.from({ length: 900 }, (_, at) => ({
        fullName: `owner${at}/${"n".repeat(90)}`,
        why: why(at),
      }));
    const different = said({ rejected: named((at) => `${at} ${"w ".repeat(200)}`) });
    expect(different.body.length).toBeLessThanOrEqual(50_000);
    const alike = said({ rejected: named(() => "no source file") }).body;
    expect(alike.length).toBeLessThanOrEqual(50_000);
    expect(alike.match(/: no source file/g)).toHaveLength(1);
    expect(alike).toContain(", 870 more: no source file");
  });
});
