import { describe, expect, test } from "@jest/globals";
import type { Dependency } from "../../src/dependencies/dependency.ts";
import type { DependencyUses } from "../../src/dependencies/uses.ts";
import type { Box } from "../../src/examples/boxes.ts";
import type { DependencyEntry } from "../../src/examples/entry.ts";
import { asked, found, look, newWatch, next, type Watch } from "../../src/examples/watch.ts";

const dependency = (name: string, version = "1.0.0", development = false): Dependency => ({
  ...{ ecosystem: "npm", name, range: "", version, development, manifests: ["package.json"] },
});
const entry = (name: string, before?: string, change: Partial<DependencyEntry> = {}): DependencyEntry => ({
  ...{ ecosystem: "npm", name, version: "1.0.0", before, apis: [], commit: "c", examples: [] },
  ...{ changes: undefined, tried: [], lookedUpAt: "", ...change },
});
/** As often called as its name has letters, one that begins with `test` by tests; names in capitals are never called. */
const uses = ({ name }: Dependency): DependencyUses => ({
  files: [],
  apis: /[A-Z]/.test(name)
    ? []
    : [{ api: name, places: Array.from({ length: name.length }, () => ({ path: pathOf(name), line: 1 })) }],
});
const pathOf = (name: string): string => (name.startsWith("test") ? "tests/a.py" : "a.py");
const box = (action: Box["action"], name: string): Box => ({ action, ecosystem: "npm", name });

/** `entries | waiting (before) | ignored`. */
function check(watch: Watch, expected: string): void {
  const names = (list: readonly { readonly name: string; readonly before?: string | undefined }[]): string =>
    list.map(({ name, before }) => (before === undefined ? name : `${name}<${before}`)).join(" ");
  expect([names(watch.entries), names(watch.waiting), names(watch.ignored)].join(" | ")).toBe(expected);
}

const first = look(
  newWatch,
  [dependency("a"), dependency("bbb"), dependency("tool", "1.0.0", true), dependency("UNUSED")],
  uses,
);

describe("what the living issue watches", () => {
  test("the first look takes what the code calls most, without what only tools need", () =>
    check(first, " | bbb a | "));
  test("what was looked up no longer waits", () => {
    expect(next(first)?.dependency.name).toBe("bbb");
    check(found(first, entry("bbb")), "bbb | a | ");
  });
  test("nothing changed: nothing more waits", () =>
    check(look(found(found(first, entry("bbb")), entry("a")), first.seen!, uses), "a bbb |  | "));
  test("a new major, a new package, and one that is gone", () => {
    const known = found(found(first, entry("bbb")), entry("a"));
    const after = look(
      known,
      [dependency("bbb", "2.0.0"), dependency("cc"), dependency("tool", "1.1.0", true)],
      uses,
    );
    check(after, "bbb | bbb<1.0.0 cc | ");
    check(found(after, entry("bbb", "1.0.0")), "bbb<1.0.0 | cc | ");
  });
  test("what still waits keeps waiting behind what is new, once", () =>
    check(look(first, [dependency("a"), dependency("bbb", "2.0.0")], uses), " | bbb<1.0.0 a | "));
  test("bumped twice before its turn comes: from the version before both", () => {
    const once = look(first, [dependency("a"), dependency("bbb", "2.0.0")], uses);
    check(look(once, [dependency("a"), dependency("bbb", "3.0.0")], uses), " | bbb<1.0.0 a | ");
  });
  test("a bump that was taken back is looked up again as it is now, whether it waits or was shown", () => {
    const bumped = look(first, [dependency("a"), dependency("bbb", "2.0.0")], uses);
    const back = [dependency("a"), dependency("bbb", "1.0.0")];
    check(look(bumped, back, uses), " | bbb a | ");
    check(look(found(bumped, entry("bbb", "1.0.0")), back, uses), "bbb<1.0.0 | bbb a | ");
    const minor = look(first, [dependency("a"), dependency("bbb", "1.1.0")], uses);
    check(look(found(minor, entry("bbb")), back, uses), "bbb | a | ");
  });
  test("at the first look what only tests call is left out, also where its manifest does not say so", () => {
    const begun = look(newWatch, [dependency("a"), dependency("testify")], uses);
    check(begun, " | a | ");
    check(look(begun, [dependency("a"), dependency("testify", "2.0.0")], uses), " | testify<1.0.0 a | ");
  });
  test("of more than forty what says nothing goes first, then what was least called at the start", () => {
    const names = Array.from({ length: 42 }, (_, at) => "x".repeat(at + 1));
    const told = { lookedUpAt: "2026-11-30", examples: [{}] as unknown as DependencyEntry["examples"] };
    const looked = (watch: Watch, name: string, change: Partial<DependencyEntry> = told): Watch =>
      found(watch, entry(name, undefined, { ...change, apis: uses(dependency(name)).apis }));
    const begun = look(
      newWatch,
      names.map((name) => dependency(name)),
      uses,
    );
    const after = names
      .toReversed()
      .reduce((watch, name) => looked(watch, name, name.length === 30 ? {} : told), begun);
    expect(after.entries.map(({ name }) => name.length).sort((a, b) => a - b)).toEqual(
      names.map(({ length }) => length).filter((length) => length > 1 && length !== 30),
    );
    const news = look(after, [...after.seen!, dependency("y")], uses);
    const shown = looked(news, "y").entries.map(({ name }) => name);
    expect([shown[0], shown.length, shown.includes("xx")]).toEqual(["y", 40, false]);
  });
  test("an ignored one is neither shown nor looked up, also when it is bumped", () => {
    const ignoring = asked(found(first, entry("bbb")), [box("ignore", "bbb")]);
    check(ignoring, " | a | bbb");
    check(look(ignoring, [dependency("a"), dependency("bbb", "2.0.0")], uses), " | a | bbb");
  });
  test("without its tick it waits again", () =>
    check(asked(asked(first, [box("ignore", "bbb")]), []), " | bbb a | "));
  test("look it up again: with the version before, ahead of the others", () =>
    check(asked(found(first, entry("bbb", "0.9.0")), [box("look-up", "bbb")]), "bbb<0.9.0 | bbb<0.9.0 a | "));
  test("boxes for what the repository does not have mean nothing", () =>
    check(asked(first, [box("ignore", "evil"), box("look-up", "worse")]), " | bbb a | "));
  test("survives JSON", () => {
    const watch = asked(found(first, entry("bbb", "0.9.0")), [box("look-up", "bbb")]);
    expect(next(JSON.parse(JSON.stringify(watch)) as Watch)).toEqual(next(watch));
  });
});
