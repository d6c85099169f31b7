import type { CodeEdge, CodeGraph, CodeNode } from "../graph/graph.ts";
import { callsThrough } from "../graph/overrides.ts";
import { testsOf } from "../graph/tests/tests-of.ts";
import type { Anchor } from "../retrieval/anchors.ts";
import type { FindSimilar } from "../retrieval/bigraph/similar.ts";
import type { Relation } from "../retrieval/route.ts";
import { words } from "../retrieval/words.ts";
import type { LineRange } from "../source/line-range.ts";
import { folderOf } from "../source/paths.ts";

/**
 * What a neighbour counts: who depends on the change comes first, then what its new lines use, who may depend on it, what
 * proves it, what resembles it, and what else its definition uses. What a changed test leads to says little of the change.
 */
const worth = { callers: 1, used: 0.9, through: 0.85, tests: 0.8, similar: 0.6, callees: 0.5 };
const ofTest = 0.4;
/** What resembles a new definition may be what it repeats; beside one that changed it says less. */
const most = { ofOne: 12, heirs: 3, tests: 6, similar: { added: 3, changed: 1 }, anchors: 40 };

export interface DiffShown {
  /** Lines that the diff shows, by path. */
  readonly shown: ReadonlyMap<string, readonly LineRange[]>;
  /** Lines that the diff adds, by path, and the names on them. */
  readonly lines: ReadonlyMap<string, readonly LineRange[]>;
  readonly named: ReadonlyMap<string, ReadonlySet<string>>;
  /** Definitions that the diff brings in whole. */
  readonly added: ReadonlySet<CodeNode>;
}

/**
 * The place of changed definitions in the code graph, as anchors: callers, tests, what they call, what is like them.
 * What is shown with the diff already is left out.
 */
export function diffAnchors(
  changed: readonly CodeNode[],
  graph: CodeGraph,
  findSimilar: FindSimilar,
  { shown, lines: came, named, added }: DiffShown,
): readonly Anchor[] {
  const found = new Map<CodeNode, Anchor>();
  const own = new Set(changed);
  const isOriginal = copiesLeftOut();
  const close = closenessTo(changed);
  for (const node of changed)
    for (const { other, relation, worth, through, lines } of neighboursOf(
      node,
      graph,
      (one) =>
        findSimilar(one)
          .filter(isOriginal)
          .slice(0, added.has(one) ? most.similar.added : most.similar.changed),
      close,
      { lines: came.get(node.path) ?? [], named: named.get(node.path) ?? new Set() },
    )) {
      const score = node.test ? worth * ofTest : worth;
      if (own.has(other) || other.kind === "Module" || isShown(other, shown)) continue;
      const before = found.get(other);
      const route = [
        { kind: "from", id: "diff" },
        { kind: "node", id: node.id },
        ...(through
          ? ([
              { kind: "edge", relation: "overrides" },
              { kind: "node", id: through },
            ] as const)
          : []),
        { kind: "edge", relation },
        { kind: "node", id: other.id },
      ] as const;
      const best = before && before.score >= score ? before.route : route;
      const calls = [...new Set([...(before?.lines ?? []), ...(lines ?? [])])].sort((a, b) => a - b);
      // A definition that several changes lead to counts more than any of them says.
      found.set(other, {
        ...{ node: other, route: best, requirements: [] },
        score: before ? Math.max(before.score, score) + 0.1 : score,
        ...(calls.length > 0 && { lines: calls }),
      });
    }
  return [...found.values()]
    .map((anchor) => ({ anchor, closeness: close(anchor.node) }))
    .sort(
      (a, b) =>
        b.anchor.score - a.anchor.score ||
        b.closeness - a.closeness ||
        (a.anchor.node.id < b.anchor.node.id ? -1 : 1),
    )
    .map(({ anchor }) => anchor)
    .slice(0, most.anchors);
}

/** Manuals are kept by version, and code is vendored: of what resembles a change alike in several places one is enough. */
function copiesLeftOut(): (node: CodeNode) => boolean {
  const originals = new Map<string, CodeNode>();
  return (node) => {
    const { qualifiedName, signature, startLine, endLine } = node;
    const key = [qualifiedName, signature, endLine - startLine].join("\n");
    const original = originals.get(key) ?? node;
    originals.set(key, original);
    return original === node;
  };
}

/**
 * Of what counts the same: how many words of its name the changed definitions have in theirs, then whether it stands in
 * the folder of one. Of the tests of a class those of the methods that changed are read so.
 */
function closenessTo(changed: readonly CodeNode[]): (node: CodeNode) => number {
  const own = changed.filter(({ test }) => !test);
  const named = new Set(own.flatMap(({ name }) => words(name)));
  const folders = new Set(own.map(({ path }) => folderOf(path)));
  return ({ name, path }) => {
    const shared = new Set(words(name)).intersection(named).size;
    return shared + (folders.has(folderOf(path)) ? 0.5 : 0);
  };
}

interface Neighbour {
  readonly other: CodeNode;
  readonly relation: Relation;
  readonly worth: number;
  /** The method of a base or an interface by which it is reached. */
  readonly through?: string;
  /** Of a caller and a test: where it calls. */
  readonly lines?: readonly number[];
}

/** Of one file. */
interface NewLines {
  readonly lines: readonly LineRange[];
  readonly named: ReadonlySet<string>;
}

function neighboursOf(
  node: CodeNode,
  graph: CodeGraph,
  findSimilar: FindSimilar,
  close: (node: CodeNode) => number,
  { lines, named }: NewLines,
): readonly Neighbour[] {
  const as = (relation: Relation, worth: number, others: readonly CodeNode[]): readonly Neighbour[] =>
    others.slice(0, most.ofOne).map((other) => ({ other, relation, worth }));
  const called = calledBy(graph.outgoing(node.id, "Call"), graph, { lines, named });
  const tests = testsOf(graph, node.id, { hops: 2 })
    .map(({ test, lines }) => ({ other: test, lines, closeness: close(test) }))
    .sort((a, b) => b.closeness - a.closeness)
    .slice(0, most.tests)
    .map(({ other, lines }) => ({
      ...({ other, relation: "is tested by", worth: worth.tests } as const),
      ...(lines.length > 0 && { lines }),
    }));
  return [
    ...callersOf(graph.incoming(node.id, "Call"), graph, { worth: worth.callers }),
    ...throughOthers(node, graph),
    ...as("is inherited by", worth.callers, heirsOf(node, graph, named).slice(0, most.heirs)),
    ...as("calls", worth.used, called.used),
    ...tests,
    ...as("calls", worth.callees, called.others),
    ...as("inherits", worth.callees, [
      ...new Set(graph.outgoing(node.id, "Inherit").map(({ to }) => graph.node(to)!)),
    ]),
    ...as("has a similar purpose", worth.similar, findSimilar(node)),
  ];
}

/**
 * What new lines call, and what else is called, from the nearest call on. Also by its name, for a call may begin on a line
 * above; but of namesakes of which a new line calls one (a list of many `x.module()`) only that one.
 */
function calledBy(
  calls: readonly CodeEdge[],
  graph: CodeGraph,
  { lines, named }: NewLines,
): { readonly used: readonly CodeNode[]; readonly others: readonly CodeNode[] } {
  const farFrom = ({ line }: CodeEdge): number =>
    Math.min(...lines.map(({ from, to }) => Math.max(0, from - line, line - to)));
  const called = [...Map.groupBy(calls, ({ to }) => graph.node(to)!)]
    .map(([node, edges]) => ({ node, far: Math.min(...edges.map(farFrom)) }))
    .sort((a, b) => a.far - b.far);
  const onNew = new Set(called.flatMap(({ node, far }) => (far === 0 ? [node.name] : [])));
  const isUsed = ({ node: { name }, far }: (typeof called)[number]): boolean =>
    far === 0 || (named.has(name) && !onNew.has(name));
  const of = (some: typeof called) => some.map(({ node }) => node);
  return { used: of(called.filter(isUsed)), others: of(called.filter((one) => !isUsed(one))) };
}

/** Who inherits it: first those that have a member with a name of the new lines. A base may have hundreds that say nothing. */
function heirsOf({ id }: CodeNode, graph: CodeGraph, named: ReadonlySet<string>): readonly CodeNode[] {
  const heirs = [...new Set(graph.incoming(id, "Inherit").map(({ from }) => graph.node(from)!))];
  const isNamed = (heir: CodeNode): boolean =>
    graph.outgoing(heir.id, "Contain").some(({ to }) => named.has(graph.node(to)!.name));
  const told = Map.groupBy(heirs, isNamed);
  return [...(told.get(true) ?? []), ...(told.get(false) ?? [])];
}

/** Who calls the methods in whose place it runs, of an interface or a base: such a call may reach it. */
const throughOthers = (node: CodeNode, graph: CodeGraph): readonly Neighbour[] =>
  callsThrough(graph, node)
    .flatMap(({ method, calls }) => callersOf(calls, graph, { worth: worth.through, through: method.id }))
    .slice(0, most.ofOne);

/** Tests prove a change, they do not depend on it. */
function callersOf(
  calls: readonly CodeEdge[],
  graph: CodeGraph,
  how: Pick<Neighbour, "worth" | "through">,
): readonly Neighbour[] {
  return [...Map.groupBy(calls, ({ from }) => from)]
    .map(([from, edges]) => ({
      ...({ ...how, relation: "is called by", other: graph.node(from)! } as const),
      lines: edges.map(({ line }) => line),
    }))
    .filter(({ other }) => !other.test)
    .slice(0, most.ofOne);
}

function isShown(
  { path, startLine, endLine }: CodeNode,
  shown: ReadonlyMap<string, readonly LineRange[]>,
): boolean {
  return (shown.get(path) ?? []).some(({ from, to }) => from <= startLine && endLine <= to);
}
