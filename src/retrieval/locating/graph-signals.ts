import { oneHop } from "../expand.ts";
import type { Relation } from "../route.ts";
import { through } from "./detail.ts";
import { leadingDefinitions, leadingFiles } from "./leaders.ts";
import { folderOf, moduleOf, type Places } from "./places.ts";
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
export function graphSignals({ graph }: Question, places: Places): void {
  const { files, definitions } = places;
  for (const { node: seed, share } of leadingDefinitions(places, seeds.definitions))
    for (const { node, relation, weight } of oneHop(graph, seed)) {
      const signals = signalOf[relation];
      if (!signals || node.kind === "Module") continue;
      definitions.say(signals[0], node, share * weight * 2, through(seed.qualifiedName));
      if (node.path !== seed.path)
        files.say(signals[1], moduleOf(graph, node), share * weight * 2, through(seed.qualifiedName));
    }
  const found = leadingFiles(places, seeds.files);
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
