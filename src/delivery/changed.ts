import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import type { FileChange } from "../source/file.ts";
import { splitLines } from "../source/lines.ts";

/** The code graph of the base commit, and the one that stands once the change is merged. */
export interface Graphs {
  readonly before: CodeGraph;
  readonly after: CodeGraph;
}

/** What becomes of one definition. `node` is that of the graph after the change; of a deleted one that before. */
export interface ChangedDefinition {
  readonly node: CodeNode;
  readonly kind: "new" | "changed" | "deleted";
}

/**
 * The definitions that a change adds, alters or removes, in the order of the files: first those that stand in the file
 * afterwards, then the deleted ones. A definition is altered where its own lines are other ones: lines of
 * definitions within it count for these, blank lines and a mere move count for nothing.
 */
export function changedDefinitions(
  changes: readonly FileChange[],
  { before, after }: Graphs,
): readonly ChangedDefinition[] {
  return changes.flatMap((change): readonly ChangedDefinition[] => {
    const old = ownLines(change.path, change.before, before);
    const now = ownLines(change.path, change.after, after);
    if (!old || !now) return [];
    const standing = [...now].flatMap(([node, lines]): ChangedDefinition[] => {
      const earlier = before.node(node.id);
      const known = earlier && old.get(earlier);
      if (known === undefined) return [{ node, kind: "new" }];
      return known === lines ? [] : [{ node, kind: "changed" }];
    });
    const gone = [...old.keys()].filter(({ id }) => !after.node(id));
    return [...standing, ...gone.map((node) => ({ node, kind: "deleted" as const }))];
  });
}

/** Each definition of a file with its own lines; undefined for a file that the index did not read (too large). */
function ownLines(
  path: string,
  text: string | undefined,
  graph: CodeGraph,
): ReadonlyMap<CodeNode, string> | undefined {
  if (text === undefined) return new Map();
  const lines = splitLines(text).map((line) => line.text.trimEnd());
  const [module, ...nodes] = graph.inFile(path);
  if (lines.length > 1 && nodes.length === 0 && module?.endLine === 1) return undefined;
  // Outer definitions come first, so that each line ends with the innermost that holds it.
  const holders: (CodeNode | undefined)[] = lines.map(() => undefined);
  for (const node of nodes) holders.fill(node, node.startLine - 1, node.endLine);
  const own = new Map(nodes.map((node) => [node, ""]));
  for (const [at, node] of holders.entries())
    if (node && lines[at] !== "") own.set(node, `${own.get(node)}${lines[at]}\n`);
  return own;
}
