import type { CodeNode } from "../../src/graph/graph.ts";
import { countTokens } from "../../src/llm/tokens.ts";
import type { ReadSource } from "../../src/retrieval/documents.ts";
import type { CallTree, Ran } from "../../src/traces/call-tree.ts";

/** What the article's prompts would take ("execution traces as context", section on variants), beside our tree. */
export async function variantTokens(
  { calls }: CallTree,
  functions: ReadonlySet<CodeNode>,
  read: ReadSource,
  ours: number,
): Promise<Readonly<Record<string, number>>> {
  const texts = await read([...new Set([...functions].map(({ path }) => path))]);
  const source = new Map<CodeNode, number>();
  for (const node of functions) {
    const lines =
      texts
        .get(node.path)
        ?.split("\n")
        .slice(node.startLine - 1, node.endLine) ?? [];
    source.set(node, node.kind === "Module" ? 0 : countTokens(lines.join("\n")));
  }
  const rows: string[] = [];
  let repeated = 0;
  const visit = (below: readonly Ran[], depth: number): void => {
    for (const { node, calls } of below) {
      rows.push(`${"  ".repeat(depth)}${node.id}`);
      repeated += source.get(node)!;
      visit(calls, depth + 1);
    }
  };
  visit(calls, 0);
  const tree = countTokens(rows.join("\n"));
  const once = [...source.values()].reduce((sum, tokens) => sum + tokens, 0);
  return { full: tree + repeated, A: tree + once, C: repeated, CA: once, T: tree, "our tree": ours };
}
