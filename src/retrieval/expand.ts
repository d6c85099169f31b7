import type { CodeEdge, CodeGraph, CodeNode, Sureness } from "../graph/graph.ts";
import { rememberingEach } from "./remember.ts";
import type { Relation } from "./route.ts";

/** One definition next to another, and what share of the other's score it earns. */
export interface Neighbour {
  readonly node: CodeNode;
  readonly relation: Relation;
  readonly weight: number;
}

/** Relations along which a score spreads. */
type Spread = Exclude<Relation, "imports" | "is imported by" | "overrides" | "has a similar purpose">;

/** What a request needs of a definition's surroundings: first what it calls and what breaks when it changes. */
export const decay: Readonly<Record<Spread, number>> = {
  calls: 0.45,
  "is called by": 0.35,
  inherits: 0.4,
  "is inherited by": 0.3,
  contains: 0.25,
  "is part of": 0.3,
  "has sibling": 0.12,
  "is tested by": 0.3,
  uses: 0.4,
};

const sure: Readonly<Record<Sureness, number>> = { exact: 1, inferred: 0.9, ambiguous: 0.5 };

/** Neighbours of one relation that are looked at; a hub has thousands and none of them matters. */
const mostOfOne = 24;

/** The definitions one hop from a definition. A neighbour that everybody has (a hub) earns less. */
export function oneHop(graph: CodeGraph, node: CodeNode): readonly Neighbour[] {
  const found: Neighbour[] = [];
  const callersHub = callersHubIn(graph);
  const add = (id: string, relation: Spread, share: number): void => {
    const other = graph.node(id);
    if (other && other.id !== node.id) found.push({ node: other, relation, weight: decay[relation] * share });
  };
  for (const edge of some(graph.outgoing(node.id, "Call")))
    add(edge.to, "calls", sure[edge.sureness] / callersHub(edge.to));
  for (const edge of some(graph.incoming(node.id, "Call"))) {
    const relation = graph.node(edge.from)?.test && !node.test ? "is tested by" : "is called by";
    add(edge.from, relation, sure[edge.sureness] / callersHub(node.id));
  }
  for (const edge of some(graph.outgoing(node.id, "Inherit"))) add(edge.to, "inherits", sure[edge.sureness]);
  const heirs = graph.incoming(node.id, "Inherit");
  for (const edge of some(heirs)) add(edge.from, "is inherited by", sure[edge.sureness] / hub(heirs.length));
  const parts = graph.outgoing(node.id, "Contain");
  for (const edge of some(parts)) add(edge.to, "contains", 1 / hub(parts.length));
  if (node.owner !== undefined) {
    add(node.owner, "is part of", 1);
    const siblings = graph.outgoing(node.owner, "Contain");
    for (const edge of some(siblings)) add(edge.to, "has sibling", 1 / hub(siblings.length));
  }
  return found;
}

/** The surest edges first; among equals in the order of the source. */
function some(edges: readonly CodeEdge[]): readonly CodeEdge[] {
  if (edges.length <= mostOfOne) return edges;
  return [...edges].sort((a, b) => sure[b.sureness] - sure[a.sureness]).slice(0, mostOfOne);
}

/** 1 for a few edges, growing slowly: 2 at 12, 4 at 60. */
function hub(degree: number): number {
  return Math.sqrt(Math.max(1, (degree + 4) / 4));
}

const callersHubIn = rememberingEach((graph: CodeGraph, id: string): number =>
  hub(graph.incoming(id, "Call").length),
);
