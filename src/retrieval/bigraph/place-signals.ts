import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { folderOf } from "../../source/paths.ts";
import { rememberingEach } from "../remember.ts";
import type { Evidence } from "./evidence.ts";
import { lineage, members } from "./hierarchy.ts";
import { type Signal, signalNames } from "./signals.ts";
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

/** Writes what holds for a definition by itself, when something speaks for it. */
export function priorsOf({ target, graph }: Surroundings): (node: CodeNode, values: number[]) => void {
  const folder = folderOf(target.node.path);
  const traitsOf = traitsIn(graph);
  return (node, values) => {
    if (folderOf(node.path) === folder) values[at.sameFolder] = 1;
    if (node.test) values[at.test] = 1;
    if (node.kind === "Method") values[at.method] = 1;
    const { hidden, nested, constructs, size, called } = traitsOf(node);
    if (hidden) values[node.path === target.node.path ? at.hidden : at.hiddenElsewhere] = 1;
    values[at.nested] = nested;
    values[at.constructs] = constructs;
    values[at.size] = size;
    values[at.called] = called;
  };
}

const at = Object.fromEntries(signalNames.map((name, column) => [name, column])) as Record<Signal, number>;

const constructors = /^(?:__init__|__new__|__construct|constructor|initialize)$/;

/** The same for every target; asked for thousands of definitions in every ranking. */
const traitsIn = rememberingEach((graph: CodeGraph, node: CodeNode) => {
  const around = node.owner === undefined ? undefined : graph.node(node.owner);
  const callers = graph.incoming(node.id, "Call").filter(({ from }) => !graph.node(from)!.test);
  return {
    hidden: node.visibility !== "public" && !constructors.test(node.name),
    nested: Number(around !== undefined && around.kind !== "Class"),
    constructs: Number(constructors.test(node.name) || around?.name === node.name),
    size: Math.log1p(node.endLine - node.startLine) / 6,
    called: Math.log1p(callers.length) / 5,
  };
});
