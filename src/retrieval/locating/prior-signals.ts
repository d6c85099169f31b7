import { languageOf } from "../../languages/registry.ts";
import type { Places } from "./places.ts";
import type { Question } from "./question.ts";

/** Folders beside the product. */
export const aside =
  /(?:^|\/)(?:docs?|examples?|samples?|benchmarks?|bench|demos?|scripts?|tools?|vendor|fixtures?)\//i;
const constructors = /^(?:__init__|__new__|__construct|constructor|initialize|new)$/;

/** What holds for a place whatever the request is. Comes last. */
export function priorSignals({ graph }: Question, { files, definitions }: Places): void {
  for (const { node } of [...files.cases()]) {
    const parts = graph.inFile(node.path).length - 1;
    if (node.test) files.say("test", node, 1);
    if (aside.test(node.path)) files.say("aside", node, 1);
    files.say("large", node, Math.log1p(node.endLine) / 8);
    if (parts === 0) files.say("bare", node, 1);
    if (languageOf(node.path) === undefined) files.say("noSource", node, 1);
    files.say("imported", node, Math.log1p(graph.incoming(node.id, "Import").length) / 5);
  }
  for (const { node } of [...definitions.cases()]) {
    if (node.test) definitions.say("test", node, 1);
    if (node.kind === "Class") definitions.say("isClass", node, 1);
    if (node.kind === "Method") definitions.say("isMethod", node, 1);
    const isConstructor = constructors.test(node.name);
    if (isConstructor) definitions.say("constructs", node, 1);
    else if (node.visibility !== "public") definitions.say("hidden", node, 1);
    definitions.say("size", node, Math.log1p(node.endLine - node.startLine) / 6);
    definitions.say("called", node, Math.log1p(graph.incoming(node.id, "Call").length) / 5);
  }
}
