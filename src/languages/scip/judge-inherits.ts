import type { CodeEdge, CodeNode } from "../../graph/graph.ts";
import type { Collected, FileFacts } from "./collect.ts";
import type { Evidence, Judgement } from "./judgement.ts";
import { withoutShortcuts } from "./symbols.ts";

export interface Bases {
  /** Including indirect bases. */
  readonly all: ReadonlyMap<CodeNode, ReadonlySet<CodeNode>>;
  readonly direct: ReadonlyMap<CodeNode, ReadonlySet<CodeNode>>;
}

/** The bases of the repository's classes, as indexed. */
export function knownBases({ bases }: Collected, { graph, verdict }: Evidence): Bases {
  const classesOf = (key: string): readonly CodeNode[] => {
    const says = verdict([key]);
    return says.kind === "nodes" ? says.nodes.filter(({ kind }) => kind === "Class") : [];
  };
  const all = new Map<CodeNode, Set<CodeNode>>();
  for (const [heirs, its] of bases)
    for (const heir of classesOf(heirs)) {
      const known = all.get(heir) ?? new Set();
      for (const base of its)
        for (const node of classesOf(base).slice(0, 1)) if (node !== heir) known.add(node);
      all.set(heir, known);
    }
  // An indexer may list the bases of a class, but not those of its interfaces.
  const withOurs = new Map(all);
  for (const base of new Set([...all.values()].flatMap((its) => [...its]))) {
    const ours = graph.outgoing(base.id, "Inherit").map(({ to }) => graph.node(to)!);
    withOurs.set(base, new Set([...(all.get(base) ?? []), ...ours]));
  }
  const direct = withoutShortcuts(withOurs);
  return { all, direct: new Map([...all.keys()].map((heir) => [heir, direct.get(heir)!])) };
}

/** Judges the bases of a file's classes. An edge is dropped only where the class head names something else. */
export function judgeInherits(
  { graph, verdict, covers }: Evidence,
  { path, heads }: FileFacts,
  bases: Bases,
  own: readonly CodeEdge[],
  judgement: Judgement,
): void {
  const headsOf = new Map(heads.map(({ heir, uses }) => [heir.id, uses]));
  for (const edge of own) {
    const [heir, base] = [graph.node(edge.from)!, graph.node(edge.to)!];
    const says = (headsOf.get(edge.from) ?? []).map(({ keys, spelling }) => ({ spelling, ...verdict(keys) }));
    const isNamed = says.some((one) => one.kind === "nodes" && one.nodes.includes(base));
    const named = says.filter(({ spelling }) => spelling === base.name);
    const isOpen = named.length === 0 || named.some(({ kind }) => kind === "silent");
    const mayBeDeclared = !covers(base.path) && named.some(({ kind }) => kind === "outside");
    if (isNamed || bases.all.get(heir)?.has(base)) judgement.confirm(edge);
    else if (isOpen || mayBeDeclared) judgement.keep(edge);
    else judgement.drop(edge);
  }
  const known = new Set(own.map(({ from, to }) => `${from} ${to}`));
  for (const heir of graph.inFile(path))
    for (const base of bases.direct.get(heir) ?? [])
      if (!known.has(`${heir.id} ${base.id}`)) judgement.add(heir, base, "Inherit", heir.startLine);
}
