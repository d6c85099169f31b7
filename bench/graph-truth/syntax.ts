/** Where calls and names of definitions stand, by syntax alone: independent of the queries that are being measured. */
import { deadlineIn } from "../../src/languages/limits.ts";
import type { Grammar, Node } from "../../src/languages/parsing/parser.ts";
import { withBestReading } from "../../src/languages/preprocessing/readings.ts";

export interface CallPlace {
  /** 0-based place of the called name: `c` in `a.b.c()`. */
  readonly line: number;
  readonly column: number;
  readonly name: string;
  /** It is not called but handed on: to a call or a component, in a list or an object, given back. That counts for a call where it is a function. */
  readonly isHanded?: true;
  /** Its value is read, or it gets one. That counts for a call where it is a property. */
  readonly isRead?: true;
  /** `save` of `{ save }`: of the variable and the member of that name some indexers name the member alone. */
  readonly isShort?: true | undefined;
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
          calls.push({
            ...callPlace(node, [...within, ...constantOf(node)]),
            isHanded: true,
            isShort: node.type.startsWith("shorthand") || undefined,
          });
        if (isRead(node)) calls.push({ ...callPlace(node, within), isRead: true });
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

/**
 * Where a name stands that is handed on: what is around it, and which of its fields it is, or any. As an argument, as what
 * a component is given, kept in a list, a map, an object, given back, or one of two that is chosen.
 */
const handing: Readonly<Record<string, readonly string[] | undefined>> = {
  arguments: [],
  argument_list: [],
  keyword_argument: ["value"],
  jsx_expression: [],
  array: [],
  list: [],
  set: [],
  tuple: [],
  expression_list: [],
  object: [],
  pair: ["value"],
  return_statement: [],
  yield: [],
  yield_expression: [],
  lambda: ["body"],
  arrow_function: ["body"],
  as_expression: [],
  satisfies_expression: [],
  default_parameter: ["value"],
  typed_default_parameter: ["value"],
  required_parameter: ["value"],
  optional_parameter: ["value"],
  assignment_pattern: ["right"],
  object_assignment_pattern: ["right"],
  field_definition: ["value"],
  public_field_definition: ["value"],
  ternary_expression: ["consequence", "alternative"],
  augmented_assignment_expression: ["right"],
  assignment_expression: ["right"],
  assignment: ["right"],
  variable_declarator: ["value"],
};

function isHanded(node: Node): boolean {
  if (!/^(?:identifier|attribute|member_expression|shorthand_property_identifier)$/.test(node.type))
    return false;
  const around = node.parent;
  const { type, parent } = around ?? {};
  if (!around || type === undefined) return false;
  if (isBound(node, around)) return true;
  const is = (field: string): boolean => around.childForFieldName(field)?.id === node.id;
  if (type === "conditional_expression") return around.namedChild(1)?.id !== node.id;
  if (type === "boolean_operator" || type === "binary_expression")
    return is("right") && /^(?:or|\|\||\?\?)$/.test(around.childForFieldName("operator")?.type ?? "");
  const fields = handing[type];
  if (!fields || (fields.length > 0 && !fields.some(is))) return false;
  if (type === "jsx_expression") return parent?.type === "jsx_attribute";
  if (type === "argument_list") return parent?.type !== "class_definition";
  if (isExported(around) || isWatched(around)) return false;
  return !/^(?:assignment(?:_expression)?|variable_declarator)$/.test(type) || isKept(around);
}

/** A member that is not called. */
function isRead(node: Node): boolean {
  if (!/^(?:attribute|member_expression)$/.test(node.type)) return false;
  const around = node.parent;
  if (!around) return false;
  const is = (field: string): boolean => around.childForFieldName(field)?.id === node.id;
  return calleeField[around.type] === undefined || !is(calleeField[around.type]!);
}

/** `[save]` of `useEffect(() => { save(); }, [save])`. */
const isWatched = (list: Node): boolean =>
  list.type === "array" &&
  list.parent?.type === "arguments" &&
  list.parent.namedChild(0)?.id !== list.id &&
  /^(?:React\.)?use[A-Z]\w*$/.test(list.parent.parent?.childForFieldName("function")?.text ?? "");

/** `run.bind(this)`. */
const isBound = (node: Node, around: Node): boolean =>
  around.type === "member_expression" &&
  around.childForFieldName("object")?.id === node.id &&
  around.childForFieldName("property")?.text === "bind" &&
  around.parent?.type === "call_expression";

/** In an object, or a variable of a function; in one of a file or a class it has but another name there. */
function isKept(assignment: Node): boolean {
  const left = assignment.childForFieldName("left") ?? assignment.childForFieldName("name");
  if (/^(?:attribute|subscript|member_expression|subscript_expression)$/.test(left?.type ?? "")) return true;
  if (left?.type !== "identifier") return false;
  let at = assignment.parent;
  while (at && !/^(?:class_definition|class_body|object)$/.test(at.type)) {
    if (
      /^(?:function_definition|lambda|arrow_function|(?:generator_)?function(?:_expression|_declaration)?|method_definition)$/.test(
        at.type,
      )
    )
      return true;
    at = at.parent;
  }
  return false;
}

/** What a module gives by its name, and what is only compared with others. */
function isExported(around: Node): boolean {
  const list = around.type === "pair" ? around.parent! : around;
  const user = /^(?:object|array|list|tuple|set)$/.test(list.type) ? list.parent : list;
  if (user?.type === "assignment_expression")
    return /^(?:module\.)?exports\b/.test(user.childForFieldName("left")!.text);
  if (user?.type === "member_expression")
    return /^(?:includes|(?:lastI|i)ndexOf)$/.test(user.childForFieldName("property")!.text);
  return list !== user && /^(?:comparison_operator|export_statement)$/.test(user?.type ?? "");
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
