/** A test that the output of a test runner calls failed, as far as it names it. */
export interface FailedTest {
  readonly path: string | undefined;
  readonly line: number | undefined;
  /** The test's function or method, behind its class where the runner says it. */
  readonly names: readonly string[];
  /** The part of the output it was read from. */
  readonly text: string;
}

/** How one runner writes it: groups `path`, `line`, `owner` and `name`, each where it has them. */
const shapes: readonly RegExp[] = [
  // pytest:  FAILED tests/test_config.py::TestParse::test_empty[a-1] - assert ...
  /^\s*(?:FAILED|ERROR) (?<path>[^\s:]{1,300}\.py)::(?:(?<owner>\w{1,100})::)?(?<name>\w{1,100})/,
  // Go:  --- FAIL: TestParse/empty (0.00s)
  /^\s*--- FAIL: (?<name>\w{1,100})/,
  // Jest, Vitest:  FAIL  src/config.test.ts > parse
  /^\s*(?:FAIL|❯) +(?<path>\S{1,300}\.(?:test|spec)\.[cm]?[jt]sx?)\b/,
  // RSpec:  rspec ./spec/config_spec.rb:12 # Config parses
  /^\s*rspec (?<path>\S{1,300}\.rb):(?<line>\d{1,7})/,
  // PHPUnit:  1) Acme\ConfigTest::testParse
  /^\s*\d{1,4}\) (?:\w{1,100}\\){0,20}(?<owner>\w{1,100}Test)::(?<name>\w{1,100})/,
  // Cargo:  test config::tests::parses ... FAILED
  /^\s*test (?:\w{1,100}::){0,20}(?<name>\w{1,100}) \.\.\. FAILED/,
];

/** The failed tests in a text, in the order written. */
export function findFailedTests(text: string): readonly FailedTest[] {
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    for (const shape of shapes) {
      const { 0: found = "", groups } = shape.exec(line.slice(0, 1_000)) ?? {};
      if (!groups) continue;
      const names = [groups["owner"], groups["name"]].filter((name) => name !== undefined);
      const at = groups["line"];
      return [{ path: groups["path"], line: at ? Number(at) : undefined, names, text: found.trim() }];
    }
    return [];
  });
}
