import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { type Box, box, boxChange, tickedBoxes, withChange } from "../../src/examples/boxes.ts";
import type { DependencyEntry } from "../../src/examples/entry.ts";
import { renderLivingIssue } from "../../src/examples/render-issue.ts";
import { anyText } from "../helpers/any-text.ts";

const place = { webUrl: "https://github.com", owner: "shop", name: "shop" };
const zod = { fullName: "colinhacks/zod", commit: "b".repeat(40) };

const entry: DependencyEntry = {
  ...{ ecosystem: "npm", name: "zod", version: "4.1.5", before: "3.25.0" },
  apis: [
    {
      api: "z.object",
      places: [
        { path: "src/a.ts", line: 3 },
        { path: "src/b.ts", line: 9 },
      ],
    },
    { api: "z.string", places: [{ path: "src/a.ts", line: 4 }] },
  ],
  examples: [
    {
      ...{ repository: zod, path: "examples/a.ts", from: 2, to: 3, apis: ["z.object"], licence: "MIT" },
      ...{ code: "const a = z.object({});\n", language: "typescript", own: true },
    },
    {
      ...{ repository: { fullName: "other/app", commit: "c".repeat(40) }, path: "a b.ts", from: 1, to: 1 },
      ...{ apis: ["z.string"], licence: "GPL-3.0", code: undefined, language: "typescript", own: false },
    },
  ],
  changes: {
    ...{ repository: zod, path: "CHANGELOG.md", count: 9 },
    entries: [
      {
        version: "4.0.0",
        line: 12,
        text: "`z.object` is strict @maintainer #12",
        breaking: true,
        apis: ["z.object"],
      },
      { version: "4.0.0", line: 14, text: "removes <b>x</b>", breaking: true, apis: [] },
    ],
  },
  tried: ["No tag `v4.1.5` was found; its newest commit was read."],
  commit: "a".repeat(40),
  lookedUpAt: "2026-11-21T10:00:00Z",
};

const render = (
  entries: readonly DependencyEntry[],
  ignored: readonly { ecosystem: "npm"; name: string }[] = [],
): string => renderLivingIssue({ entries, ignored, waiting: [], place, notes: [], ownPackages: [] });

describe("the living issue", () => {
  test("as a person reads it", () =>
    expect(render([entry], [{ ecosystem: "npm", name: "left-pad" }])).toMatchSnapshot());
  test("with nothing to say", () => expect(render([])).toMatch(/^No dependency is new/));
  test("what nobody shows stands folded, with its boxes; of one day a new major comes first", () => {
    const nothing = { ...entry, name: "quiet", examples: [], changes: undefined, tried: ["It is nowhere."] };
    const fresh = { ...entry, name: "fresh", before: undefined, changes: undefined };
    const body = render([nothing, fresh, entry]);
    expect(body.match(/^### .*$/gm)).toEqual(["### `zod` 3.25.0 → 4.1.5", "### `fresh` 4.1.5"]);
    expect(body).toMatch(
      /<summary>Looked up, nothing found<\/summary>\s+- `quiet` 3\.25\.0 → 4\.1\.5 \(npm\): It is nowhere\./,
    );
    expect(
      tickedBoxes(body.replace(/- \[ \] (<!-- coderag:box \["ignore","npm","quiet")/, "- [x] $1")),
    ).toEqual([{ action: "ignore", ecosystem: "npm", name: "quiet" }]);
  });
  test("news stand above what was there from the start, whose turn came later, and that above what tests alone call often", () => {
    const begun = { ...entry, before: undefined, changes: undefined, fromStart: true };
    const later = { ...begun, name: "least", lookedUpAt: "2026-12-21T10:00:00Z" };
    const places = Array.from({ length: 9 }, (_, line) => ({ path: "test/a.ts", line }));
    const tested = { ...later, name: "tested", apis: [{ api: "expect", places }] };
    const often = { ...begun, name: "often", apis: [...entry.apis, ...entry.apis] };
    const body = render([tested, later, entry, often]);
    expect(body.match(/^### `\w+`/gm)).toEqual(["### `zod`", "### `often`", "### `least`", "### `tested`"]);
  });
  test("nobody is mentioned, no reference is made, and no markup of a change log lives", () => {
    const body = render([entry]);
    expect(body).not.toMatch(/(?<![`\w])@maintainer|(?<![`\w])#12\b|<b>/);
  });
  test("its own packages are named, some of many", () => {
    const ownPackages = Array.from({ length: 70 }, (_, at) => ({ name: `@acme/p${at}` }));
    const body = renderLivingIssue({ entries: [], ignored: [], waiting: [], place, notes: [], ownPackages });
    expect(body).toMatch(
      /Not asked for outside<\/summary>[\s\S]*`@acme\/p0`[\s\S]*`@acme\/p59` and 10 more\./,
    );
    expect(body).not.toContain("@acme/p60");
  });
  test("500 that wait, and as many files that cannot be read, fit as well", () => {
    const waiting = Array.from({ length: 500 }, (_, at) => ({
      ecosystem: "maven" as const,
      name: `org.springframework.boot:spring-boot-starter-${at}`,
    }));
    const notes = waiting.map(({ name }) => `${name}/pom.xml cannot be read: ${"x".repeat(200)}.`);
    const body = renderLivingIssue({ entries: [entry], ignored: [], waiting, place, notes, ownPackages: [] });
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body).toContain("spring-boot-starter-499");
    expect(body.match(/<details>/g)?.length).toBe(body.match(/<\/details>/g)?.length);
  });
  test("a hundred of them fit into an issue, and those left out are named", () => {
    const many = Array.from({ length: 100 }, (_, at) => ({
      ...entry,
      name: `package-${at}`,
      examples: entry.examples.map((one) => ({ ...one, code: "x".repeat(3000) })),
    }));
    const body = render(many);
    expect(body.length).toBeLessThanOrEqual(60_000);
    expect(body).toContain("`package-0`");
    for (const at of [39, 40, 99]) expect(body).toContain(`package-${at}`);
  });
});

describe("boxes", () => {
  test("all that are ticked, and no others", () => {
    const body = render([entry], [{ ecosystem: "npm", name: "left-pad" }]).replace("- [ ]", "- [x]");
    expect(tickedBoxes(body)).toEqual([
      { action: "look-up", ecosystem: "npm", name: "zod" },
      { action: "ignore", ecosystem: "npm", name: "left-pad" },
    ]);
  });
  const lookUp = { action: "look-up", ecosystem: "npm", name: "a" } as const;
  const ignore = { ...lookUp, action: "ignore" } as const;
  test.each<[string, readonly Box[], readonly Box[], readonly Box[], readonly Box[]]>([
    ["ticked", [], [ignore], [ignore], [ignore]],
    ["ticked, and written over", [], [ignore], [], [ignore]],
    ["ticked beside another", [lookUp], [lookUp, ignore], [], [ignore]],
    ["no longer ticked, and written over", [ignore], [], [ignore], []],
    ["nothing changed", [ignore], [ignore], [], []],
  ])("an edit holds where it was written over: %s", (_, before, after, standing, expected) => {
    const text = (ticked: readonly Box[]): string =>
      [lookUp, ignore].map((one) => box(one, "x", ticked.includes(one))).join("\n");
    expect(withChange(standing, boxChange(text(before), text(after)))).toEqual(expected);
  });
  test.each([
    ["not ticked", '- [ ] <!-- coderag:box ["ignore","npm","a"] --> x'],
    ["not ours", "- [x] ignore this"],
    ["another action", '- [x] <!-- coderag:box ["delete","npm","a"] --> x'],
    ["another ecosystem", '- [x] <!-- coderag:box ["ignore","cpan","a"] --> x'],
    ["no name", '- [x] <!-- coderag:box ["ignore","npm",7] --> x'],
    ["broken", "- [x] <!-- coderag:box [ --> x"],
    ["an object", '- [x] <!-- coderag:box {"0":"ignore"} --> x'],
    ["in a sentence", 'see [x] <!-- coderag:box ["ignore","npm","a"] -->'],
  ])("%s: not read", (_, line) => expect(tickedBoxes(line)).toEqual([]));
  test("whatever a package is called, its box is read again", () =>
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), (name) => {
        const one = { action: "ignore", ecosystem: "npm", name } as const;
        expect(tickedBoxes(box(one, "x", true))).toEqual([one]);
        expect(tickedBoxes(box(one, "x", false))).toEqual([]);
      }),
    ));
});
