import type { CodeNode } from "../../graph/graph.ts";
import type { Evidence } from "./evidence.ts";
import { members } from "./hierarchy.ts";
import type { Surroundings } from "./surroundings.ts";

/** What a name is worth that comes through another file, such as a package's front. */
const secondHand = 0.6;

/**
 * What the target's file imports: the files, by the graph's Import edges, and of these the definitions whose names
 * stand in the text. Two hops, because packages pass names on from their inner files.
 */
export function importSignals({ target, graph, source }: Surroundings, evidence: Evidence): void {
  const names = new Set(source.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu));
  const first = new Set(graph.outgoing(target.node.path, "Import").map((edge) => edge.to));
  const second = new Set([...first].flatMap((file) => graph.outgoing(file, "Import").map((edge) => edge.to)));
  for (const file of second) if (!first.has(file) && file !== target.node.path) ofFile(file, secondHand);
  for (const file of first) {
    for (const node of topOf(file)) evidence.say("importedModule", node, 1);
    ofFile(file, 1);
  }

  function topOf(path: string): readonly CodeNode[] {
    return graph.inFile(path).filter((node) => node.kind !== "Module" && node.owner === undefined);
  }

  function ofFile(path: string, value: number): void {
    const named = topOf(path).filter((node) => names.has(node.name));
    for (const node of named) {
      evidence.say("imported", node, value);
      if (node.kind !== "Class") continue;
      for (const member of members(graph, node.id)) evidence.say("importedMember", member, value, node);
    }
    if (named.length === 0) return;
    for (const node of graph.inFile(path)) evidence.say("importedFile", node, value, named[0]);
  }
}
