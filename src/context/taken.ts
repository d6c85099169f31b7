import type { Relation, RouteHop } from "../retrieval/route.ts";
import type { Context } from "./context.ts";

/** A definition that the model took with graph-reason, as one step from the definition that it asked about. Survives JSON. */
export interface Taken {
  /** Id of the definition that it asked about. */
  readonly anchor: string;
  /** How the taken one stands to it; undefined where it is no neighbour. */
  readonly relation?: Relation;
  readonly node: string;
  readonly path: string;
  /** 1-based, inclusive: the lines that were shown. */
  readonly startLine: number;
  readonly endLine: number;
  readonly tokens: number;
}

/** A taken definition as an anchor: with the whole way from the request to it. */
export interface TakenAnchor extends Omit<Taken, "anchor" | "relation"> {
  readonly route: readonly RouteHop[];
}

/** Hops of a route that are told; a model that walks on and on tells the end of its way. */
const longestRoute = 12;

/**
 * The definitions that the model took, each once, with their routes: `R2 -> graph-reason -> src/a.py#f -> calls ->
 * src/b.py#g`. Where the model asked about something that it had taken before, the way goes on from there; `R2` comes
 * from the context's route to the first anchor, and is `request` where the context does not show it.
 */
export function takenAnchors(taken: readonly Taken[], context: Context): readonly TakenAnchor[] {
  const found = new Map<string, TakenAnchor>();
  for (const { anchor, relation, ...shown } of taken) {
    if (found.has(shown.node)) continue;
    const before = found.get(anchor)?.route ?? begun(anchor, context);
    const step: readonly RouteHop[] =
      relation === undefined || anchor === shown.node
        ? []
        : [
            { kind: "edge", relation },
            { kind: "node", id: shown.node },
          ];
    const direct: readonly RouteHop[] = [...before.slice(0, 2), { kind: "node", id: shown.node }];
    const route = step.length > 0 && before.length < longestRoute ? [...before, ...step] : direct;
    found.set(shown.node, { ...shown, route });
  }
  return [...found.values()];
}

function begun(anchor: string, { passages }: Context): readonly RouteHop[] {
  const [path] = anchor.split("#");
  const known =
    passages.find(({ node }) => node === anchor) ?? passages.find((passage) => passage.path === path);
  const first = known?.route[0];
  return [
    first?.kind === "from" ? first : { kind: "from", id: "request" },
    { kind: "tool", name: "graph-reason" },
    { kind: "node", id: anchor },
  ];
}
