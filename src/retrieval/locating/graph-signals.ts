import type { CodeNode } from "../../graph/graph.ts";
import { oneHop } from "../expand.ts";
import type { Relation } from "../route.ts";
import { type Evidence, through } from "./evidence.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** Definitions and files that lead by words and mentions, whose neighbours are looked at. */
const seeds = { definitions: 24, files: 8 };
/** Edges of one file that are followed; a file that everybody imports says nothing. */
const mostEdges = 60;

const signalOf: Readonly<Partial<Record<Relation, readonly [DefinitionSignal, FileSignal]>>> = {
  calls: ["calledBy", "calledByFound"],
  "is called by": ["calls", "callsFound"],
  inherits: ["inherits", "calledByFound"],
  "is inherited by": ["inherits", "callsFound"],
  contains: ["partOf", "calledByFound"],
  "is part of": ["contains", "callsFound"],
  "has sibling": ["sibling", "callsFound"],
};

/** What stands one hop from what words and mentions found. */
export function graphSignals({ graph }: Question, { files, definitions }: Places): void {
  for (const { node: seed, share } of leaders(definitions, definitionLead, seeds.definitions))
    for (const { node, relation, weight } of oneHop(graph, seed)) {
      const signals = signalOf[relation];
      if (!signals || node.kind === "Module") continue;
      definitions.say(signals[0], node, share * weight * 2, through(seed.qualifiedName));
      if (node.path !== seed.path)
        files.say(signals[1], moduleOf(graph, node), share * weight * 2, through(seed.qualifiedName));
    }
  const found = leaders(files, fileLead, seeds.files);
  for (const { node: seed, share } of found) {
    const imports = graph.outgoing(seed.id, "Import");
    for (const { to } of imports.slice(0, mostEdges))
      files.say(
        "importedByFound",
        graph.node(to),
        share / Math.sqrt(Math.max(1, imports.length / 4)),
        through(seed.path),
      );
    const importers = graph.incoming(seed.id, "Import");
    for (const { from } of importers.slice(0, mostEdges))
      files.say(
        "importsFound",
        graph.node(from),
        share / Math.sqrt(Math.max(1, importers.length / 4)),
        through(seed.path),
      );
  }
  const folders = new Map<string, number>();
  for (const { node, share } of found)
    folders.set(folderOf(node.path), (folders.get(folderOf(node.path)) ?? 0) + share);
  for (const { node } of [...files.cases()])
    files.say("folderFound", node, (folders.get(folderOf(node.path)) ?? 0) / seeds.files);
}

/** A rough order, only to choose where to look on from. */
const definitionLead: Readonly<Partial<Record<DefinitionSignal, number>>> = {
  ...{ words: 1, titleWords: 0.7, requirementWords: 0.5, nameWords: 0.3, nameSaid: 0.3 },
  ...{ named: 1.6, inTrace: 1.6, message: 1.6, shown: 0.6 },
};
const fileLead: Readonly<Partial<Record<FileSignal, number>>> = {
  ...{ words: 1, bestDefinition: 0.7, bestTitle: 0.5, nameSaid: 0.5 },
  ...{ namedFile: 1.6, holdsNamed: 1, inTrace: 1, holdsMessage: 1 },
};

function leaders<S extends string>(
  evidence: Evidence<S>,
  lead: Readonly<Partial<Record<S, number>>>,
  limit: number,
): readonly { readonly node: CodeNode; readonly share: number }[] {
  const counted = Object.entries(lead) as [S, number][];
  const scored = [...evidence.cases()].map(({ node }) => ({
    node,
    score: counted.reduce((sum, [signal, weight]) => sum + weight * evidence.value(signal, node), 0),
  }));
  scored.sort((a, b) => b.score - a.score || (a.node.id < b.node.id ? -1 : 1));
  const best = scored[0]?.score || 1;
  return scored.slice(0, limit).map(({ node, score }) => ({ node, share: score / best }));
}

export const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
