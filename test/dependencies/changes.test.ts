import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { dependencyChanges, versionInUse } from "../../src/dependencies/changes.ts";
import type { Dependency } from "../../src/dependencies/dependency.ts";
import { compareVersions, isOpen, majorOf, versionIn } from "../../src/dependencies/versions.ts";

const dependency = (name: string, version: string | undefined, range = ""): Dependency => ({
  ...{ ecosystem: "npm", name, range, version, development: false, manifests: ["package.json"] },
});

describe("majors", () => {
  test.each([
    ["1.2.3", "1"],
    ["v5.2.1", "5"],
    ["0.28.1", "0.28"],
    ["0", "0.0"],
    ["2024.1", "2024"],
    ["1!3.0", "3"],
    ["^4.1.0", undefined],
    ["main", undefined],
  ])("%s belongs to %s", (version, expected) => expect(majorOf(version)).toBe(expected));
});

describe("the version that a range names", () => {
  test.each([
    ["^4.1.0", "npm", "4.1.0"],
    [">=6,<7", "pypi", "6"],
    ["~> 7.1, >= 7.1.2", "rubygems", "7.1"],
    ["8.x", "npm", "8"],
    ["[4.0.0,5)", "nuget", "4.0.0"],
    ["v1.2.3", "go", "v1.2.3"],
    ["latest", "npm", undefined],
    ["", "npm", undefined],
    ["2.0.0-beta.3", "npm", "2.0.0-beta.3"],
  ] as const)("%s (%s): %s", (range, ecosystem, expected) =>
    expect(versionIn(range, ecosystem)).toBe(expected),
  );
});

describe("ranges that let in every later version", () => {
  test.each([
    ["", true],
    [">=7.1", true],
    [">= 2, < 3", false],
    [">=6,<7", false],
    [">=6,<=7.2", true],
    [">= 4.1, != 8.1.8, < 9", true],
    [">=8.1,<8.3", false],
    [">=2,<3.0.0", false],
    [">=0.20,<0.21", false],
    [">=0.20,<1", true],
    ["[1.0,3.0)", true],
    ["[1.0,1.9]", false],
    ["^4.1.0", false],
    ["~> 7.1", false],
    [">=1 || >=2", false],
    ["[1.0,)", true],
    ["[1.0,2.0)", false],
    ["1.0", false],
    ["latest", true],
  ])("%s: %s", (range, expected) => expect(isOpen(range)).toBe(expected));
});

describe("the version in use", () => {
  test.each([
    ["^17.0.2 || ^18.2.0", undefined, "18.2.0"],
    [">=4.1,<9", undefined, undefined],
    [">=4.1,<9", "8.1.8", "8.1.8"],
    ["^4.1.0", undefined, "4.1.0"],
  ])("of %s, locked at %s: %s", (range, version, expected) =>
    expect(versionInUse(dependency("click", version, range))).toBe(expected),
  );
});

describe("the order of versions", () => {
  test.each([
    ["1.10.0", "1.9.0", 1],
    ["1.0", "1.0.0", 0],
    ["1.0.0-rc.1", "1.0.0", -1],
    ["1.0.0-rc.2", "1.0.0-rc.10", -1],
    ["2.0b1", "2.0", -1],
    ["1.0.0+build", "1.0.0", 0],
    ["1.2.post1", "1.2", 0],
    ["v2.0.0", "1.9.9", 1],
  ])("%s against %s: %s", (left, right, expected) => {
    expect(Math.sign(compareVersions(left, right))).toBe(expected);
    expect(Math.sign(compareVersions(right, left))).toBe(expected === 0 ? 0 : -expected);
  });
  const version = fc
    .tuple(fc.nat(20), fc.nat(20), fc.constantFrom("", "-rc.1", "-beta"))
    .map(([a, b, w]) => `${a}.${b}${w}`);
  test("is transitive", () =>
    fc.assert(
      fc.property(version, version, version, (a, b, c) => {
        if (compareVersions(a, b) <= 0 && compareVersions(b, c) <= 0)
          expect(compareVersions(a, c)).toBeLessThanOrEqual(0);
      }),
    ));
});

describe("what changed between two looks", () => {
  const check = (
    before: readonly Dependency[],
    after: readonly Dependency[],
    expected: readonly string[],
  ): void =>
    expect(
      dependencyChanges(before, after).map(
        ({ dependency: { name }, kind, before }) => `${kind} ${name} ${before ?? "-"}`,
      ),
    ).toEqual(expected);
  test("nothing", () => check([dependency("zod", "4.1.0")], [dependency("zod", "4.1.0")], []));
  test("new, major, minor, back, gone", () =>
    check(
      [
        dependency("a", "1.0.0"),
        dependency("b", "1.0.0"),
        dependency("c", "2.0.0"),
        dependency("d", "1.0.0"),
      ],
      [
        dependency("a", "2.0.0"),
        dependency("b", "1.1.0"),
        dependency("c", "1.9.0"),
        dependency("e", undefined),
      ],
      ["major a 1.0.0", "minor b 1.0.0", "back c 2.0.0", "new e -", "gone d 1.0.0"],
    ));
  test("below 1.0 the second number breaks", () =>
    check([dependency("a", "0.27.0")], [dependency("a", "0.28.0")], ["major a 0.27.0"]));
  const go = (name: string, version: string): Dependency => ({
    ...dependency(name, version),
    ecosystem: "go",
  });
  test("a Go module's new major has another name", () =>
    check(
      [go("github.com/x/y/v2", "v2.1.0"), go("gopkg.in/z.v2", "v2.0.0"), go("github.com/x/k", "v1.0.0")],
      [go("github.com/x/y/v3", "v3.0.0"), go("gopkg.in/z.v3", "v3.0.1"), go("github.com/x/k", "v1.0.0")],
      ["major github.com/x/y/v3 v2.1.0", "major gopkg.in/z.v3 v2.0.0"],
    ));
  test("a Go module that is needed in two majors has one that is new", () =>
    check(
      [go("github.com/x/y", "v1.1.0")],
      [go("github.com/x/y/v2", "v2.0.0"), go("github.com/x/y", "v1.1.0")],
      ["new github.com/x/y/v2 -"],
    ));
  test("Go's modules below v1 have no majors", () =>
    check(
      [go("golang.org/x/sys", "v0.31.0"), go("a.dev/b", "v0.9.0")],
      [go("golang.org/x/sys", "v0.47.0"), go("a.dev/b", "v1.0.0")],
      ["minor golang.org/x/sys v0.31.0", "major a.dev/b v0.9.0"],
    ));
  test("without a lock file the ranges tell", () =>
    check([dependency("a", undefined, "^1.2.0")], [dependency("a", undefined, "^2.0.0")], ["major a 1.2.0"]));
  test("a version that nobody tells is no change", () =>
    check([dependency("a", "1.0.0")], [dependency("a", undefined)], []));
});
