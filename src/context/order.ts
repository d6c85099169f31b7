import type { CodeGraph } from "../graph/graph.ts";

/**
 * Files in reading order: the most wanted first, and after each file the shown files that it calls into, so that a
 * callee is read after its caller (the order that arXiv 2504.10046 keeps within its prompt). `files` come best first.
 */
export function callOrder(files: readonly string[], graph: CodeGraph): readonly string[] {
  const waiting = new Set(files);
  const ordered: string[] = [];
  const visit = (path: string): void => {
    if (!waiting.delete(path)) return;
    ordered.push(path);
    const called = new Set(
      graph
        .inFile(path)
        .flatMap((node) => graph.outgoing(node.id, "Call"))
        .flatMap((edge) => graph.node(edge.to)?.path ?? []),
    );
    for (const next of files) if (called.has(next)) visit(next);
  };
  for (const path of files) visit(path);
  return ordered;
}
