import { isTestPath } from "../graph/tests/test-names.ts";
import type { FileChange } from "../source/file.ts";
import { graphOfFile, type Module, moduleOf } from "./program.ts";

/**
 * The functions, methods and classes that a change brings, named by their ids in the code graph; methods of a class that
 * is new are part of it, and tests are none of them.
 */
export async function changedFunctions(
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<readonly Module[]> {
  const found: Module[] = [];
  for (const { path, before = "", after } of changes) {
    if (after === undefined || isTestPath(path)) continue;
    const known = new Set((await graphOfFile(path, before, signal)).nodes.map(({ id }) => id));
    const graph = await graphOfFile(path, after, signal);
    for (const node of graph.nodes) {
      const isPart = node.kind === "Method" && !known.has(node.owner!);
      if (node.kind === "Module" || known.has(node.id) || isPart) continue;
      found.push({ ...moduleOf(node, graph, after), name: node.id });
    }
  }
  return found;
}
