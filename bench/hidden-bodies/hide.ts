/**
 * A file as somebody sees it who is to write the body of one of its functions: the body is empty, and what only it
 * used is imported no more. Line numbers stay.
 */
import { type Grammar, type Node, withTree } from "../../src/languages/parsing/parser.ts";

export interface Body {
  /** Offsets of what is hidden, without the braces around it. */
  readonly start: number;
  readonly end: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

/** The body of the definition on these lines (1-based, inclusive); undefined where it has none of its own. */
export function bodyOf(root: Node, startLine: number, endLine: number): Body | undefined {
  for (const node of root.namedChildren) {
    const [first, last] = [node.startPosition.row + 1, node.endPosition.row + 1];
    if (last < startLine || first > endLine) continue;
    const body = first >= startLine && last <= endLine ? node.childForFieldName("body") : null;
    if (body) {
      const braced = /^\{.*\}$/s.test(body.text);
      const [start, end] = braced
        ? [body.startIndex + 1, body.endIndex - 1]
        : [body.startIndex, body.endIndex];
      return { start, end, startLine: body.startPosition.row + 1, endLine: body.endPosition.row + 1 };
    }
    const inner = bodyOf(node, startLine, endLine);
    if (inner) return inner;
  }
  return undefined;
}

export function hideBody(grammar: Grammar, text: string, { start, end }: Body): string {
  const empty = grammar.language.family === "python" ? "pass" : "";
  const hidden = blanked(text, start, end, empty);
  return withTree(grammar, text, (tree) => withoutUnused(importsIn(tree.rootNode), hidden));
}

function blanked(text: string, start: number, end: number, instead = ""): string {
  const inside = text.slice(start, end).replaceAll(/[^\r\n]/g, " ");
  return text.slice(0, start) + instead + inside.slice(instead.length) + text.slice(end);
}

/** `import_spec` is Go's, whose declarations hold several. */
const importing = new Set([
  "import_statement",
  "import_from_statement",
  "import_declaration",
  "import_spec",
  "use_declaration",
  "namespace_use_declaration",
]);

function importsIn(root: Node): Node[] {
  return root.namedChildren.flatMap((child) => {
    const inner = importsIn(child);
    return inner.length === 0 && importing.has(child.type) ? [child] : inner;
  });
}

/** Drops statements that import only what is used no more; in others such names are replaced by underscores. */
function withoutUnused(statements: readonly Node[], hidden: string): string {
  let rest = hidden;
  for (const { startIndex, endIndex } of statements) rest = blanked(rest, startIndex, endIndex);
  const used = new Set(rest.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  let text = hidden;
  for (const { startIndex, endIndex } of statements) {
    const whole = text.slice(startIndex, endIndex);
    const names = namesIn(whole);
    const unused = names.filter(({ name }) => !used.has(name));
    if (unused.length === 0) continue;
    if (unused.length === names.length) text = blanked(text, startIndex, endIndex);
    else
      for (const { name, at } of unused) {
        const from = startIndex + at;
        text = text.slice(0, from) + "_".repeat(name.length) + text.slice(from + name.length);
      }
  }
  return text;
}

/** The names that a statement binds, and where they stand in it: the last word of each item. */
function namesIn(statement: string): readonly { readonly name: string; readonly at: number }[] {
  // Go: `alias "a/b/v2"`.
  const path = /^\s*(?:[\w.]+\s+)?"([^"]+)"\s*$/.exec(statement);
  if (path) {
    const parts = path[1]!.split("/").filter((part) => !/^v\d+$/.test(part));
    const alias = /^\s*([\w.]+)\s/.exec(statement)?.[1];
    const name = alias ?? parts.at(-1)!.replace(/^go-|\.v\d+$/g, "");
    return alias === "." || alias === "_" ? [] : [{ name, at: Math.max(0, statement.indexOf(name)) }];
  }
  const text = statement
    .replace(/\bfrom\s*(["']).*$/s, (tail) => " ".repeat(tail.length))
    .replace(/^\s*from\s+[\w.]+\s+import\b/, (head) => " ".repeat(head.length));
  const names: { name: string; at: number }[] = [];
  for (const item of text.matchAll(/[^{}(),;]+/g)) {
    const last = [...item[0].matchAll(/[\p{L}_$][\p{L}\p{N}_$]*/gu)].at(-1);
    if (!last || /(?:::|[.\\])\s*\*?\s*$/.test(item[0]) || /^(?:import|type|use|static|pub)$/.test(last[0]))
      continue;
    names.push({ name: last[0], at: item.index + last.index });
  }
  return names;
}
