import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { languageOf } from "../../languages/registry.ts";
import { rememberingEach } from "../remember.ts";
import type { Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal, FileSignal } from "./signals.ts";

/** Folders beside the product. */
export const aside =
  /(?:^|\/)(?:docs?|examples?|samples?|benchmarks?|bench|demos?|scripts?|tools?|vendor|fixtures?)\//i;
const constructors = /^(?:__init__|__new__|__construct|constructor|initialize|new)$/;

/** What holds for a place whatever the request is. Comes last. */
export function priorSignals({ graph }: Question, { files, definitions }: Places): void {
  const [ofFile, ofDefinition] = [fileTraits(graph), definitionTraits(graph)];
  for (const { node } of files.cases())
    for (const [signal, value] of ofFile(node)) files.say(signal, node, value);
  for (const { node } of definitions.cases())
    for (const [signal, value] of ofDefinition(node)) definitions.say(signal, node, value);
}

type Traits<S> = readonly (readonly [S, number])[];

const fileTraits = rememberingEach(
  (graph: CodeGraph, node: CodeNode): Traits<FileSignal> => [
    ["test", Number(node.test)],
    ["aside", Number(aside.test(node.path))],
    ["large", Math.log1p(node.endLine) / 8],
    ["bare", Number(graph.inFile(node.path).length === 1)],
    ["noSource", Number(languageOf(node.path) === undefined)],
    ["imported", Math.log1p(graph.incoming(node.id, "Import").length) / 5],
  ],
);

const definitionTraits = rememberingEach((graph: CodeGraph, node: CodeNode): Traits<DefinitionSignal> => {
  const isConstructor = constructors.test(node.name);
  return [
    ["test", Number(node.test)],
    ["isClass", Number(node.kind === "Class")],
    ["isMethod", Number(node.kind === "Method")],
    ["constructs", Number(isConstructor)],
    ["hidden", Number(!isConstructor && node.visibility !== "public")],
    ["size", Math.log1p(node.endLine - node.startLine) / 6],
    ["called", Math.log1p(graph.incoming(node.id, "Call").length) / 5],
  ];
});
