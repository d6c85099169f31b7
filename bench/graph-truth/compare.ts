/** Our edges against the oracle's. An edge is a caller and a callee, however often the call is written. */
import type { CodeEdge, CodeGraph, CodeNode } from "../../src/graph/graph.ts";
import { withoutShortcuts } from "../../src/languages/scip/symbols.ts";
import type { CallPlace } from "./syntax.ts";

/** What an oracle says of one called name. */
export type Verdict =
  | { readonly kind: "node"; readonly id: string }
  /** A function or class of the repository for which we have no node. */
  | { readonly kind: "no node"; readonly symbol: string }
  /** A variable, parameter or attribute: which function it holds, the indexer does not say. */
  | { readonly kind: "variable"; readonly symbol: string }
  | { readonly kind: "outside"; readonly symbol: string }
  | { readonly kind: "silent" };

/** An oracle, whatever it knows its answers from. */
export interface Judge {
  /** One node for all those that the oracle holds for one thing: constructor and class, getter and setter. */
  same(id: string): string;
  verdict(path: string, call: CallPlace): Verdict;
  /** The node in which a call stands, where the oracle knows it. */
  holder?(path: string, call: CallPlace): string | undefined;
  /** Set where it knows only some of the calls: where it names one, nothing is known of others on the line. */
  readonly isPartial?: boolean;
  /** Class to its bases, as `from to`. */
  readonly inherit: ReadonlySet<string>;
  /** Classes that have a base of which the oracle cannot tell what it is. */
  readonly openHeirs?: ReadonlySet<string>;
  /** The files of which it knows. */
  readonly documents: ReadonlyMap<string, unknown>;
}

type Calls = ReadonlyMap<string, { readonly calls: readonly CallPlace[] }>;

export interface Difference {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly from: string;
  /** What we say, or for a miss what the oracle says. */
  readonly to: string;
  /** What the oracle says of a wrong edge, and what we make of a missed one. */
  readonly instead: string;
}

export interface Comparison {
  /** Edges that both have, ours being exact or inferred. */
  readonly right: number;
  readonly wrong: readonly Difference[];
  readonly missed: readonly Difference[];
  /** Of the missed, those that we have as `ambiguous`. */
  readonly missedButAmbiguous: number;
  readonly ambiguousRight: number;
  readonly ambiguousWrong: number;
  /** Our edges on which the oracle has no say: nothing stands there, or a variable does. */
  readonly unjudged: readonly Difference[];
}

interface OraclesEdge {
  readonly path: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
}

export function compareCalls(graph: CodeGraph, oracle: Judge, places: Calls): Comparison {
  const theirs = oraclesCalls(graph, oracle, places);
  const ours = ourEdges(graph, oracle, "Call");
  const unjudged: Difference[] = [];
  const wrong: Difference[] = [];
  const ambiguous = { right: 0, wrong: 0 };
  let right = 0;
  for (const [key, { edge, node }] of ours) {
    const isSure = edge.sureness !== "ambiguous";
    if (theirs.has(key)) {
      if (isSure) right++;
      else ambiguous.right++;
      continue;
    }
    const said = saidOf(graph, oracle, places.get(node.path)!, node.path, edge, graph.node(edge.to)!);
    const difference = {
      path: node.path,
      line: edge.line,
      from: edge.from,
      to: edge.to,
      instead: said.instead,
    };
    if (said.isJudged) isSure ? wrong.push(difference) : ambiguous.wrong++;
    else if (isSure) unjudged.push(difference);
  }
  const missed = [...theirs].filter(([key]) => {
    const mine = ours.get(key);
    return !mine || mine.edge.sureness === "ambiguous";
  });
  return {
    right,
    wrong,
    missed: missed.map(([key, edge]) => ({ ...edge, instead: ours.has(key) ? "ambiguous" : "nothing" })),
    missedButAmbiguous: missed.filter(([key]) => ours.has(key)).length,
    ambiguousRight: ambiguous.right,
    ambiguousWrong: ambiguous.wrong,
    unjudged,
  };
}

export function compareInherits(graph: CodeGraph, oracle: Judge): Comparison {
  const ours = ourEdges(graph, oracle, "Inherit");
  const theirs = directly(oracle.inherit);
  const said = [...ours].filter(([, { edge }]) => edge.sureness !== "ambiguous");
  // Of a base in a file that was not indexed it says nothing.
  const isOpen = ([key, { edge }]: (typeof said)[number]): boolean =>
    !oracle.documents.has(graph.node(edge.to)!.path) ||
    (oracle.openHeirs?.has(edge.from) === true && !oracle.inherit.has(key));
  const sure = said.filter((one) => !isOpen(one));
  const difference = (key: string, instead: string): Difference => {
    // A class without a name may have a blank in its own: `new Foo.@Marked Bar() { }`.
    const at = key.lastIndexOf(" ");
    const [from, to] = [key.slice(0, at), key.slice(at + 1)];
    const node = graph.node(from)!;
    return { path: node.path, line: node.startLine, from, to, instead };
  };
  const missed = [...theirs].filter((key) => !sure.some(([mine]) => mine === key));
  return {
    right: sure.filter(([key]) => oracle.inherit.has(key)).length,
    wrong: sure.filter(([key]) => !oracle.inherit.has(key)).map(([key]) => difference(key, "no base")),
    missed: missed.map((key) => difference(key, ours.has(key) ? "ambiguous" : "nothing")),
    missedButAmbiguous: missed.filter((key) => ours.has(key)).length,
    ambiguousRight: [...ours].length - said.length,
    ambiguousWrong: 0,
    unjudged: said.filter(isOpen).map(([key]) => difference(key, "nothing told")),
  };
}

function directly(edges: ReadonlySet<string>): ReadonlySet<string> {
  const bases = new Map<string, Set<string>>();
  for (const edge of edges) {
    const [from, to] = edge.split(" ") as [string, string];
    bases.set(from, (bases.get(from) ?? new Set()).add(to));
  }
  return new Set(
    [...withoutShortcuts(bases)].flatMap(([from, direct]) => [...direct].map((to) => `${from} ${to}`)),
  );
}

function oraclesCalls(graph: CodeGraph, oracle: Judge, places: Calls): ReadonlyMap<string, OraclesEdge> {
  const edges = new Map<string, OraclesEdge>();
  for (const path of oracle.documents.keys())
    for (const call of places.get(path)!.calls) {
      const verdict = oracle.verdict(path, call);
      if (verdict.kind !== "node" && verdict.kind !== "no node") continue;
      if (!isCall(graph, call, verdict)) continue;
      const to = verdict.kind === "node" ? verdict.id : verdict.symbol;
      const from = oracle.holder?.(path, call) ?? holder(graph, path, call);
      const key = `${oracle.same(from)} ${to}`;
      if (!edges.has(key)) edges.set(key, { path, line: call.line + 1, from, to });
    }
  return edges;
}

/** What is handed on is called where it is a function, what is read where it is a property. */
function isCall(graph: CodeGraph, { isHanded, isRead }: CallPlace, verdict: Verdict): boolean {
  if (!isHanded && !isRead) return true;
  const node = verdict.kind === "node" ? graph.node(verdict.id) : undefined;
  if (node?.kind !== "Function" && node?.kind !== "Method") return false;
  const isProperty =
    /(?:^|\s)[gs]et\s/.test(node.signature) ||
    node.decorators.some((one) => /property\b|\.setter$/.test(one));
  return isProperty === (isRead === true);
}

/** The innermost definition around a call. One that begins or ends on its line may stand beside it. */
function holder(graph: CodeGraph, path: string, { line: row, within }: CallPlace): string {
  const line = row + 1;
  let best: CodeNode | undefined;
  for (const node of graph.inFile(path))
    if (node.kind === "Module") best ??= node;
    else if (node.startLine <= line && line <= node.endLine && size(node) <= size(best)) {
      const isBeside = node.startLine === line || node.endLine === line;
      if (!isBeside || within?.includes(node.endLine) !== false) best = node;
    }
  return best!.id;
}

const size = (node: CodeNode | undefined): number =>
  node === undefined || node.kind === "Module" ? Number.POSITIVE_INFINITY : node.endLine - node.startLine;

function ourEdges(
  graph: CodeGraph,
  oracle: Judge,
  kind: "Call" | "Inherit",
): ReadonlyMap<string, { edge: CodeEdge; node: CodeNode }> {
  const edges = new Map<string, { edge: CodeEdge; node: CodeNode }>();
  for (const node of graph.nodes) {
    if (!oracle.documents.has(node.path)) continue;
    for (const edge of graph.outgoing(node.id, kind)) {
      const key = `${oracle.same(edge.from)} ${oracle.same(edge.to)}`;
      const known = edges.get(key);
      if (!known || known.edge.sureness === "ambiguous") edges.set(key, { edge, node });
    }
  }
  return edges;
}

/** What the oracle says where we say a call to `to` is: the calls that start or have their name on that line. */
function saidOf(
  graph: CodeGraph,
  oracle: Judge,
  places: { readonly calls: readonly CallPlace[] },
  path: string,
  { line }: CodeEdge,
  to: CodeNode,
): { isJudged: boolean; instead: string } {
  const onLine = places.calls.filter(
    (call) =>
      (call.line === line - 1 || call.startLine === line - 1) && (!call.isRead || call.name === to.name),
  );
  const named = onLine.filter((call) => call.name === to.name);
  const asked: readonly CallPlace[] = named.length > 0 || oracle.isPartial ? named : onLine;
  // A class that is handed on is no call, whatever else calls it on the line.
  const verdicts = asked
    .map((call) => ({ call, verdict: oracle.verdict(path, call) }))
    .filter(({ call, verdict }) => verdict.kind !== "node" || isCall(graph, call, verdict));
  // No call is written where an operator calls its method.
  const isOpen =
    (named.length === 0 && operatorMethod.test(to.name)) ||
    verdicts.some(({ verdict }) => verdict.kind === "silent" || verdict.kind === "variable") ||
    (named.length === 0 && onLine.some(({ name }) => givenAtOnce.test(name)));
  const told = verdicts.map(({ call, verdict }) => `${call.name}: ${words(verdict)}`);
  return { isJudged: verdicts.length > 0 && !isOpen, instead: told.join("; ") || "no call" };
}

const operatorMethod =
  /^__[ir]?(?:add|sub|mul|matmul|truediv|floordiv|mod|pow|lshift|rshift|and|xor|or|neg|pos|invert)__$/;

/** What a call gives is called at once, `type(one)()`: no name says what that is. */
const givenAtOnce = /\)$/;

const words = (verdict: Verdict): string =>
  verdict.kind === "node" ? verdict.id : "symbol" in verdict ? `${verdict.kind} ${verdict.symbol}` : "silent";
