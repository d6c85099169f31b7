import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { rememberingEach } from "../remember.ts";
import type { Evidence } from "./evidence.ts";
import { members } from "./hierarchy.ts";
import type { Surroundings } from "./surroundings.ts";

/** What a name is worth that comes through another file, such as a package's front. */
const secondHand = 0.6;
/** A name that more definitions have says nothing: `get`, `Config`. */
const mostNamesakes = 8;

/**
 * What the target's file imports: the files, by the graph's Import edges, and of these the definitions whose names
 * stand in the text. Two hops, because packages pass names on from their inner files. Then what else the text names:
 * in Go, Java or C# the files of a package know each other without an import.
 */
export function importSignals({ target, graph, source }: Surroundings, evidence: Evidence): void {
  const names = new Set(source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const [importedBy, topOf] = [importsIn(graph), topIn(graph)];
  const first = new Set(importedBy(target.node.path));
  const second = new Set([...first].flatMap(importedBy));
  for (const file of second) if (!first.has(file) && file !== target.node.path) ofFile(file, secondHand);
  for (const file of first) {
    for (const node of topOf(file)) evidence.say("importedModule", node, 1);
    ofFile(file, 1);
  }
  for (const name of names) {
    const namesakes = graph.named(name).filter((node) => node.path !== target.node.path && standsAlone(node));
    if (namesakes.length > mostNamesakes) continue;
    for (const node of namesakes) {
      evidence.say("named", node, 1 / namesakes.length);
      if (node.kind !== "Class") continue;
      for (const member of members(graph, node.id))
        evidence.say("namedMember", member, 1 / namesakes.length, node);
    }
  }

  function ofFile(path: string, value: number): void {
    let named: CodeNode | undefined;
    for (const node of topOf(path)) {
      if (!names.has(node.name)) continue;
      named ??= node;
      evidence.say("imported", node, value);
      if (node.kind !== "Class") continue;
      for (const member of members(graph, node.id)) evidence.say("importedMember", member, value, node);
    }
    if (named) for (const node of graph.inFile(path)) evidence.say("importedFile", node, value, named);
  }
}

/** The files that a file imports, each once. */
const importsIn = rememberingEach((graph: CodeGraph, path: string): readonly string[] => [
  ...new Set(graph.outgoing(path, "Import").map(({ to }) => to)),
]);

/** Definitions at the top of a file. */
const topIn = rememberingEach((graph: CodeGraph, path: string): readonly CodeNode[] =>
  graph.inFile(path).filter((node) => node.kind !== "Module" && node.owner === undefined),
);

/** Classes and functions, nested ones too: what is used by its name alone. */
const standsAlone = ({ kind }: CodeNode): boolean => kind === "Class" || kind === "Function";
