/**
 * Runs a language's query, and sorts the matches: by start, outer before inner. The meaning of captures is fixed, see
 * docs/captures.md, so that a new language needs only a new query.
 */

import type { Deadline } from "../limits.ts";
import { type CapturedNames, namesOf } from "../parsing/captured-names.ts";
import { eachMatch } from "../parsing/match-patterns.ts";
import { type Grammar, ParseDeadlineError, patternsOf } from "../parsing/parser.ts";
import { fieldOf, type Node } from "../parsing/syntax-node.ts";
import type { SyntaxTree } from "../parsing/syntax-tree.ts";
import { waysOf } from "./member-ways.ts";

export interface Fact {
  readonly start: number;
  readonly end: number;
  /** The kind of region that the fact opens; undefined where it opens none. */
  readonly opens: (typeof openers)[number] | undefined;
  /** What it adds to the region around it, where it opens none of its own, or only an anonymous one. */
  readonly adds: Addition | undefined;
  readonly captures: Captures;
  /** Breaks ties: of facts at one position, the one whose parts end sooner comes first: `a()` in `a().b()`. */
  readonly last: number;
}

/** The captures of one match, in the order of the pattern. */
export interface Captures {
  readonly names: CapturedNames;
  readonly nodes: readonly Node[];
}

/** The last node that is captured under a name. */
export function capture({ names, nodes }: Captures, name: string): Node | undefined {
  const at = names.at.get(name);
  return at === undefined ? undefined : nodes[at];
}

export const isCaptured = ({ names }: Captures, name: string): boolean => names.at.has(name);

export type Addition =
  | "call"
  | "passed"
  | "read"
  | "named"
  | "binding"
  | "package"
  | "condition"
  | "import"
  | "export"
  | "base"
  | "alias"
  | "annotation"
  | "type comment";

const openers = ["class", "function", "object", "namespace", "scope", "scope.this", "scope.global"] as const;

/** Captures of a binding. */
export const bindingCaptures =
  "bind bind.field bind.positional bind.result bind.parameters bind.index bind.thisParameter bind.metaclass bind.described bind.accessor".split(
    " ",
  );

/** Kinds of facts by capture; of several in one match, the first in this list counts. */
const additions: readonly (readonly [Addition, string])[] = [
  ["call", "callee callee.each callee.sent callee.instance callee.through"],
  ["passed", "passed passed.inside passed.before"],
  ["named", "passed.text passed.invoked"],
  ["read", "read"],
  ["binding", bindingCaptures.join(" ")],
  ["package", "package"],
  ["condition", "condition"],
  ["import", "import.module import.from"],
  [
    "export",
    "export.name export.value export.default export.equals export.all export.namespace export.imported",
  ],
  ["base", "base.derived base.mixin"],
  ["alias", "renamed"],
  ["annotation", "annotation"],
  ["type comment", "type.comment"],
];

const openerRank = new Map<string, number>(openers.map((name, rank) => [name, rank]));
const additionRank = new Map<string, number>(
  additions.flatMap(([, names], rank) => names.split(" ").map((name) => [name, rank] as const)),
);

/** @throws ParseDeadlineError where the deadline passes before the query is done. */
export function factsOf(grammar: Grammar, tree: SyntaxTree, text: string, deadline: Deadline): Fact[] {
  const facts: Fact[] = [];
  const { bareProperties } = grammar.language;
  eachMatch(patternsOf(grammar), tree, text, deadline.isOver, (names, nodes, last) => {
    let meaning = meanings.get(names);
    if (!meaning) {
      meaning = meaningOf(names);
      meanings.set(names, meaning);
    }
    // Callees match, too, so most reads are discarded.
    if (meaning.adds === "read" && !bareProperties && waysOf(nodes[meaning.place]!).length === 0) return;
    facts.push(factOf(meaning, nodes, last));
  });
  if (deadline.isOver()) throw new ParseDeadlineError(deadline.milliseconds);
  return facts;
}

/** The interpretation of a list of capture names, shared by all matches with that list. */
interface Meaning {
  readonly names: CapturedNames;
  /** The names with that of a body appended. */
  readonly withBody: CapturedNames;
  readonly opens: Fact["opens"];
  readonly adds: Fact["adds"];
  /** Index of the capture whose body is the fact's, -1 for none. */
  readonly bodied: number;
  /** Index of the capture that positions the fact: what it opens, else the bound name, else the first. */
  readonly place: number;
}

const meanings = new WeakMap<CapturedNames, Meaning>();

function meaningOf(names: CapturedNames): Meaning {
  const { list, at } = names;
  const least = (ranks: ReadonlyMap<string, number>) =>
    list.reduce((rank, name) => Math.min(rank, ranks.get(name) ?? rank), Number.POSITIVE_INFINITY);
  const opens = openers[least(openerRank)];
  // Captures that begin with `_` only serve conditions.
  const first = list.findIndex((name) => !name.startsWith("_"));
  const bound = Math.max(at.get("bind") ?? -1, at.get("bind.at") ?? -1);
  return {
    names,
    withBody: namesOf([...list, "body"]),
    opens,
    adds: additions[least(additionRank)]?.[0],
    bodied: at.get("bodied") ?? -1,
    place: opens === undefined ? (bound < 0 ? first : bound) : at.get(opens)!,
  };
}

function factOf({ names, withBody, opens, adds, bodied, place }: Meaning, nodes: Node[], last: number): Fact {
  const body = bodied < 0 ? undefined : fieldOf(nodes[bodied]!, "body");
  if (body) nodes.push(body);
  const { startIndex, endIndex } = nodes[place]!;
  return {
    start: startIndex,
    end: opens === undefined ? startIndex : endIndex,
    opens,
    adds,
    captures: { names: body ? withBody : names, nodes },
    last,
  };
}

export function inOrder(a: Fact, b: Fact): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end || a.last - b.last;
}

/** At one position, what opens a region comes first: `x => x` binds its parameter inside. */
const rank = (fact: Fact): number => (fact.opens ? 0 : 1);
