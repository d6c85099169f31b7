import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { conditionOf, createMeeting } from "../../src/languages/go/constraints.ts";

describe("the condition of a Go file", () => {
  test.each<[string, string | undefined, string | undefined]>([
    ["plain.go", undefined, undefined],
    ["linux.go", undefined, undefined],
    ["_linux.go", undefined, "linux"],
    ["a/b_windows/c.go", undefined, undefined],
    ["a/file_windows.go", undefined, "windows"],
    ["file_arm64.go", undefined, "arm64"],
    ["file_darwin_arm64.go", undefined, "darwin && arm64"],
    ["file_arm64_darwin.go", undefined, "darwin"],
    ["file_linux_test.go", undefined, "linux"],
    ["file_test.go", undefined, undefined],
    ["file_unix.go", undefined, undefined],
    ["file_linux.pb.go", undefined, "linux"],
    ["file.go", "//go:build linux || darwin", "(linux || darwin)"],
    ["file_amd64.go", "//go:build !purego", "amd64 && (!purego)"],
    ["file.go", "// +build linux,386 darwin,!cgo", "((linux && 386 || darwin && !cgo))"],
    ["file.go", "// +build linux\n//+build amd64", "((linux) && (amd64))"],
    ["file.go", "// +build linux\n//go:build darwin", "(darwin)"],
    ["file.go", "//go:build", undefined],
    ["file.go", "// +build", undefined],
    ["file.go", "//go:build linux darwin", undefined],
    ["file.go", "//go:build (linux", undefined],
    ["file.go", "//go:build linux)", undefined],
    ["file.go", "//go:build linux && $x", undefined],
    ["file.go", `//go:build ${"(".repeat(20_000)}a${")".repeat(20_000)}`, undefined],
    ["file_js.go", `//go:build ${"!".repeat(999)}`, "js"],
  ])("%s %p", (path, said, expected) => {
    const found = conditionOf(path, said, false);
    expect(found).toBe(expected);
  });

  test("of one that imports C", () => {
    expect(conditionOf("a_linux.go", "//go:build !race", true)).toBe("linux && cgo && (!race)");
  });
});

describe("two conditions", () => {
  test.each<[string, string, boolean]>([
    ["linux", "linux && amd64", true],
    ["linux", "windows", false],
    ["linux", "unix", true],
    ["windows", "unix", false],
    ["windows", "!unix", true],
    ["linux && amd64", "linux && !amd64", false],
    ["linux", "!linux && !darwin", false],
    ["freebsd", "!linux && !darwin", true],
    ["!linux", "android", false],
    ["android", "linux", true],
    ["ios", "darwin", true],
    ["illumos", "!solaris", false],
    ["(linux || darwin) && cgo", "!cgo", false],
    ["debug", "!debug", false],
    ["debug", "race", true],
    ["go1.20", "!go1.18", false],
    ["go1.18", "!go1.20", true],
    ["go1.20", "!go1.22 && linux", true],
    ["amd64", "arm64 || riscv64", false],
    ["amd64", "!(arm64 || riscv64)", true],
    ["linux", "gccgo", false],
    ["gccgo", "gccgo && linux", true],
    ["gccgo", "gc", false],
    ["gc", "gccgo || linux", true],
    ["a && b && c && d && e", "!a && f && g && h && i && j", true],
  ])("%s with %s: %p", (one, other, expected) => {
    const canMeet = createMeeting();
    expect(canMeet(one, other)).toBe(expected);
    expect(canMeet(one, other)).toBe(expected);
  });

  test("are never told apart where there is a program of both", () => {
    const tags = ["linux", "darwin", "windows", "unix", "amd64", "arm64", "cgo", "debug", "go1.18", "go1.22"];
    const { expression } = fc.letrec<{ expression: string }>((tie) => ({
      expression: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        fc.constantFrom(...tags),
        tie("expression").map((inner) => `!(${inner})`),
        fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `${a} && (${b})`),
        fc.tuple(tie("expression"), tie("expression")).map(([a, b]) => `(${a}) || ${b}`),
      ),
    }));
    const program = fc.record({
      system: fc.constantFrom("linux unix", "darwin unix", "windows", "plan9", "netbsd unix"),
      chip: fc.constantFrom("amd64", "arm64", "wasm"),
      version: fc.constantFrom("", "go1.18", "go1.18 go1.22"),
      own: fc.subarray(["cgo", "debug"]),
    });
    const canMeet = createMeeting();
    let both = 0;
    fc.assert(
      fc.property(expression, expression, program, (one, other, { system, chip, version, own }) => {
        const known = new Set([...system.split(" "), chip, ...version.split(" "), ...own]);
        // JavaScript reads the same signs in the same order of strength.
        const holds = (text: string): boolean =>
          Boolean(new Function(`return ${text.replace(/[\w.]+/g, (tag) => String(known.has(tag)))}`)());
        if (!holds(one) || !holds(other)) return;
        both++;
        expect(canMeet(one, other)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
    expect(both).toBeGreaterThan(200);
  });
});
