/**
 * Runs a language's query and puts what it found into one order: by start, outer before inner. What the captures
 * mean is fixed; see outline-file.ts. A query names only these captures, so a new language is a new query.
 */
import { parseDeadline } from "./limits.ts";
import { compiledQuery, type Grammar, type Node, ParseDeadlineError, type Tree } from "./parser.ts";

export interface Fact {
  readonly start: number;
  readonly end: number;
  /** What the fact opens, or undefined for one that only says something. */
  readonly opens: "class" | "function" | "object" | "namespace" | "scope" | "scope.this" | undefined;
  /** What it tells where it opens nothing, or nothing but something to add to what is around it. */
  readonly tells: Telling | undefined;
  readonly captures: ReadonlyMap<string, Node>;
}

export type Telling = "call" | "binding" | "package" | "import" | "export" | "base" | "alias" | "annotation";

const openers = ["class", "function", "object", "namespace", "scope", "scope.this"] as const;

/** By the captures that say so; of several in one match the first here counts. */
const tellings: readonly (readonly [Telling, string])[] = [
  ["call", "callee"],
  ["binding", "bind bind.this bind.first"],
  ["package", "package"],
  ["import", "import.module import.from"],
  [
    "export",
    "export.name export.value export.default export.equals export.all export.namespace export.imported",
  ],
  ["base", "base.of base.how"],
  ["alias", "renamed"],
  ["annotation", "annotation"],
];

/** A match has few captures, and there are many matches: each capture is looked up once. */
const openerRank = new Map<string, number>(openers.map((name, rank) => [name, rank]));
const tellingRank = new Map<string, number>(
  tellings.flatMap(([, names], rank) => names.split(" ").map((name) => [name, rank] as const)),
);

/** @throws ParseDeadlineError where the query is not done by `deadline` (a `performance.now()` time). */
export function factsOf(grammar: Grammar, tree: Tree, deadline: number): Fact[] {
  const late = () => performance.now() > deadline;
  const matches = compiledQuery(grammar).matches(tree.rootNode, { progressCallback: late });
  if (late()) throw new ParseDeadlineError(parseDeadline);
  const facts: Fact[] = [];
  for (const match of matches) {
    const captures = new Map<string, Node>();
    let opener: number = openers.length;
    let telling = tellings.length;
    let bodied: Node | undefined;
    for (const { name, node } of match.captures) {
      captures.set(name, node);
      opener = Math.min(opener, openerRank.get(name) ?? opener);
      telling = Math.min(telling, tellingRank.get(name) ?? telling);
      if (name === "bodied") bodied = node;
    }
    const body = bodied?.childForFieldName("body");
    if (body) captures.set("body", body);
    const opens = openers[opener];
    // A fact without an opener stands where the bound name or its first capture stands; those with `_` only serve
    // conditions.
    const first = captures.get("bind") ?? match.captures.find(({ name }) => !name.startsWith("_"))!.node;
    const node = opens ? captures.get(opens)! : first;
    const end = opens ? node.endIndex : node.startIndex;
    facts.push({ start: node.startIndex, end, opens, tells: tellings[telling]?.[0], captures });
  }
  return facts;
}

export function inOrder(a: Fact, b: Fact): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end;
}

/** At one place what opens comes first: `x => x` binds its parameter inside. */
const rank = (fact: Fact): number => (fact.opens ? 0 : 1);
