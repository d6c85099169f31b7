import { describe, expect, test } from "@jest/globals";
import { excerptOf, failuresIn } from "../../src/jobs/change/test-output.ts";

describe("failures of runners and compilers, by which two runs are compared", () => {
  test.each<[string, string, readonly string[]]>([
    [
      "pytest",
      "E       assert 1 == 2\ntests/test_cart.py:9: AssertionError\n==== short test summary info ====\nFAILED tests/test_cart.py::test_total - assert 1 == 2\nERROR tests/test_b.py - ImportError: x\n==== 1 failed, 2 passed in 0.12s ====",
      ["FAILED tests/test_cart.py::test_total - assert 1 == 2", "ERROR tests/test_b.py - ImportError: x"],
    ],
    [
      "unittest",
      "FAIL: test_a (tests.T.test_a)\nAssertionError: 1 != 2\n\nRan 1 test in 0.001s\n\nFAILED (failures=1)",
      ["FAIL: test_a (tests.T.test_a)"],
    ],
    [
      "go test",
      "--- FAIL: TestX (0.00s)\n    a_test.go:5: bad\nFAIL\nFAIL\texample.com/a\t0.003s\nok  \texample.com/b\t0.1s",
      ["FAIL: TestX", "FAIL example.com/a"],
    ],
    [
      "cargo",
      "test a::b ... FAILED\nerror[E0308]: mismatched types\n --> src/lib.rs:3:5\ntest result: FAILED. 1 passed; 1 failed",
      ["test a::b ... FAILED", "error[E0308]: mismatched types"],
    ],
    [
      "a linker, whose last line says nothing",
      "/usr/bin/ld: a.o: in function `main':\na.cpp:(.text+0x5e): undefined reference to `grow(int)'\ncollect2: error: ld returned 1 exit status",
      ["a.cpp:(.text+): undefined reference to `grow(int)'"],
    ],
    [
      "jest",
      "FAIL test/a.test.ts\n  ● adds › one\n    expect(a).toBe(b)\n  ✕ one (5 ms)\nTests:       1 failed, 3 passed, 4 total",
      ["FAIL test/a.test.ts", "● adds › one", "✕ one"],
    ],
    ["node --test", "✖ adds (1.2ms)\nnot ok 1 - adds\nℹ fail 1", ["✖ adds", "not ok 1 - adds"]],
    [
      "rspec",
      "  1) Cart totals\nrspec ./spec/cart_spec.rb:3 # Cart totals\n3 examples, 1 failure",
      ["Cart totals", "rspec ./spec/cart_spec.rb # Cart totals"],
    ],
    [
      "minitest",
      "Failure:\nTestA#test_b [test/a_test.rb:5]:\nExpected: 1",
      ["TestA#test_b [test/a_test.rb]:"],
    ],
    ["tsc", "src/a.ts(3,5): error TS2345: Argument", ["src/a.ts: error TS2345: Argument"]],
    ["gcc", "a.c:3:5: error: expected ';'", ["a.c: error: expected ';'"]],
    ["all is well", "ok 1 - errors are told\n12 passed, 0 failed\nNo errors: fine", []],
  ])("%s", (_, output, expected) => expect(failuresIn(output)).toEqual(expected));
});

test("an excerpt shows what stands around a failure, and the end", () => {
  const lines = Array.from({ length: 400 }, (_, at) => `line ${at}`);
  lines[100] = "--- FAIL: TestNew (0.01s)";
  lines[200] = "--- FAIL: TestOld (0.01s)";
  const excerpt = excerptOf(lines.join("\n"), new Set(["FAIL: TestNew"]), 900);
  expect(excerpt).toContain("line 99\n--- FAIL: TestNew (0.01s)\nline 101");
  expect(excerpt).not.toContain("TestOld");
  expect(excerpt).toMatch(/^\[\.\.\. 96 lines left out \.\.\.\]/);
  expect(excerpt.endsWith("line 399")).toBe(true);
  expect(excerpt.length).toBeLessThan(1000);
});
