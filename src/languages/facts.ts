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
  readonly captures: ReadonlyMap<string, Node>;
}

const openers = ["class", "function", "object", "namespace", "scope", "scope.this"] as const;

/** @throws ParseDeadlineError where the query is not done by `deadline` (a `performance.now()` time). */
export function factsOf(grammar: Grammar, tree: Tree, deadline: number): Fact[] {
  const late = () => performance.now() > deadline;
  const matches = compiledQuery(grammar).matches(tree.rootNode, { progressCallback: late });
  if (late()) throw new ParseDeadlineError(parseDeadline);
  const facts: Fact[] = [];
  for (const match of matches) {
    const captures = new Map<string, Node>();
    for (const { name, node } of match.captures) captures.set(name, node);
    const body = captures.get("bodied")?.childForFieldName("body");
    if (body) captures.set("body", body);
    const opens = openers.find((name) => captures.has(name));
    // A fact without an opener stands where the bound name or its first capture stands; those with `_` only serve
    // conditions.
    const first = captures.get("bind") ?? match.captures.find(({ name }) => !name.startsWith("_"))!.node;
    const node = opens ? captures.get(opens)! : first;
    facts.push({ start: node.startIndex, end: opens ? node.endIndex : node.startIndex, opens, captures });
  }
  return facts;
}

export function inOrder(a: Fact, b: Fact): number {
  return a.start - b.start || rank(a) - rank(b) || b.end - a.end;
}

/** At one place what opens comes first: `x => x` binds its parameter inside. */
const rank = (fact: Fact): number => (fact.opens ? 0 : 1);
