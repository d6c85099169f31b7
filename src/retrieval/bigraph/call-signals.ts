import type { CodeNode } from "../../graph/graph.ts";
import type { Evidence } from "./evidence.ts";
import { members, relatives } from "./hierarchy.ts";
import type { Signal } from "./signals.ts";
import { bestOf } from "./similar.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Similar } from "./target.ts";

/** What others around the target call: its class, its file, definitions of its name, and those like it. */
export function callSignals(around: Surroundings, evidence: Evidence): void {
  const { target, graph, owner, similar } = around;
  const { node: at } = target;
  const others = (nodes: readonly CodeNode[]) =>
    nodes.filter((node) => node.id !== at.id && node.kind !== "Module" && !node.test);
  const namesakes = others(graph.named(at.name));
  const related = owner ? relatives(graph, owner.id).flatMap((node) => members(graph, node.id)) : [];
  const overrides = others(related).filter((node) => node.name === at.name);
  const groups: readonly Group[] = [
    { callers: owner ? others(members(graph, owner.id)) : [], ...signalsOf.class },
    { callers: others(graph.inFile(at.path)), ...signalsOf.file },
    { callers: at.kind === "Module" ? [] : namesakes, ...signalsOf.namesake },
    { callers: overrides, ...signalsOf.override },
  ];
  for (const group of groups) groupCalls(around, group, evidence);
  likelyCalls(around, similar, "similarCalls", evidence);
  likelyCalls(around, likeNamed(around), "likeNamedCalls", evidence);
}

interface Group {
  readonly callers: readonly CodeNode[];
  readonly some: Signal;
  readonly often: Signal;
  /** For members of classes that the group calls. */
  readonly uses?: Signal;
}

const signalsOf = {
  class: { some: "classCalls", often: "classCallsOften", uses: "classUsesOwner" },
  file: { some: "fileCalls", often: "fileCallsOften", uses: "fileUsesOwner" },
  namesake: { some: "namesakeCalls", often: "namesakeCallsOften" },
  override: { some: "overrideCalls", often: "overrideCallsOften" },
} as const satisfies Record<string, Omit<Group, "callers">>;

function groupCalls(
  { graph }: Surroundings,
  { callers, some, often, uses }: Group,
  evidence: Evidence,
): void {
  const counts = new Map<string, { count: number; readonly via: CodeNode }>();
  for (const caller of callers)
    for (const [id, weight] of calledBy(graph, caller)) {
      const known = counts.get(id);
      if (known) known.count += weight;
      else counts.set(id, { count: weight, via: caller });
    }
  for (const [id, { count, via }] of counts) {
    const node = graph.node(id)!;
    const value = Math.log1p(count) / 3;
    evidence.say(some, node, value, via);
    evidence.say(often, node, count / callers.length, via);
    if (uses === undefined || node.kind !== "Class") continue;
    for (const member of members(graph, id)) evidence.say(uses, member, value, node);
  }
}

/** What one definition calls, each once; ambiguous calls count half. */
function calledBy(graph: Surroundings["graph"], { id }: CodeNode): ReadonlyMap<string, number> {
  const called = new Map<string, number>();
  for (const { to, sureness } of graph.outgoing(id, "Call"))
    if (!called.has(to)) called.set(to, sureness === "ambiguous" ? 0.5 : 1);
  return called;
}

/** What definitions like the target call: the more like it, and the more of them, the likelier. */
function likelyCalls(
  { graph }: Surroundings,
  like: readonly Similar[],
  signal: Signal,
  evidence: Evidence,
): void {
  const sums = new Map<string, { sum: number; readonly via: CodeNode }>();
  for (const { node, share } of like)
    for (const id of calledBy(graph, node).keys()) {
      const known = sums.get(id);
      if (known) known.sum += share ** 2;
      else sums.set(id, { sum: share ** 2, via: node });
    }
  for (const [id, { sum, via }] of sums) evidence.say(signal, graph.node(id), Math.log1p(sum), via);
}

const likeNamedMost = 15;

function likeNamed({ target, index }: Surroundings): readonly Similar[] {
  if (target.node.kind === "Module") return [];
  return bestOf(index, index.names, target.node.name, target.node, likeNamedMost);
}
