import type { CodeEdge, CodeNode } from "../../graph/graph.ts";
import type { FileFacts } from "./collect.ts";
import type { Evidence, Judgement } from "./judgement.ts";

/** Judges the imports of one file. An index names the imported files where they occur; a package of several files is not judged. */
export function judgeImports(
  { graph, verdict }: Evidence,
  { path, imported }: FileFacts,
  own: readonly CodeEdge[],
  judgement: Judgement,
): void {
  const module = graph.inFile(path)[0]!;
  const named = new Map<number, Set<CodeNode>>();
  for (const { keys, line } of imported) {
    const says = verdict(keys);
    if (says.kind !== "nodes" || says.nodes.length > 1 || says.nodes[0]?.kind !== "Module") continue;
    named.set(line, (named.get(line) ?? new Set()).add(says.nodes[0]));
  }
  const known = new Set(own.map(({ to }) => to));
  for (const edge of own) {
    const here = named.get(edge.line);
    if (here?.has(graph.node(edge.to)!)) judgement.confirm(edge);
    else judgement.keep(edge);
  }
  for (const [line, files] of named)
    for (const file of files)
      if (file !== module && !known.has(file.id) && !holdsAnother(file, files))
        judgement.add(module, file, "Import", line);
}

/** `from package import module` depends on the module rather than on the package. */
function holdsAnother({ name, path }: CodeNode, files: ReadonlySet<CodeNode>): boolean {
  if (!/^(?:__init__|index)\./.test(name)) return false;
  const folder = path.slice(0, path.length - name.length);
  return [...files].some((file) => file.path !== path && file.path.startsWith(folder));
}
