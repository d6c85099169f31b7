import { addedLines } from "../../checks/added-lines.ts";
import type { Finding } from "../../checks/finding.ts";
import { nearestTest } from "../../context/nearest-test.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { isTestPath } from "../../graph/tests/test-names.ts";
import type { FileChange } from "../../source/file.ts";

/**
 * What a reviewer would ask first: why no test changed, where the changed code has tests. One finding, of the first such
 * file; none where any test was touched, in a file of its own or within one of code.
 */
export function untested(
  changes: readonly FileChange[],
  graph: CodeGraph,
  after: CodeGraph,
): readonly Finding[] {
  if (changes.some((change) => touchesTest(change, after))) return [];
  for (const { path } of changes) {
    const module = graph.node(path);
    const test = module && nearestTest(module, graph);
    if (test && test.path !== path)
      return [
        { kind: "untested", path, message: `No test was added or changed; the nearest is \`${test.path}\`.` },
      ];
  }
  return [];
}

function touchesTest(change: FileChange, after: CodeGraph): boolean {
  if (isTestPath(change.path) || after.node(change.path)?.test) return true;
  const tests = after.inFile(change.path).filter(({ test }) => test);
  return (
    tests.length > 0 &&
    addedLines(change).some(({ line }) =>
      tests.some(({ startLine, endLine }) => line >= startLine && line <= endLine),
    )
  );
}
