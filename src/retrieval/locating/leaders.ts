import type { CodeNode } from "../../graph/graph.ts";
import type { Evidence } from "../evidence.ts";
import { firstFew } from "../first-few.ts";
import type { LazyDetail } from "./detail.ts";
import { definitionSignalNames, fileSignalNames, type Places } from "./places.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** A place that leads by words and mentions; `share`: 1 for the first. */
export interface Leader {
  readonly node: CodeNode;
  readonly share: number;
}

export const leadingDefinitions = ({ definitions }: Places, limit: number): readonly Leader[] =>
  leaders(definitions, definitionSignalNames, definitionLead, limit);

export const leadingFiles = ({ files }: Places, limit: number): readonly Leader[] =>
  leaders(files, fileSignalNames, fileLead, limit);

/** A rough order, only to choose where to look on from. */
const definitionLead: Readonly<Partial<Record<DefinitionSignal, number>>> = {
  ...{ words: 1, titleWords: 0.7, nameWords: 0.3, nameSaid: 0.3 },
  ...{ named: 1.6, inTrace: 1.6, message: 1.6 },
};
const fileLead: Readonly<Partial<Record<FileSignal, number>>> = {
  ...{ words: 1, bestDefinition: 0.7, nameSaid: 0.5 },
  ...{ namedFile: 1.6, holdsNamed: 1, inTrace: 1, holdsMessage: 1 },
};

function leaders<S extends string>(
  evidence: Evidence<S, LazyDetail>,
  names: readonly S[],
  lead: Readonly<Partial<Record<S, number>>>,
  limit: number,
): readonly Leader[] {
  const counted = (Object.entries(lead) as [S, number][]).map(
    ([signal, weight]) => [names.indexOf(signal), weight] as const,
  );
  const scored = Array.from(evidence.cases(), ({ node, values }) => {
    let score = 0;
    for (const [at, weight] of counted) score += weight * values[at]!;
    return { node, score };
  });
  const first = firstFew(scored, limit, (a, b) => b.score - a.score || (a.node.id < b.node.id ? -1 : 1));
  const best = first[0]?.score || 1;
  return first.map(({ node, score }) => ({ node, share: score / best }));
}
