import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { languagesAmong } from "../../languages/registry.ts";
import { asksForDocs, isUnreadSource } from "../../source/unread-source.ts";
import { prose } from "../paragraphs.ts";
import { remembering, rememberingEach } from "../remember.ts";
import type { Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { DefinitionSignal } from "./signals.ts";

const constructors = /^(?:__init__|__new__|__construct|constructor|initialize|new)$/;

/** What holds for a place whatever the request is. Comes last. */
export function priorSignals({ graph, request }: Question, { files, definitions }: Places): void {
  const languageOf = languagesIn(graph);
  const wantsDocs = asksForDocs(request);
  for (const { node } of files.cases()) {
    if (node.test) files.say("test", node, 1);
    const isWanted = wantsDocs && prose.test(node.path);
    if (isWanted && manual.test(node.path)) files.say("nameSaid", node, 1);
    const isSource = languageOf(node.path) !== undefined || isUnreadSource(node.path);
    if (!isSource && !isWanted) files.say("noSource", node, 1);
  }
  const traitsOf = definitionTraits(graph);
  for (const { node } of definitions.cases())
    for (const [signal, value] of traitsOf(node)) definitions.say(signal, node, value);
}

/** What "the docs" are. */
const manual = /(?:^|\/)(?:readme[^/]*|(?:docs?|documentation|guides?|manual)\/.*)$/i;

const languagesIn = remembering((graph: CodeGraph) =>
  languagesAmong(graph.nodes.flatMap(({ kind, path }) => (kind === "Module" ? [path] : []))),
);

type Traits = readonly (readonly [DefinitionSignal, number])[];

const definitionTraits = rememberingEach((graph: CodeGraph, node: CodeNode): Traits => {
  const isConstructor = constructors.test(node.name);
  return [
    ["test", Number(node.test)],
    ["hidden", Number(!isConstructor && node.visibility !== "public")],
    ["size", Math.log1p(node.endLine - node.startLine) / 6],
    ["called", Math.log1p(graph.incoming(node.id, "Call").length) / 5],
  ];
});
