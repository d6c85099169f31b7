import { expect, test } from "@jest/globals";
import { findDiagnostics } from "../../../src/retrieval/locating/diagnostics.ts";

type Place = readonly [path: string, line: number];
const rows: readonly [string, string, readonly Place[]][] = [
  ["gcc", "src/a.c:12:5: error: 'x' undeclared", [["src/a.c", 12]]],
  ["gcc, a header", "In file included from a.c:1:\ninclude/b.h:7:1: fatal error: c.h", [["include/b.h", 7]]],
  ["Go", "./a.go:12:5: undefined: x", [["./a.go", 12]]],
  ["mypy", 'pkg/a.py:12: error: Name "x" is not defined  [name-defined]', [["pkg/a.py", 12]]],
  ["flake8", "pkg/a.py:12:5: F821 undefined name 'x'", [["pkg/a.py", 12]]],
  ["javac", "src/main/java/A.java:12: error: cannot find symbol", [["src/main/java/A.java", 12]]],
  ["Kotlin", "e: file:///r/src/A.kt:12:5 Unresolved reference", [["/r/src/A.kt", 12]]],
  ["tsc for a log", "src/a.ts(12,5): error TS2304: Cannot find name 'x'.", [["src/a.ts", 12]]],
  ["tsc for people", "src/a.ts:12:5 - error TS2304: Cannot find name 'x'.", [["src/a.ts", 12]]],
  ["C#", "D:\\a\\r\\src\\A.cs(12,5): error CS0103: foo [D:\\a\\r\\A.csproj]", [["D:/a/r/src/A.cs", 12]]],
  ["C#, marked by the runner", "Error: src/A.cs(12,5,12,9): error CS0103: foo", [["src/A.cs", 12]]],
  ["MSVC", "a.cpp(12): error C2065: 'x': undeclared identifier", [["a.cpp", 12]]],
  ["rustc", "error[E0425]: cannot find value `x`\n  --> src/a.rs:12:5\n   |", [["src/a.rs", 12]]],
  ["Maven", "[ERROR] /r/src/A.java:[12,5] cannot find symbol", [["/r/src/A.java", 12]]],
  [
    "pytest",
    "src/a.py:30: in load\nsrc/b.py:12: ValueError",
    [
      ["src/a.py", 30],
      ["src/b.py", 12],
    ],
  ],
  ["webpack", "ERROR in ./src/a.ts:12:5", [["./src/a.ts", 12]]],
  ["Vitest", " ❯ src/a.ts:12:5", [["src/a.ts", 12]]],
  [
    "ESLint",
    "/r/src/a.js\n  3:1  warning  x  y\n  12:5  error  'x' is not defined  no-undef\n\n  9:9  error  z  y",
    [["/r/src/a.js", 12]],
  ],
  ["warnings beside an error", "a.c:1:2: warning: x\na.c:3:4: error: y\na.c:5:6: note: z", [["a.c", 3]]],
  ["warnings alone", "a.c:1:2: warning: x", [["a.c", 1]]],
  ["what grep prints", "src/a.c:12: return x;", []],
  ["prose", "Meet me at 12:30:15. See a.py:12: it is wrong, and f(1): error.", []],
];
test.each(rows)("the places of %s", (_, text, expected) => {
  expect(findDiagnostics(text).map(({ path, line }) => [path, line])).toEqual(expected);
});
