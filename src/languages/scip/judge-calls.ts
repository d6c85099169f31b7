import type { CodeEdge, CodeGraph, CodeNode } from "../../graph/graph.ts";
import type { FileFacts, Use } from "./collect.ts";
import type { Evidence, Judgement } from "./judgement.ts";
import { sameCallee } from "./verdict.ts";

/**
 * Judges the calls of one file. An edge is confirmed where the index names its target on its line, dropped where
 * every call of that name on the line has another target, and added where the index names a callee that the graph
 * lacks.
 */
export function judgeCalls(
  evidence: Evidence,
  { uses }: FileFacts,
  own: readonly CodeEdge[],
  judgement: Judgement,
): void {
  const onLine = Map.groupBy(uses, ({ line }) => line);
  const calls = uses.filter(({ isCall }) => isCall);
  const open = new Set(calls.filter((call) => isOpen(evidence, call)).map(callOf));
  const confirmed = new Map<string, CodeEdge>();
  const missing: CodeEdge[] = [];
  for (const edge of own) {
    const to = evidence.graph.node(edge.to)!;
    const here = onLine.get(edge.line) ?? [];
    if (here.some((use) => leadsTo(evidence, use, to))) {
      confirmed.set(`${edge.line} ${sameCallee(evidence.graph, to).id}`, edge);
      judgement.confirm(edge);
    } else if (isRefuted(evidence, to, here, open)) missing.push(edge);
    else judgement.keep(edge);
  }
  const indexed = addCalls(evidence, calls, own, confirmed, judgement);
  // An edge stands for all calls of a callee in a caller: another line may still contain one.
  for (const edge of missing) if (!indexed.has(pairOf(edge.from, edge.to))) judgement.drop(edge);
}

/** Returns the pairs of caller and callee in the index. */
function addCalls(
  { graph, verdict }: Evidence,
  calls: readonly Use[],
  own: readonly CodeEdge[],
  confirmed: ReadonlyMap<string, CodeEdge>,
  judgement: Judgement,
): ReadonlySet<string> {
  const ours = new Map(
    own.map((edge) => [pairOf(edge.from, sameCallee(graph, graph.node(edge.to)!).id), edge]),
  );
  const pairs = new Set<string>();
  for (const { line, keys, spelling, holder } of calls) {
    const says = verdict(keys);
    if (says.kind !== "nodes") continue;
    const callees = says.nodes.filter(({ kind }) => kind !== "Module");
    if (callees.some((one) => confirmed.has(`${line} ${sameCallee(graph, one).id}`))) continue;
    const known = callees.map((one) => ours.get(pairOf(holder.id, sameCallee(graph, one).id))).find(Boolean);
    const to = known ? graph.node(known.to)! : callees[0] && calleeOf(graph, callees[0], spelling);
    if (!to) continue;
    pairs.add(pairOf(holder.id, to.id));
    if (known) judgement.confirm({ ...known, line });
    else judgement.add(holder, to, "Call", line);
  }
  return pairs;
}

/** `Shape()` calls the class, `super().__init__()` the method. */
const calleeOf = (graph: CodeGraph, node: CodeNode, spelling: string): CodeNode =>
  spelling === node.name && spelling !== sameCallee(graph, node).name ? node : sameCallee(graph, node);

function leadsTo({ graph, verdict }: Evidence, { keys }: Use, to: CodeNode): boolean {
  const says = verdict(keys);
  const meant = sameCallee(graph, to);
  return says.kind === "nodes" && says.nodes.some((node) => sameCallee(graph, node) === meant);
}

/** The index does not tell the target. */
const isOpen = ({ verdict }: Evidence, { keys }: Use): boolean => verdict(keys).kind === "silent";

function isRefuted(
  evidence: Evidence,
  to: CodeNode,
  here: readonly Use[],
  open: ReadonlySet<string>,
): boolean {
  const names = new Set([to.name, sameCallee(evidence.graph, to).name]);
  const named = here.filter(({ isCall, spelling }) => isCall && names.has(spelling));
  if (named.length === 0 || named.some((use) => isOpen(evidence, use))) return false;
  if (named.some((use) => open.has(callOf(use)))) return false;
  // An external symbol may be the declaration of a source in the repository, unless that is indexed, too.
  return evidence.covers(to.path) || named.every(({ keys }) => evidence.verdict(keys).kind !== "outside");
}

const callOf = ({ holder, spelling }: Use): string => `${holder.id} ${spelling}`;
const pairOf = (from: string, to: string): string => `${from} ${to}`;
