/** Links of some of the files as columns of numbers, to be handed from one thread to another. */
import { type EdgeColumns, joinColumns, partOf } from "./edges.ts";
import type { FreshLinks } from "./linked.ts";

export interface LinkShare {
  /** The places of the files; of each, how many edges it has, how many facts, and how its calls came out. */
  readonly files: Int32Array;
  readonly edgeCounts: Int32Array;
  readonly factCounts: Int32Array;
  readonly calls: Int32Array;
  /** Those of the first file, then those of the second, and so on. */
  readonly edges: EdgeColumns;
  readonly facts: Uint32Array;
  readonly isDeep: boolean;
}

export function packShare(links: ReadonlyMap<number, FreshLinks>, isDeep: boolean): LinkShare {
  const all = [...links.values()];
  const facts = new Uint32Array(all.reduce((sum, { consulted }) => sum + consulted.length, 0));
  let at = 0;
  for (const { consulted } of all) {
    facts.set(consulted, at);
    at += consulted.length;
  }
  return {
    files: Int32Array.from(links.keys()),
    edgeCounts: Int32Array.from(all, ({ edges }) => edges.from.length),
    factCounts: Int32Array.from(all, ({ consulted }) => consulted.length),
    calls: Int32Array.from(all.flatMap(({ calls }) => [calls.resolved, calls.external, calls.unresolved])),
    edges: joinColumns(all.map(({ edges }) => edges)),
    facts,
    isDeep,
  };
}

/** Puts each file's links at its place. */
export function unpackShare(share: LinkShare, links: (FreshLinks | undefined)[]): void {
  let [edge, fact] = [0, 0];
  share.files.forEach((file, at) => {
    const [edgeEnd, factEnd] = [edge + share.edgeCounts[at]!, fact + share.factCounts[at]!];
    const [resolved, external, unresolved] = share.calls.subarray(at * 3, at * 3 + 3) as Iterable<number> as [
      number,
      number,
      number,
    ];
    links[file] = {
      edges: partOf(share.edges, edge, edgeEnd),
      calls: { resolved, external, unresolved },
      consulted: share.facts.subarray(fact, factEnd),
    };
    [edge, fact] = [edgeEnd, factEnd];
  });
}
