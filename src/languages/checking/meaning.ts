import { tooLarge } from "../limits.ts";
import { loadBareGrammar, loadGrammar, type Node, withTreeIfAny } from "../parsing/parser.ts";
import { languageOf } from "../registry.ts";

/** Nodes that a formatter puts in or takes out without changing what is meant. */
const transparent = new Set([
  "parenthesized_expression",
  "formal_parameters",
  "required_parameter",
  "expression_statement",
]);
const skipped = new Set(["empty_statement", ",", ";", "(", ")", "'", '"']);
/** Two names of one thing: `return a, b` and `return (a, b)`. */
const alike: Readonly<Record<string, string>> = { expression_list: "tuple", pattern_list: "tuple_pattern" };

/**
 * What a text says, without how it is laid out: blanks, line ends, quotes, brackets around expressions and trailing
 * commas make no difference. Undefined where the file does not parse or its language is not known.
 */
export async function meaningOf(path: string, text: string): Promise<string | undefined> {
  if (/\.json$/i.test(path)) return jsonMeaning(text);
  const name = languageOf(path);
  if (tooLarge(text) !== undefined || (name === undefined && !/\.css$/i.test(path))) return undefined;
  const grammar = name === undefined ? await loadBareGrammar("css") : await loadGrammar(name);
  return withTreeIfAny(grammar, text, (tree) =>
    tree.rootNode.hasError ? undefined : treeMeaning(tree.rootNode),
  );
}

function treeMeaning(root: Node): string {
  const parts: string[] = [];
  const cursor = root.walk();
  try {
    for (;;) {
      const type = cursor.nodeType;
      const isShown = !skipped.has(type) && !transparent.has(type);
      if (!skipped.has(type) && cursor.gotoFirstChild()) {
        if (isShown) parts.push(`${alike[type] ?? type}[`);
        continue;
      }
      if (isShown) parts.push(cursor.nodeIsNamed ? leaf(type, cursor.nodeText) : type);
      while (!cursor.gotoNextSibling()) {
        if (!cursor.gotoParent()) return parts.join(" ");
        if (!transparent.has(cursor.nodeType)) parts.push("]");
      }
    }
  } finally {
    cursor.delete();
  }
}

function leaf(type: string, text: string): string {
  if (/comment/.test(type)) return `${type} ${text.replace(/\s+/g, " ").trim()}`;
  if (/^string_(?:start|end)$/.test(type)) return type + text.replace(/["']/g, "").toLowerCase();
  // A quote needs its backslash in one kind of quotes only; documentation may move to the right or left.
  if (/string|escape/.test(type)) return text.replace(/\\(["'])/g, "$1").replace(/(?<!\s)\s*\n\s*/g, "\n");
  return /integer|float|number/.test(type) ? text.toLowerCase() : text;
}

function jsonMeaning(text: string): string | undefined {
  try {
    return JSON.stringify(JSON.parse(text));
  } catch (error) {
    // A RangeError: nested deeper than can be written again.
    if (error instanceof SyntaxError || error instanceof RangeError) return undefined;
    throw error;
  }
}
