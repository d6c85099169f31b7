import { expect, test } from "@jest/globals";
import { findFailedTests } from "../../../src/retrieval/locating/failed-tests.ts";

test.each<[string, string, [string | undefined, number | undefined, string][]]>([
  [
    "pytest",
    "FAILED tests/test_config.py::TestParse::test_empty[a-1] - assert 1 == 2\nERROR tests/test_b.py::test_c",
    [
      ["tests/test_config.py", undefined, "TestParse.test_empty"],
      ["tests/test_b.py", undefined, "test_c"],
    ],
  ],
  ["Go", "    --- FAIL: TestParse/empty (0.00s)", [[undefined, undefined, "TestParse"]]],
  ["Jest", "FAIL src/config.test.ts (5 s)", [["src/config.test.ts", undefined, ""]]],
  ["Vitest", " ❯ test/config.spec.tsx > parse", [["test/config.spec.tsx", undefined, ""]]],
  ["RSpec", "rspec ./spec/config_spec.rb:12 # Config parses", [["./spec/config_spec.rb", 12, ""]]],
  ["PHPUnit", "1) Acme\\ConfigTest::testParse", [[undefined, undefined, "ConfigTest.testParse"]]],
  ["Cargo", "test config::tests::parses ... FAILED", [[undefined, undefined, "parses"]]],
  ["nothing", "test config::tests::parses ... ok\nFAILED to read tests/test_config.py\n1) Open it", []],
])("failed tests of %s", (_, text, expected) => {
  expect(findFailedTests(text).map(({ path, line, names }) => [path, line, names.join(".")])).toEqual(
    expected,
  );
});
