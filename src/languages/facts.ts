/**
 * Runs a language's query and puts what it found into one order: by start, outer before inner. What the captures
 * mean is fixed; see outline-file.ts. A query names only these captures, so a new language is a new query.
 */
import type { Deadline } from "./limits.ts";
import { eachMatch } from "./match-patterns.ts";
import { type Grammar, ParseDeadlineError, patternsOf } from "./parser.ts";
import { fieldOf, type Node } from "./syntax-node.ts";
import type { SyntaxTree } from "./syntax-tree.ts";

export interface Fact {
  readonly start: number;
  readonly end: number;
  /** What the fact opens, or undefined for one that only says something. */
  readonly opens: (typeof openers)[number] | undefined;
  /** What it tells where it opens nothing, or nothing but something to add to what is around it. */
  readonly tells: Telling | undefined;
  readonly captures: Captures;
  /** Of several that say something of one place that comes first of which the parts end sooner: `a()` in `a().b()`. */
  readonly last: number;
}

/** The captures of one match, in the order of the pattern. */
export interface Captures {
  readonly names: readonly string[];
  readonly nodes: readonly Node[];
}

/**
 * A match has few captures: looking through them takes less than a table. Of several of one name the last counts.
 * Most names are not there, and a list that is asked for its element -1 takes the engine's slowest way.
 */
export function capture({ names, nodes }: Captures, name: string): Node | undefined {
  const at = names.lastIndexOf(name);
  return at < 0 ? undefined : nodes[at];
}

export const isCaptured = ({ names }: Captures, name: string): boolean => names.includes(name);

export type Telling =
  | "call"
  | "binding"
  | "package"
  | "condition"
  | "import"
  | "export"
  | "base"
  | "alias"
  | "annotation"
  | "said";

const openers = ["class", "function", "object", "namespace", "scope", "scope.this", "scope.global"] as const;

/** By the captures that say so; of several in one match the first here counts. */
const tellings: readonly (readonly [Telling, string])[] = [
  ["call", "callee"],
  ["binding", "bind bind.this bind.place bind.call bind.takes bind.object bind.accessor"],
  ["package", "package"],
  ["condition", "condition"],
  ["import", "import.module import.from"],
  [
    "export",
    "export.name export.value export.default export.equals export.all export.namespace export.imported",
  ],
  ["base", "base.of base.how"],
  ["alias", "renamed"],
  ["annotation", "annotation"],
  ["said", "said"],
];

/** A match has few captures, and there are many matches: each capture is looked up once. */
const openerRank = new Map<string, number>(openers.map((name, rank) => [name, rank]));
const tellingRank = new Map<string, number>(
  tellings.flatMap(([, names], rank) => names.split(" ").map((name) => [name, rank] as const)),
);

/** @throws ParseDeadlineError where the deadline is over before the query is done. */
export function factsOf(grammar: Grammar, tree: SyntaxTree, text: string, deadline: Deadline): Fact[] {
  const facts: Fact[] = [];
  eachMatch(patternsOf(grammar), tree, text, deadline.isOver, (names, nodes, last) =>
    facts.push(factOf(names, nodes, last)),
  );
  if (deadline.isOver()) throw new ParseDeadlineError(deadline.milliseconds);
  return facts;
}

function factOf(names: string[], nodes: Node[], last: number): Fact {
  let opener: number = openers.length;
  let telling = tellings.length;
  let bodied: Node | undefined;
  let first: Node | undefined;
  let opened: Node | undefined;
  let bound: Node | undefined;
  for (let at = 0; at < names.length; at++) {
    const name = names[at]!;
    const node = nodes[at]!;
    const rank = openerRank.get(name);
    if (rank !== undefined && rank <= opener) {
      opener = rank;
      opened = node;
    }
    telling = Math.min(telling, tellingRank.get(name) ?? telling);
    if (name === "bind" || name === "bind.at") bound = node;
    if (name === "bodied") bodied = node;
    // Those with `_` only serve conditions.
    first ??= name.startsWith("_") ? undefined : node;
  }
  const body = bodied && fieldOf(bodied, "body");
  if (body) {
    names.push("body");
    nodes.push(body);
  }
  // A fact without an opener stands where its name is bound, or where its first capture stands.
  const node = opened ?? bound ?? first!;
  return {
    start: node.startIndex,
    end: opened ? node.endIndex : node.startIndex,
    opens: openers[opener],
    tells: tellings[telling]?.[0],
    captures: { names, nodes },
    last,
  };
}

export function inOrder(a: Fact, b: Fact): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end || a.last - b.last;
}

/** At one place what opens comes first: `x => x` binds its parameter inside. */
const rank = (fact: Fact): number => (fact.opens ? 0 : 1);
