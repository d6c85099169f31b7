import { members } from "../bigraph/hierarchy.ts";
import type { Mention } from "../mentions.ts";
import type { Detail } from "./detail.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** What a class's members count that the request names. */
const memberShare = 0.7;

/** Places that the request names: paths, identifiers, frames of stack traces, messages. */
export function mentionSignals({ named, graph }: Question, { files, definitions }: Places): void {
  for (const { mention, node, strength } of named) {
    const said = (): Detail => ({ kind: "mention", text: mention.text });
    const module = moduleOf(graph, node)!;
    if (node.kind === "Module") {
      files.say(mention.kind === "frame" ? "inTrace" : "namedFile", module, strength, said);
      for (const part of graph.inFile(node.path))
        if (part.kind !== "Module") definitions.say("inNamedFile", part, strength, said);
      continue;
    }
    const [definition, file] = signalsOf(mention);
    definitions.say(definition, node, strength, said);
    files.say(file, module, strength, said);
    if (mention.kind === "path") files.say("namedFile", module, strength, said);
    if (node.kind !== "Class") continue;
    for (const member of members(graph, node.id))
      definitions.say("inNamedClass", member, strength * memberShare, said);
  }
}

function signalsOf({ kind, written }: Mention): readonly [DefinitionSignal, FileSignal] {
  if (kind === "frame") return ["inTrace", "inTrace"];
  if (kind === "message") return ["message", "holdsMessage"];
  return written === "fence" ? ["shown", "holdsShown"] : ["named", "holdsNamed"];
}
