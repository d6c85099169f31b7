/**
 * Matches patterns by backtracking. tree-sitter's own cursor advances all partial matches side by side through a tree
 * in the runtime; here each node is tested against the patterns that may begin with it, which are none for most. A
 * test holds that the results are the same.
 */
import { type CapturedNames, withName } from "./captured-names.ts";
import type { CompiledPatterns, Need, NodeStep, Root, Step } from "./compile-patterns.ts";
import { type Node, nodeAt } from "./syntax-node.ts";
import { isNamed, type SyntaxTree } from "./syntax-tree.ts";

/** The deadline is checked after this many nodes. */
const patience = 1 << 12;

/**
 * Shared by all searches, which keeps their hidden classes stable for the engine. The number of captures is counted
 * apart, since setting the length of a list is slow.
 */
const captured: number[] = [];
const matched: (readonly number[])[] = [];

interface Search {
  readonly tree: SyntaxTree;
  readonly text: string;
  readonly isLate: () => boolean;
  /** By slot: the matched node. */
  readonly found: Int32Array;
  /** Captures of the current partial match, name and node in turn; `count` of them are valid. */
  readonly captures: number[];
  count: number;
  /** Twice the node that was matched last; odd where a part after it was skipped. */
  last: number;
  /** Complete matches of one pattern at one node. */
  readonly matches: (readonly number[])[];
  looks: number;
  isOver: boolean;
}

/**
 * @param nodes Parallel to the names; the callback may keep the array.
 * @param last Orders two matches by where they were completed in the text.
 */
type Take = (names: CapturedNames, nodes: Node[], last: number) => void;

/**
 * Passes the captures of each match to `take`, ordered by root node, then by pattern.
 * @param isLate Polled; stops the search, after the matches so far were passed on.
 */
export function eachMatch(
  patterns: CompiledPatterns,
  tree: SyntaxTree,
  text: string,
  isLate: () => boolean,
  take: Take,
): void {
  const search: Search = {
    tree,
    text,
    isLate,
    found: new Int32Array(patterns.slots),
    captures: captured,
    count: 0,
    last: 0,
    matches: matched,
    looks: 0,
    isOver: false,
  };
  matched.length = 0;
  for (let node = 0; node < tree.count && !search.isOver; node++) {
    const beginning = patterns.roots[tree.kind[node]!];
    if (beginning === undefined) continue;
    for (let one = 0; one < beginning.length; one++) {
      const root = beginning[one]!;
      if (!hasAllNeeded(search, root.needs, node)) continue;
      if (!fits(root.step, tree, node) || !holdsAt(search, root.step, node)) continue;
      begin(search, root.step, node);
      const { matches } = search;
      for (let at = 0; at < matches.length; at++)
        if (root.conditions === undefined || holdAll(root.conditions, matches[at]!, tree, text))
          give(matches[at]!, patterns, tree, take);
      if (matches.length > 0) matches.length = 0;
    }
  }
}

/** A quick test whether a node has the children that a pattern requires, which rules most patterns out. */
function hasAllNeeded(search: Search, needs: readonly Need[], node: number): boolean {
  for (let one = 0; one < needs.length; one++) if (!hasNeeded(search, needs[one]!, node)) return false;
  return true;
}

function hasNeeded(search: Search, need: Need, node: number): boolean {
  const { kind, field, after } = search.tree;
  const end = after[node]!;
  for (let child = node + 1; child < end; child = after[child]!)
    if (
      field[child] === need.field &&
      need.accepts[kind[child]!] === 1 &&
      holdsAt(search, need, child) &&
      hasAllNeeded(search, need.needs, child)
    )
      return true;
  return false;
}

/** Starts a pattern at its root node. */
function begin(search: Search, { slot, captures, next }: NodeStep, node: number): void {
  search.found[slot] = node;
  search.last = node * 2;
  search.count = 0;
  keep(search, captures, node);
  go(search, next);
}

function keep(search: Search, names: readonly number[], node: number): void {
  for (let at = 0; at < names.length; at++) {
    search.captures[search.count++] = names[at]!;
    search.captures[search.count++] = node;
  }
}

function give(
  match: readonly number[],
  { captureNames, noNames }: CompiledPatterns,
  tree: SyntaxTree,
  take: Take,
): void {
  const count = match.length >> 1;
  const nodes = new Array<Node>(count);
  let names = noNames;
  for (let one = 0; one < count; one++) {
    names = withName(names, match[one * 2]!, captureNames);
    nodes[one] = nodeAt(tree, match[one * 2 + 1]!);
  }
  take(names, nodes, match.at(-1)!);
}

/** A condition on a missing capture fails. */
function holdAll(
  conditions: NonNullable<Root["conditions"]>,
  match: readonly number[],
  tree: SyntaxTree,
  text: string,
): boolean {
  for (const { capture, holds } of conditions) {
    let at = 0;
    while (at < match.length - 1 && match[at] !== capture) at += 2;
    const node = match[at + 1];
    if (node === undefined || !holds(text.slice(tree.start[node], tree.end[node]))) return false;
  }
  return true;
}

/**
 * Runs a step: completes a match, tries the options, or tries the children of the parent after the part before. One
 * function on purpose: smaller ones are inlined by the engine, this one many times into itself, and compiling that
 * took longer than matching a small repository.
 */
function go(search: Search, step: Step | undefined): void {
  const { tree, found, captures, matches, last } = search;
  if (step === undefined) {
    const match = captures.slice(0, search.count);
    match.push(last);
    matches.push(match);
  } else if (!step.isChoice) {
    const { after, flags } = tree;
    const { slot, before } = step;
    const around = found[step.around]!;
    const behind = after[around]!;
    const known = matches.length;
    const kept = search.count;
    let child = before < 0 ? around + 1 : after[found[before]!]!;
    for (; child < behind; child = after[child]!) {
      if (++search.looks % patience === 0 && search.isLate()) search.isOver = true;
      if (search.isOver) return;
      if (fits(step, tree, child) && holdsAt(search, step, child)) {
        found[slot] = child;
        search.last = child * 2;
        keep(search, step.captures, child);
        go(search, step.next);
        search.count = kept;
        search.last = last;
        if (step.isAnyEnough && matches.length > known) return;
      }
      if (step.isNext && (flags[child]! & isNamed) !== 0) return;
    }
  } else if (step.around < 0)
    for (let one = 0; one < step.options.length; one++) go(search, step.options[one]);
  else {
    const from = matches.length;
    go(search, step.options[0]);
    const middle = matches.length;
    // That the part is missing is known at the end of the parent.
    search.last = tree.after[found[step.around]!]! * 2 - 1;
    go(search, step.options[1]);
    search.last = last;
    if (middle > from && matches.length > middle) leaveLonger(matches, from, middle);
  }
}

/** Removes matches from `middle` on whose captures one between `from` and `middle` has all of. */
function leaveLonger(matches: (readonly number[])[], from: number, middle: number): void {
  const longer = matches.slice(from, middle);
  for (const one of matches.splice(middle))
    if (!longer.some((other) => hasAll(other, one))) matches.push(one);
}

/** Whether one match has all captures of another. */
function hasAll(more: readonly number[], less: readonly number[]): boolean {
  let at = 0;
  for (let one = 0; one < less.length - 1; one += 2) {
    while (at < more.length - 1 && (more[at] !== less[one] || more[at + 1] !== less[one + 1])) at += 2;
    if (at >= more.length - 1) return false;
    at += 2;
  }
  return true;
}

const holdsAt = ({ tree, text }: Search, { holds }: Pick<NodeStep, "holds">, node: number): boolean =>
  holds === undefined || holds(text.slice(tree.start[node], tree.end[node]));

function fits(step: NodeStep, tree: SyntaxTree, node: number): boolean {
  if (step.accepts[tree.kind[node]!] !== 1) return false;
  if (step.field !== 0 && tree.field[node] !== step.field) return false;
  if (step.supertype !== 0 && (tree.around[node]! & step.supertype) === 0) return false;
  if (step.isLast && hasNamedBehind(tree, node)) return false;
  return step.without.length === 0 || !hasField(step.without, tree, node);
}

function hasField(fields: readonly number[], tree: SyntaxTree, node: number): boolean {
  const end = tree.after[node]!;
  for (let child = node + 1; child < end; child = tree.after[child]!)
    if (fields.includes(tree.field[child]!)) return true;
  return false;
}

function hasNamedBehind({ after, parent, flags }: SyntaxTree, node: number): boolean {
  const around = parent[node]!;
  const end = around < 0 ? 0 : after[around]!;
  for (let child = after[node]!; child < end; child = after[child]!)
    if ((flags[child]! & isNamed) !== 0) return true;
  return false;
}
