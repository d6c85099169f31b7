import type { CodeGraph, CodeNode } from "../../src/graph/graph.ts";

/** One comment line under a line of source: what stands there, under the name that it stands for. */
interface Mark {
  /** 0-based. */
  readonly column: number;
  readonly length: number;
  readonly says: string;
}

/**
 * A file with its graph drawn into it, as indexers' snapshots are: under each line its definitions, and the calls,
 * bases and imports written there. A change of the graph is a difference that a person can judge.
 */
export function drawn(graph: CodeGraph, path: string, source: string, comment: string): string {
  const lines = source.replace(/\n$/, "").split("\n");
  const marks = lines.map((): Mark[] => []);
  for (const node of graph.inFile(path)) {
    if (node.kind !== "Module") {
      const at = lineOfName(lines, node);
      marks[at]!.push({
        ...placeOf(lines[at]!, node.name),
        says: `definition ${node.kind} ${node.qualifiedName}${moreOf(node)}`,
      });
    }
    for (const edge of graph.outgoing(node.id)) {
      if (edge.kind === "Contain") continue;
      const sure = edge.sureness === "exact" ? "" : ` (${edge.sureness})`;
      const { name } = graph.node(edge.to)!;
      const place = placeOf(lines[edge.line - 1]!, name.replace(/\.\w+$/, ""));
      marks[edge.line - 1]!.push({ ...place, says: `${edge.kind.toLowerCase()} ${edge.to}${sure}` });
    }
  }
  return lines
    .flatMap((line, index) => [line, ...marks[index]!.sort(byPlace).map(under(comment))])
    .join("\n");
}

const moreOf = ({ visibility, decorators }: CodeNode): string =>
  [...(visibility === "public" ? [] : [visibility]), ...decorators.map((one) => `@${one}`)]
    .map((one) => `, ${one}`)
    .join("");

const byPlace = (a: Mark, b: Mark): number => a.column - b.column || (a.says < b.says ? -1 : 1);

/** The comment sign takes the first columns, so a mark there is moved behind it. */
const under =
  (comment: string) =>
  ({ column, length, says }: Mark): string => {
    const space = column - comment.length;
    return `${comment}${" ".repeat(Math.max(0, space))}${space < 0 ? "<" : ""}${"^".repeat(length)} ${says}`;
  };

/** The declaration may stand below decorators and documentation. */
function lineOfName(lines: readonly string[], node: CodeNode): number {
  for (let at = node.startLine - 1; at < node.endLine; at++)
    if (!/^\s*(?:\/?\*|\/\/|#|@)/.test(lines[at]!) && wordIn(lines[at]!, node.name) >= 0) return at;
  return node.startLine - 1;
}

function placeOf(line: string, name: string): { column: number; length: number } {
  const column = wordIn(line, name);
  if (column >= 0) return { column, length: name.length };
  // Another name stands there (an alias, `super`): the whole line is meant.
  return { column: line.search(/\S/), length: line.trim().length };
}

const wordIn = (line: string, name: string): number =>
  line.search(new RegExp(`(?<![\\w$])${name.replace(/[^\w]/g, "\\$&")}(?![\\w$])`));
