import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { innermost } from "../../graph/innermost.ts";
import type { ChangedLines } from "./changed-lines.ts";

/** What a commit touched, named as the code graph of its parent names it: what locating should have found. */
export interface Gold {
  readonly files: ReadonlySet<string>;
  /** Ids of the functions and methods that hold a changed line. */
  readonly functions: ReadonlySet<string>;
}

/** Tests are left out, and so are files that the graph does not know: they were added, or are no source. */
export function goldOf(changes: readonly ChangedLines[], graph: CodeGraph): Gold {
  const files = new Set<string>();
  const functions = new Set<string>();
  for (const [path, inFile] of Map.groupBy(changes, (change) => change.path)) {
    const [module, ...definitions] = graph.inFile(path);
    if (!module || module.test) continue;
    files.add(path);
    const bodies = definitions.filter((node) => isFunction(node) && !node.test);
    for (const change of inFile) for (const { id } of touched(change, bodies)) functions.add(id);
  }
  return { files, functions };
}

export const isFunction = (node: CodeNode): boolean => node.kind === "Function" || node.kind === "Method";

/** The innermost functions of the replaced lines, or the one in which something was inserted. */
function touched({ kind, from, to }: ChangedLines, bodies: readonly CodeNode[]): ReadonlySet<CodeNode> {
  const found = new Set<CodeNode>();
  if (kind === "inserted") {
    // Behind the last line of a function begins something else: the next one, as a rule.
    const inner = innermost(bodies, from, to);
    return inner ? found.add(inner) : found;
  }
  for (let line = from; line <= to; line++) {
    const inner = innermost(bodies, line);
    if (inner) found.add(inner);
  }
  return found;
}
