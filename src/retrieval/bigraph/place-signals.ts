import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { remembering } from "../remember.ts";
import type { Evidence } from "./evidence.ts";
import { lineage, members } from "./hierarchy.ts";
import type { Surroundings } from "./surroundings.ts";

/** Lines after which closeness is worth half. */
const closeLines = 30;

/** Definitions by where they stand: class, file, hierarchy. */
export function placeSignals({ target, graph, owner }: Surroundings, evidence: Evidence): void {
  const { node: at } = target;
  for (const node of graph.inFile(at.path)) {
    if (node.kind === "Module") continue;
    if (owner && node.owner === owner.id) evidence.say("sameClass", node, 1);
    else if (node.owner !== undefined) evidence.say("sameFileMember", node, 1);
    else evidence.say(node.kind === "Class" ? "sameFileClass" : "sameFileFunction", node, 1);
    if (node.id === owner?.id) evidence.say("ownClass", node, 1);
    if (at.kind === "Module") continue;
    const closeness = 1 / (1 + Math.abs(node.startLine - at.startLine) / closeLines);
    evidence.say("near", node, closeness);
    if (node.owner === at.owner) evidence.say("nearSibling", node, closeness);
  }
  if (!owner) return;
  for (const base of lineage(graph, owner.id, "outgoing"))
    for (const node of members(graph, base.id)) evidence.say("inherited", node, 1, base);
  for (const heir of lineage(graph, owner.id, "incoming"))
    for (const node of members(graph, heir.id)) evidence.say("heirMember", node, 1, heir);
}

/** What holds for every definition that something else spoke for. Comes last. */
export function priorSignals({ target, graph }: Surroundings, evidence: Evidence): void {
  const folder = folderOf(target.node.path);
  const callers = callersIn(graph);
  for (const { node } of [...evidence.cases()]) {
    if (folderOf(node.path) === folder) evidence.say("sameFolder", node, 1);
    if (node.test) evidence.say("test", node, 1);
    const isHidden = node.visibility !== "public" && !constructors.test(node.name);
    if (isHidden) evidence.say(node.path === target.node.path ? "hidden" : "hiddenElsewhere", node, 1);
    const around = node.owner === undefined ? undefined : graph.node(node.owner);
    if (around && around.kind !== "Class") evidence.say("nested", node, 1);
    if (constructors.test(node.name) || around?.name === node.name) evidence.say("constructs", node, 1);
    if (node.kind === "Method") evidence.say("method", node, 1);
    evidence.say("size", node, Math.log1p(node.endLine - node.startLine) / 6);
    evidence.say("called", node, Math.log1p(callers(node)) / 5);
  }
}

/** How many calls outside tests lead to a definition; asked for thousands of definitions in every ranking. */
const callersIn = remembering((graph: CodeGraph) =>
  remembering(
    ({ id }: CodeNode) => graph.incoming(id, "Call").filter((edge) => !graph.node(edge.from)!.test).length,
  ),
);

const constructors = /^(?:__init__|__new__|__construct|constructor|initialize)$/;

/** The folder of a path with its slash; empty at the root. */
const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
