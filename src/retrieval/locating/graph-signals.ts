import { oneHop } from "../expand.ts";
import type { Relation } from "../route.ts";
import { through } from "./detail.ts";
import { leadingDefinitions, leadingFiles } from "./leaders.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** Definitions and files that lead by words and mentions, whose neighbours are looked at. */
const seeds = { definitions: 24, files: 8 };
/** Edges of one file that are followed; a file that everybody imports says nothing. */
const mostEdges = 60;

/** What a relation says of the definition that it leads to, and of that one's file. */
interface Said {
  readonly definition?: DefinitionSignal;
  readonly file?: FileSignal;
}
const signalOf: Readonly<Partial<Record<Relation, Said>>> = {
  calls: { definition: "calledBy", file: "calledByFound" },
  "is called by": { definition: "calls" },
  inherits: { file: "calledByFound" },
  contains: { definition: "partOf", file: "calledByFound" },
};

/** What stands one hop from what words and mentions found. */
export function graphSignals({ graph }: Question, places: Places): void {
  const { files, definitions } = places;
  for (const { node: seed, share } of leadingDefinitions(places, seeds.definitions))
    for (const { node, relation, weight } of oneHop(graph, seed)) {
      if (node.kind === "Module") continue;
      const { definition, file } = signalOf[relation] ?? {};
      const [value, said] = [share * weight * 2, through(seed.qualifiedName)];
      if (definition) definitions.say(definition, node, value, said);
      if (file && node.path !== seed.path) files.say(file, moduleOf(graph, node), value, said);
    }
  for (const { node: seed, share } of leadingFiles(places, seeds.files)) {
    const imports = graph.outgoing(seed.id, "Import");
    for (const { to } of imports.slice(0, mostEdges))
      files.say(
        "importedByFound",
        graph.node(to),
        share / Math.sqrt(Math.max(1, imports.length / 4)),
        through(seed.path),
      );
  }
}
