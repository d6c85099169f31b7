/** What the graph answers for a judged call. */
import type { CodeGraph, CodeNode, Sureness } from "../../src/graph/graph.ts";
import type { WrittenCall } from "./calls.ts";
import { type JudgedCall, placesOf } from "./judged.ts";

export interface Score {
  readonly call: JudgedCall;
  /**
   * `right` and `wrong`: an exact or inferred edge. `ambiguous`: only as one of several candidates. `missed`: no edge.
   * `silent`: no edge, and none is due. `open`: not judged.
   */
  readonly answer: "right" | "wrong" | "ambiguous" | "ambiguous wrong" | "missed" | "silent" | "open";
  /** Whether its callee is defined in the repository. */
  readonly isInside: boolean;
  /** What we say instead of the truth. */
  readonly said: readonly string[];
}

/**
 * An edge of the graph is a caller and a callee, said once: so a call is answered right where its caller has an edge
 * to the true callee, wherever that is written. It is answered wrong where an edge to another node of that name
 * stands on a line on which the caller writes the same callee.
 */
export function scoreCall(graph: CodeGraph, call: JudgedCall, calls: readonly WrittenCall[]): Score {
  const nodes = graph.inFile(call.file);
  const caller = innermost(nodes, call.line);
  const edges = caller ? graph.outgoing(caller.id, "Call") : [];
  const targets = new Set(placesOf(call).flatMap((place) => nodesAt(graph, place)));
  const isInside = placesOf(call).length > 0;
  const isOpen = !isInside && call.truth !== "outside";
  const lines = linesOfSame(call, calls, (line) => innermost(nodes, line) === caller);
  const right = edges.filter(({ to }) => targets.has(to)).map(({ sureness }) => sureness);
  const others = edges.filter(
    ({ to, line }) => !targets.has(to) && lines.has(line) && graph.node(to)?.name === call.name,
  );
  const isSure = (sureness: Sureness): boolean => sureness !== "ambiguous";
  const said = others.map(({ to, sureness }) => `${sureness} ${to}`);
  const answer = isOpen
    ? "open"
    : right.some(isSure)
      ? "right"
      : others.some(({ sureness }) => isSure(sureness))
        ? "wrong"
        : right.length > 0
          ? "ambiguous"
          : others.length > 0
            ? "ambiguous wrong"
            : isInside
              ? "missed"
              : "silent";
  return { call, answer, isInside, said };
}

/** Lines on which the same callee is written within the same caller. */
function linesOfSame(
  { line, column }: JudgedCall,
  calls: readonly WrittenCall[],
  isWithin: (line: number) => boolean,
): ReadonlySet<number> {
  const sampled = calls.find((one) => one.line === line && one.column === column);
  if (!sampled) throw new Error(`No call stands at line ${line}, column ${column}: another commit?`);
  return new Set(
    calls.filter((one) => one.callee === sampled.callee && isWithin(one.line)).map((one) => one.line),
  );
}

/** The node that is defined at `path:line`; a constructor's class stands for it too. */
function nodesAt(graph: CodeGraph, place: string): readonly string[] {
  const colon = place.lastIndexOf(":");
  const nodes = graph.inFile(place.slice(0, colon));
  const node = innermost(nodes, Number(place.slice(colon + 1)));
  if (!node || node.kind === "Module") return [];
  const owner = node.owner === undefined ? undefined : graph.node(node.owner);
  return owner?.kind === "Class" && owner.name === node.name ? [node.id, owner.id] : [node.id];
}

function innermost(nodes: readonly CodeNode[], line: number): CodeNode | undefined {
  let best: CodeNode | undefined;
  for (const node of nodes)
    if (node.kind === "Module") best ??= node;
    else if (node.startLine <= line && line <= node.endLine && size(node) <= size(best)) best = node;
  return best;
}

const size = (node: CodeNode | undefined): number =>
  node === undefined || node.kind === "Module" ? Number.POSITIVE_INFINITY : node.endLine - node.startLine;
