import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { Query } from "web-tree-sitter";
import { codeIn } from "../../src/languages/outlines/outline-one.ts";
import { compilePatterns } from "../../src/languages/parsing/compile-patterns.ts";
import { eachMatch } from "../../src/languages/parsing/match-patterns.ts";
import {
  type Grammar,
  loadGrammar,
  patternsOf,
  type Node as Said,
  syntaxOf,
  type Tree,
  withTree,
} from "../../src/languages/parsing/parser.ts";
import { readPatterns } from "../../src/languages/parsing/pattern.ts";
import {
  childAt,
  fieldOf,
  isExtra,
  type Node,
  namedChildAt,
  namedChildrenOf,
  nodeAt,
  parentOf,
} from "../../src/languages/parsing/syntax-node.ts";
import type { SyntaxTree } from "../../src/languages/parsing/syntax-tree.ts";
import { queryText } from "../../src/languages/registry.ts";

const folder = resolve(import.meta.dirname, "..", "fixtures", "captures");

type Place = Pick<Said, "type" | "startIndex" | "endIndex">;

const seen = (node: Place | null | undefined) => node && [node.type, node.startIndex, node.endIndex];
const seenOrNull = (node: Place | null | undefined) => seen(node) ?? null;

/** Throws where one of the two says something else of a node, or of what is around it. */
function compare(own: Node, theirs: Said, fields: readonly string[]): number {
  const children = namedChildrenOf(own);
  const said = [
    ...[...seen(own)!, isExtra(own), children.length],
    ...[childAt(own, 1), parentOf(own), namedChildAt(own, 0), namedChildAt(own, -1)].map(seenOrNull),
    ...fields.map((field) => seenOrNull(fieldOf(own, field))),
  ];
  const expected = [
    ...[...seen(theirs)!, theirs.isExtra, theirs.namedChildCount],
    ...[theirs.child(1), theirs.parent, theirs.firstNamedChild, theirs.lastNamedChild].map(seenOrNull),
    ...fields.map((field) => seenOrNull(theirs.childForFieldName(field))),
  ];
  expect(said).toEqual(expected);
  return children.reduce((sum, child, at) => sum + compare(child, theirs.namedChild(at)!, fields), 1);
}

/** What both find of a query, each match as one line. */
function matchesOf(
  grammar: Grammar,
  query: string,
  { tree, syntax, text }: { tree: Tree; syntax: SyntaxTree; text: string },
  compiled = new Query(grammar.grammar, query),
) {
  const say = (names: readonly string[], nodes: readonly Place[]) =>
    names.map((name, at) => [name, ...seen(nodes[at]!)!].join(" ")).join(", ");
  const own: string[] = [];
  const patterns = compilePatterns(readPatterns(query), syntax.grammar);
  const never = () => false;
  eachMatch(patterns, syntax, text, never, ({ list }, nodes) => own.push(say(list, nodes)));
  const theirs = compiled.matches(tree.rootNode).map(({ captures }) =>
    say(
      captures.map(({ name }) => name),
      captures.map(({ node }) => node),
    ),
  );
  return { own: own.sort(), theirs: theirs.sort() };
}

const queries = new Map<string, Query>();

/** Takes up to a second; several languages share their grammar and what is asked of it. */
function queryOf({ grammar, language }: Grammar, query: string): Query {
  const key = `${language.grammar} ${query}`;
  const compiled = queries.get(key) ?? new Query(grammar, query);
  queries.set(key, compiled);
  return compiled;
}

describe("nodes and matches are those that the parser itself gives", () => {
  test.each(readdirSync(folder))("%s", async (file) => {
    const grammar = await loadGrammar(file.slice(0, file.indexOf(".")));
    const written = readFileSync(join(folder, file), "utf8");
    const code = codeIn(grammar.language, written)!;
    const query = queryText(grammar.language);
    const compiled = queryOf(grammar, query);
    // What does not parse, and what takes two UTF-16 units, has nodes too.
    for (const text of [
      code,
      `${code.slice(0, code.length >> 1)} ((( "\u{1f600}\u00e9" ${code.slice(code.length >> 1)}`,
    ])
      withTree(grammar, text, (tree) => {
        const syntax = syntaxOf(grammar, tree);
        const fields = [...syntax.grammar.fields.keys()].slice(0, 12);
        expect(compare(nodeAt(syntax, 0), tree.rootNode, fields)).toBeGreaterThan(20);
        const { own, theirs } = matchesOf(grammar, query, { tree, syntax, text }, compiled);
        expect(own).toEqual(theirs);
      });
  });
});

const python = `import a.b as c, d
@one
@two(1)
class A(B, C):
    "doc"
    # said
    x: int = 1
    def f(self, *rest, key=2, **more):
        # first
        # second
        "text"
        return self.f(1, [2, 3], (4, 5)).g

for a, (b, c) in d: pass
isinstance(a, b); isinstance(a, b.c); isinstance(a)
y = z = [i for i in range(3)] or (lambda q: q)
`;

describe("each notation finds what the parser's own cursor finds", () => {
  test.each([
    "(identifier) @a",
    "(_) @a",
    "_ @a",
    '"=" @a',
    "(argument_list (_) @a)",
    "(argument_list . (_) @a)",
    "(argument_list (_) @a .)",
    "(argument_list . (_) @a .)",
    "(argument_list (_) @a . (_) @b)",
    "(argument_list (_) @a (_) @b)",
    '(argument_list "(" @a . (_) @b)',
    "(call function: (_) @a arguments: (_) @b)",
    "(call arguments: (argument_list (list (integer) @a)) @b) @c",
    "(assignment left: (_) @a type: (_)? @b right: (_)? @c)",
    "(assignment type: (type)? @a . right: (_) @b)",
    "(class_definition superclasses: (argument_list [(identifier) @a (keyword_argument) @b]))",
    "[(class_definition name: (_) @a) (function_definition name: (_) @b)] @c",
    "(for_statement left: [(pattern_list (identifier) @a (tuple_pattern (identifier) @b)) (identifier) @c])",
    "(parameters [(identifier) @a (list_splat_pattern (identifier) @b) (default_parameter name: (_) @c)])",
    "(assignment !type left: (_) @a)",
    "(function_definition !return_type name: (_) @a) @b",
    "(block . (comment)* . (expression_statement (string) @a))",
    "(block (comment)? @a (expression_statement (string) @b))",
    "(block . (comment)? . (expression_statement (_) @a))",
    "(decorated_definition (decorator (_) @a) definition: (_ name: (_) @b))",
    "(_ name: (identifier) @a)",
    "(_ left: (_) @a right: [(list_comprehension) (boolean_operator)] @b)",
    "(primary_expression/identifier) @a",
    '((call function: (identifier) @a arguments: (argument_list . (_) @b . (_) @c)) (#eq? @a "isinstance"))',
    '((identifier) @a (#any-of? @a "a" "self"))',
    '((identifier) @a (#not-eq? @a "a"))',
    '((identifier) @a (#match? @a "^[b-d]$"))',
    '(class_definition name: (_) @a superclasses: (_ (_) @b) (#eq? @b "C"))',
    "(import_statement name: [(dotted_name) @a (aliased_import name: (_) @a alias: (_) @b)])",
    "(identifier) @a @b",
  ])("%s", async (query) => {
    const grammar = await loadGrammar("python");
    withTree(grammar, python, (tree) => {
      const watched = compilePatterns(readPatterns(query), syntaxOf(grammar, tree).grammar).watched;
      const syntax = syntaxOf(grammar, tree, watched);
      const { own, theirs } = matchesOf(grammar, query, { tree, syntax, text: python });
      expect(theirs.length).toBeGreaterThan(0);
      expect(own).toEqual(theirs);
    });
  });
});

describe("a query that cannot be read says why", () => {
  test.each([
    ["(nothing) @a", "The grammar has no node nothing."],
    ['"nothing" @a', "The grammar has no node nothing."],
    ["(call nothing: (_))", "The grammar has no field nothing."],
    ["(nothing/identifier) @a", "The grammar has no group of types nothing."],
    ["(call)+ @a", 'A query has "+ @a".'],
    ["(call)? @a", "A whole pattern is not repeated."],
    ["(block (comment)* @a)", "What a query repeats has no capture."],
    ["(block (comment)? .)", "What a query asks for at the end has to be there."],
    ['((call) @a (#is? @a "x"))', "A query has the condition #is? @a."],
    ["(call (identifier) @a", "A query ends inside of a pattern."],
    ["call", "A query has call where a node is expected."],
    ["(call . ", "A query ends inside of a pattern."],
    ["[(call) (list)", "A query ends inside of a pattern."],
    ["(call %)", 'A query has "%)".'],
  ])("%s: %s", async (query, message) => {
    const grammar = await loadGrammar("python");
    const tables = withTree(grammar, "a", (tree) => syntaxOf(grammar, tree).grammar);
    expect(() => compilePatterns(readPatterns(query), tables)).toThrow(message);
  });
});

test("a search that is late ends with what was found until then", async () => {
  const grammar = await loadGrammar("python");
  const text = `f(${"x, ".repeat(20_000)})`;
  withTree(grammar, text, (tree) => {
    let count = 0;
    eachMatch(
      compilePatterns(
        readPatterns("(argument_list (identifier) @a (identifier) @b)"),
        syntaxOf(grammar, tree).grammar,
      ),
      syntaxOf(grammar, tree),
      text,
      () => true,
      () => count++,
    );
    // Of two hundred million.
    expect(count).toBeLessThan(10_000);
    expect(patternsOf(grammar).captureNames).toContain("callee");
  });
});
