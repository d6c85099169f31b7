import { countTokens } from "../llm/tokens.ts";
import { shownPath } from "../source/paths.ts";
import type { CallTree, Ran } from "./call-tree.ts";

/** Characters of a token at most, to tell early that a text is too long. */
const charactersPerToken = 5;

/**
 * A call tree as indented lines, `name path:line`, the path only where it is not the caller's. What stands there
 * already is named once more and said to be as above. Of a tree of more than `tokens` the deepest calls are left out,
 * and the last line says so.
 */
export function treeText({ calls, isCut }: CallTree, tokens: number): string {
  const depth = depthOf(calls);
  for (let shown = depth; shown > 0; shown--) {
    const rest = shown < depth ? [`(calls more than ${shown} deep are left out)`] : [];
    const text = [...lines(calls, shown), ...rest, ...(isCut ? ["(there were more)"] : [])].join("\n");
    if (text.length <= tokens * charactersPerToken && countTokens(text) <= tokens) return text;
  }
  return "";
}

const depthOf = (calls: readonly Ran[]): number =>
  calls.reduce((deepest, { calls }) => Math.max(deepest, 1 + depthOf(calls)), 0);

function lines(calls: readonly Ran[], depth: number): readonly string[] {
  const written: string[] = [];
  const shapeOf = shapes();
  const above = new Set<number>();
  const write = (below: readonly Ran[], level: number, path: string): void => {
    for (const ran of below) {
      const { node } = ran;
      const file = shownPath(node.path);
      const place = node.path === path ? "" : file;
      const name =
        node.kind === "Module" ? file : `${shownPath(node.qualifiedName)} ${place}:${node.startLine}`;
      const head = `${"  ".repeat(level)}${name}`;
      const isAbove = ran.calls.length > 0 && above.has(shapeOf(ran));
      written.push(isAbove ? `${head} (as above)` : head);
      above.add(shapeOf(ran));
      if (!isAbove && level + 1 < depth) write(ran.calls, level + 1, node.path);
    }
  };
  write(calls, 0, "");
  return written;
}

/** A number for each function with all below it; the same where all of it is the same. */
function shapes(): (ran: Ran) => number {
  const numbers = new Map<string, number>();
  const known = new Map<Ran, number>();
  const shapeOf = (ran: Ran): number => {
    let number = known.get(ran);
    if (number === undefined) {
      const key = [ran.node.id, ...ran.calls.map(shapeOf)].join("\n");
      number = numbers.get(key) ?? numbers.size;
      numbers.set(key, number);
      known.set(ran, number);
    }
    return number;
  };
  return shapeOf;
}
