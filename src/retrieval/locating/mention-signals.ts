import type { Mention } from "../mentions.ts";
import type { Detail } from "./detail.ts";
import { moduleOf, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

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
    if (mention.kind === "path") files.say("namedFile", module, strength, said);
    const [definition, file] = signalsOf(mention) ?? [];
    if (definition) definitions.say(definition, node, strength, said);
    if (file) files.say(file, module, strength, said);
  }
}

/** An example names what it uses; that says nothing of what is to change. */
function signalsOf({ kind, written }: Mention): readonly [DefinitionSignal, FileSignal] | undefined {
  if (kind === "frame") return ["inTrace", "inTrace"];
  if (kind === "message") return ["message", "holdsMessage"];
  return written === "fence" ? undefined : ["named", "holdsNamed"];
}
