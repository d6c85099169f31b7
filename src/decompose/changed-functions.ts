import { isTestPath } from "../graph/tests/test-names.ts";
import type { FileChange } from "../source/file.ts";
import { graphOfFile, type Module, moduleOf } from "./program.ts";

/**
 * The functions, methods and classes that a change adds, and the functions and methods that it changes, named by their ids
 * in the code graph. Methods of a class that is new are part of it; tests are none of them.
 */
export async function changedFunctions(
  changes: readonly FileChange[],
  signal: AbortSignal,
): Promise<readonly Module[]> {
  const found: Module[] = [];
  for (const { path, before = "", after } of changes) {
    if (after === undefined || isTestPath(path)) continue;
    const old = await graphOfFile(path, before, signal);
    const known = new Map(old.nodes.map((node) => [node.id, moduleOf(node, old, before).text]));
    const graph = await graphOfFile(path, after, signal);
    for (const node of graph.nodes) {
      const isPart = node.kind === "Method" && !known.has(node.owner!);
      if (node.kind === "Module" || isPart) continue;
      const module = { ...moduleOf(node, graph, after), name: node.id };
      // What changed in a class that was there are its methods.
      const isSame = known.has(node.id) && (node.kind === "Class" || known.get(node.id) === module.text);
      if (!isSame) found.push(module);
    }
  }
  return found;
}
