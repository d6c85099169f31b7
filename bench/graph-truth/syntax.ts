/** Where calls and names of definitions stand, by syntax alone: independent of the queries that are being measured. */
import { deadlineIn } from "../../src/languages/limits.ts";
import type { Grammar, Node } from "../../src/languages/parsing/parser.ts";
import { withBestReading } from "../../src/languages/preprocessing/readings.ts";

export interface CallPlace {
  /** 0-based place of the called name: `c` in `a.b.c()`. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
  /** It is not called but handed to a call, or to a component: that counts for a call where it is a function. */
  readonly isHanded?: true;
  /** 0-based line on which the whole callee starts. */
  readonly startLine: number;
  /** 1-based last lines of the functions and classes that it is in, or decorates; without them lines alone decide. */
  readonly within?: readonly number[];
}

export interface NamePlace {
  readonly line: number;
  readonly column: number;
  readonly name: string;
  /** 1-based last lines of what carries the name. */
  readonly endLines: readonly number[];
}

export interface Places {
  readonly calls: readonly CallPlace[];
  readonly names: readonly NamePlace[];
  /** What classes and interfaces name in their heads. */
  readonly bases: readonly { readonly name: NamePlace; readonly base: NamePlace }[];
}

const calleeField: Readonly<Record<string, string>> = {
  call: "function",
  call_expression: "function",
  new_expression: "constructor",
  jsx_opening_element: "name",
  jsx_self_closing_element: "name",
};
const wrapping = new Set(["parenthesized_expression", "await_expression", "await", "non_null_expression"]);
/** What is called by an index, `source[map](x)`, is named by that, and not by what stands before the brackets. */
const lastPart = ["property", "attribute", "index"];
const nameFields = ["name", "key", "left", "property"];

export function placesOf(grammar: Grammar, text: string): Places {
  return withBestReading(
    grammar,
    text,
    (_, tree) => {
      const calls: CallPlace[] = [];
      const names: NamePlace[] = [];
      const bases: { name: NamePlace; base: NamePlace }[] = [];
      const visit = (node: Node, around: readonly number[]): void => {
        const within = holding.test(node.type) ? [...around, lastLine(decorated(node))] : around;
        const callee = calleeOf(node);
        if (callee) calls.push(callPlace(callee, within));
        if (isHanded(node))
          calls.push({ ...callPlace(node, [...within, ...constantOf(node)]), isHanded: true });
        bases.push(...basesOf(node));
        if (node.namedChildCount === 0 && /identifier$/.test(node.type)) {
          const endLines = carriers(node);
          if (endLines.length > 0) names.push(namePlace(node, endLines));
        }
        for (const child of node.namedChildren) if (child) visit(child, within);
      };
      visit(tree.rootNode, []);
      return { calls, names, bases };
    },
    deadlineIn(30_000),
  );
}

function calleeOf(node: Node): Node | null {
  if (node.type === "decorator") {
    const inner = node.namedChild(0);
    return inner && /^(?:identifier|attribute|member_expression)$/.test(inner.type) ? inner : null;
  }
  const field = calleeField[node.type];
  return field === undefined ? null : node.childForFieldName(field);
}

const handing = new Set(["arguments", "argument_list", "keyword_argument", "jsx_expression"]);

/** A name as an argument, or as what a component is given. */
function isHanded(node: Node): boolean {
  if (
    !/^(?:identifier|attribute|member_expression)$/.test(node.type) ||
    !handing.has(node.parent?.type ?? "")
  )
    return false;
  const { type, parent } = node.parent!;
  if (type === "keyword_argument") return node.parent!.childForFieldName("value")?.id === node.id;
  return type === "jsx_expression" ? parent?.type === "jsx_attribute" : parent?.type !== "class_definition";
}

/** The last line of the constant whose value is the call that a name is handed to: it may be a node. */
function constantOf(handed: Node): readonly number[] {
  const declarator = handed.parent?.parent?.parent;
  return declarator?.type === "variable_declarator" ? [lastLine(declarator)] : [];
}

/** What may be a node of the graph, with a decorator, which stands before it. */
const holding =
  /^(?:(?:function|class|decorated)_definition|lambda|decorator|arrow_function|(?:generator_)?function(?:_expression|_declaration)?|method_definition|(?:abstract_)?class(?:_declaration)?|internal_module|module)$/;

const lastLine = (node: Node): number => node.endPosition.row + 1;

/** Of a decorator what it is for, where that stands beside it. */
function decorated(node: Node): Node {
  let at = node;
  while (at.type === "decorator" && at.nextNamedSibling) at = at.nextNamedSibling;
  return at;
}

function callPlace(callee: Node, within: readonly number[]): CallPlace {
  let at = callee;
  for (;;) {
    const part: Node | null = wrapping.has(at.type)
      ? at.namedChild(0)
      : (lastPart.map((field) => at.childForFieldName(field)).find((one) => one !== null) ?? null);
    if (!part) break;
    at = part;
  }
  const { row: line, column } = at.startPosition;
  return { line, column, name: at.text, startLine: callee.startPosition.row, within };
}

const heads = new Set([
  "argument_list",
  "class_heritage",
  "extends_clause",
  "implements_clause",
  "extends_type_clause",
]);

function basesOf(node: Node): { name: NamePlace; base: NamePlace }[] {
  if (!/^(?:(?:abstract_)?(?:class|interface)_(?:definition|declaration)|class)$/.test(node.type)) return [];
  const isDeclared = node.type !== "class";
  const name = node.childForFieldName("name") ?? (isDeclared ? null : node.parent?.childForFieldName("name"));
  if (!name && (isDeclared || !node.isNamed)) return [];
  const found: Node[] = [];
  const enter = (head: Node): void => {
    for (const part of head.namedChildren) {
      if (!part || /arguments$|^keyword_argument$|^comment$/.test(part.type)) continue;
      if (heads.has(part.type)) enter(part);
      else if (head !== node) found.push(part);
    }
  };
  enter(node);
  // A class without a name of its own has that of its variable, or none.
  const place = name
    ? namePlace(name, carriers(name))
    : { ...namePlace(node, [lastLine(node)]), name: "class" };
  return found.map((part) => ({ name: place, base: namePlace(lastIn(part), []) }));
}

function lastIn(node: Node): Node {
  const fields = node.type === "subscript" ? ["value"] : ["name", "property", "attribute", "function"];
  const part = fields.map((field) => node.childForFieldName(field)).find((one) => one !== null);
  return part ? lastIn(part) : node;
}

function namePlace(node: Node, endLines: readonly number[]): NamePlace {
  const { row: line, column } = node.startPosition;
  return { line, column, name: node.text, endLines };
}

/** The ends of the nodes, at most two levels up, that have this one as their name. */
function carriers(node: Node): readonly number[] {
  const ends: number[] = [];
  let at: Node | null = node.parent;
  for (let level = 0; at && level < 3; level++, at = at.parent) {
    const holder: Node = at;
    const isName = nameFields.some((field) => {
      const part = holder.childForFieldName(field);
      return part !== null && part.startIndex <= node.startIndex && part.endIndex >= node.endIndex;
    });
    const isWrapper = ends.length > 0 && level < 3 && /declaration$|statement$/.test(holder.type);
    if (isName || isWrapper) ends.push(holder.endPosition.row + 1);
    else break;
  }
  return ends;
}
