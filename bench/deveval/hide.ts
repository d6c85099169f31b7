/**
 * A sample's file as somebody sees it who is to write the body: body and docstring are `pass`, and imports at the top
 * that only the body used are gone. Line numbers stay.
 */
import { loadGrammar, type Node, withTree } from "../../src/languages/parsing/parser.ts";
import type { Sample } from "./samples.ts";

export async function hiddenSource(text: string, sample: Sample): Promise<string> {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const first = sample.signature_position[1];
  for (let line = first; line < sample.body_position[1]; line++) lines[line] = "";
  lines[first] = `${" ".repeat(sample.indent)}pass`;
  const names = new Set(sample.exclusive_imports);
  if (names.size === 0) return lines.join("\n");
  const grammar = await loadGrammar("python");
  withTree(grammar, text.replaceAll("\r\n", "\n"), (tree) => {
    for (const statement of importsOf(tree.rootNode)) dropNames(lines, statement, names);
  });
  return lines.join("\n");
}

/** Import statements that are not inside a definition. */
function importsOf(node: Node): Node[] {
  return node.namedChildren.flatMap((child) => {
    if (/^import(?:_from)?_statement$/.test(child.type)) return [child];
    return /^(?:function|class|decorated)_definition$/.test(child.type) ? [] : importsOf(child);
  });
}

function dropNames(lines: string[], statement: Node, names: ReadonlySet<string>): void {
  const imported = statement.childrenForFieldName("name");
  const kept = imported.filter((one) => !names.has(nameHere(one)));
  if (kept.length === imported.length) return;
  const { row: start, column } = statement.startPosition;
  for (let line = start; line <= statement.endPosition.row; line++) lines[line] = "";
  const from = statement.childForFieldName("module_name");
  const list = kept.map((one) => one.text).join(", ");
  const rest = from ? `from ${from.text} import ${list}` : `import ${list}`;
  lines[start] = " ".repeat(column) + (kept.length === 0 ? "pass" : rest);
}

/** The name that an import makes known in the file. */
function nameHere(one: Node): string {
  const alias = one.childForFieldName("alias");
  return alias ? alias.text : one.text.split(".")[0]!;
}
