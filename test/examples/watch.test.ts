import { describe, expect, test } from "@jest/globals";
import type { Dependency } from "../../src/dependencies/dependency.ts";
import type { DependencyUses } from "../../src/dependencies/uses.ts";
import type { Box } from "../../src/examples/boxes.ts";
import type { DependencyEntry } from "../../src/examples/entry.ts";
import { asked, found, look, newWatch, next, type Watch } from "../../src/examples/watch.ts";

const dependency = (name: string, version = "1.0.0", development = false): Dependency => ({
  ...{ ecosystem: "npm", name, range: "", version, development, manifests: ["package.json"] },
});
const entry = (name: string, before?: string): DependencyEntry => ({
  ...{ ecosystem: "npm", name, version: "1.0.0", before, apis: [], commit: "c", examples: [] },
  ...{ changes: undefined, tried: [], lookedUpAt: "" },
});
/** As often called as its name has letters; names in capitals are never called. */
const uses = ({ name }: Dependency): DependencyUses => ({
  files: [],
  apis: /[A-Z]/.test(name)
    ? []
    : [{ api: name, places: Array.from({ length: name.length }, () => ({ path: "a", line: 1 })) }],
});
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
