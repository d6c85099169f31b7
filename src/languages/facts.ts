/**
 * Runs a language's query and puts what it found into one order: by start, outer before inner. What the captures
 * mean is fixed; see outline-file.ts. A query names only these captures, so a new language is a new query.
 */
import type { Deadline } from "./limits.ts";
import { type Grammar, ParseDeadlineError, rawQuery } from "./parser.ts";
import { eachMatch, type QueryTree } from "./query-matches.ts";
import { fieldOf, type Node } from "./syntax-node.ts";

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

/** @throws ParseDeadlineError where the deadline is over before the query is done. */
export function factsOf(grammar: Grammar, tree: QueryTree, deadline: Deadline): Fact[] {
  const facts: Fact[] = [];
  eachMatch(rawQuery(grammar), tree, deadline.isOver, (names, nodes) => facts.push(factOf(names, nodes)));
  if (deadline.isOver()) throw new ParseDeadlineError(deadline.milliseconds);
  return facts;
}

function factOf(names: readonly string[], nodes: readonly Node[]): Fact {
  const captures = new Map<string, Node>();
  let opener: number = openers.length;
  let telling = tellings.length;
  let bodied: Node | undefined;
  let first: Node | undefined;
  for (let at = 0; at < names.length; at++) {
    const [name, node] = [names[at]!, nodes[at]!];
    captures.set(name, node);
    opener = Math.min(opener, openerRank.get(name) ?? opener);
    telling = Math.min(telling, tellingRank.get(name) ?? telling);
    if (name === "bodied") bodied = node;
    // Those with `_` only serve conditions.
    first ??= name.startsWith("_") ? undefined : node;
  }
  const body = bodied && fieldOf(bodied, "body");
  if (body) captures.set("body", body);
  const opens = openers[opener];
  // A fact without an opener stands where the bound name or its first capture stands.
  const node = opens ? captures.get(opens)! : (captures.get("bind") ?? first!);
  const end = opens ? node.endIndex : node.startIndex;
  return { start: node.startIndex, end, opens, tells: tellings[telling]?.[0], captures };
}

export function inOrder(a: Fact, b: Fact): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end;
}

/** At one place what opens comes first: `x => x` binds its parameter inside. */
const rank = (fact: Fact): number => (fact.opens ? 0 : 1);
