/** Calls of a file by syntax alone: independent of the queries and rules that the samples measure. */
import { deadlineIn } from "../../src/languages/limits.ts";
import { type Grammar, type Node, withTree } from "../../src/languages/parsing/parser.ts";

export interface WrittenCall {
  /** 1-based place of the called name: `c` in `a.b.c()`. */
  readonly line: number;
  readonly column: number;
  /** The callee as written, without white space: `a.b.c`. */
  readonly callee: string;
  readonly name: string;
  /** Inside the arguments of a macro, where the grammar sees tokens only. */
  readonly inMacro?: true;
}

interface Syntax {
  /** Node types of calls, and the field that holds the callee. */
  readonly calls: Readonly<Record<string, string>>;
  /** Where both fields are there, the callee is written `receiver.name` and not a node of its own. */
  readonly receiver?: string;
  /** Fields that lead from a callee to the called name. */
  readonly toName: readonly string[];
  /** Patterns of the lines that declare NAME. */
  readonly declares: readonly string[];
}

const syntaxes: Readonly<Record<string, Syntax>> = {
  go: {
    calls: { call_expression: "function" },
    toName: ["field", "operand"],
    declares: [
      String.raw`^\s*func\s*(?:\([^)]*\)\s*)?NAME\s*[([]`,
      String.raw`^\s*(?:type\s+)?NAME\s*(?:\[[^\]]*\]\s*)?(?:struct|interface|func)\b`,
      String.raw`^\s*type\s+NAME\b`,
      String.raw`\binterface\s*\{[^}]*^\s*NAME\(`,
      String.raw`\bNAME\s*:?=\s*func\b`,
    ],
  },
  rust: {
    calls: { call_expression: "function" },
    toName: ["field", "name", "function"],
    declares: [
      String.raw`\b(?:fn|struct|enum|union|trait|type)\s+NAME\b`,
      String.raw`\benum\s+\w+[^{;]*\{(?:[^{}]|\{[^{}]*\})*?\bNAME\s*\(`,
      String.raw`\blet\s+(?:mut\s+)?NAME\s*=\s*(?:move\s*)?\|`,
    ],
  },
  java: {
    calls: { method_invocation: "name", object_creation_expression: "type" },
    receiver: "object",
    toName: ["name"],
    declares: [
      String.raw`\b(?:class|interface|enum|record)\s+NAME\b`,
      String.raw`^[\w\s<>[\],.?@&]*[\w>\]]\s+NAME\s*\(`,
    ],
  },
};

/** Tokens of Rust that only look like calls: conditions of compilation, and what a macro is replaced with. */
const notCode = new Set(["attribute_item", "inner_attribute_item", "macro_definition"]);

/** Every call of a file, in order. Throws for a language without a list of node types. */
export function callsIn(grammar: Grammar, text: string): readonly WrittenCall[] {
  const syntax = syntaxOf(grammar.language.name);
  return withTree(
    grammar,
    text,
    (tree) => {
      const calls: WrittenCall[] = [];
      const visit = (node: Node): void => {
        const field = syntax.calls[node.type];
        const callee = field === undefined ? null : node.childForFieldName(field);
        if (callee) calls.push(written(syntax, node, callee));
        else if (node.type === "token_tree") calls.push(...tokenCalls(node));
        for (const child of node.namedChildren) if (child && !notCode.has(child.type)) visit(child);
      };
      visit(tree.rootNode);
      return calls;
    },
    deadlineIn(30_000),
  );
}

/** Whether some line of these texts declares the name, by its look alone. */
export function declaredNames(language: string, texts: readonly string[]): (name: string) => boolean {
  const { declares } = syntaxOf(language);
  const known = new Map<string, boolean>();
  return (name) => {
    // What is called may have no name: `func() {}()`.
    if (!/^\w+$/.test(name)) return false;
    let isDeclared = known.get(name);
    if (isDeclared === undefined) {
      const pattern = new RegExp(declares.map((one) => one.replace("NAME", name)).join("|"), "m");
      isDeclared = texts.some((text) => text.includes(name) && pattern.test(text));
      known.set(name, isDeclared);
    }
    return isDeclared;
  };
}

function syntaxOf(language: string): Syntax {
  const syntax = syntaxes[language];
  if (!syntax) throw new Error(`The node types of calls in ${language} are not listed in calls.ts.`);
  return syntax;
}

function written(syntax: Syntax, call: Node, callee: Node): WrittenCall {
  const receiver = syntax.receiver === undefined ? null : call.childForFieldName(syntax.receiver);
  const text = receiver ? `${receiver.text}.${callee.text}` : callee.text;
  return at(nameIn(syntax, callee), text);
}

function nameIn({ toName }: Syntax, callee: Node): Node {
  const field = toName.find((one) => callee.childForFieldName(one) !== null);
  if (field !== undefined) return nameIn({ toName } as Syntax, callee.childForFieldName(field)!);
  const named = callee.namedChildren.filter((child) => child !== null);
  if (/^(?:generic_type|parenthesized_expression)$/.test(callee.type) && named[0])
    return nameIn({ toName } as Syntax, named[0]);
  return callee.type === "scoped_type_identifier" ? named.at(-1)! : callee;
}

/** `name (...)` among the tokens of a macro's arguments, with the path before it. */
function tokenCalls(tree: Node): readonly WrittenCall[] {
  const found: WrittenCall[] = [];
  const tokens = tree.children.filter((child) => child !== null);
  tokens.forEach((token, index) => {
    const next = tokens[index + 1];
    if (token.type !== "identifier" || next?.type !== "token_tree" || !next.text.startsWith("(")) return;
    if (tokens[index - 1]?.type === "fn") return;
    let start = index;
    while (/^(?:\.|::)$/.test(tokens[start - 1]?.type ?? "") && start > 1) {
      start -= 2;
      while (tokens[start]!.type === "token_tree" && start > 0) start--;
    }
    const text = tokens.slice(start, index + 1).map((one) => one.text);
    found.push({ ...at(token, text.join("")), inMacro: true });
  });
  return found;
}

function at(name: Node, callee: string): WrittenCall {
  const { row, column } = name.startPosition;
  return { line: row + 1, column: column + 1, callee: callee.replaceAll(/\s+/g, ""), name: name.text };
}
