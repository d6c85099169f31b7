import { UserError } from "../../errors.ts";
import type { CodeNode } from "../../graph/graph.ts";
import { type Anchor, findAnchors } from "../../retrieval/anchors.ts";
import { rankSupport, type Support } from "../../retrieval/bigraph/rank.ts";
import { type Signal, signals } from "../../retrieval/bigraph/signals.ts";
import type { Request } from "../../retrieval/request.ts";
import { routeText } from "../../retrieval/route.ts";
import type { KnownCode } from "../read-code.ts";
import type { Places, ShownDefinition } from "./answer.ts";
import { locatePlaces, shownDefinition } from "./places.ts";

export type Retrieval = "none" | "bm25" | "embedding" | "graph" | "bigraph";

export interface SupportOptions {
  readonly retrieval: Retrieval;
  /** The place that was given; looked for where it is not. */
  readonly target: CodeNode | undefined;
  /** Signals of the bigraph that are switched off. */
  readonly without: ReadonlySet<Signal>;
}

export interface FoundSupport {
  readonly places: Places;
  readonly support: readonly ShownDefinition[];
  /** What the passages are made from, best first: the places and what they need. */
  readonly anchors: readonly Anchor[];
}

/** Definitions that are answered, places whose needs are joined, and anchors that passages are made from. */
const most = { support: 20, targets: 3, anchors: 40 };

/** Finds where a request belongs, unless that is known, and what the code there will need. */
export async function findSupport(
  request: Request,
  code: KnownCode,
  { retrieval, target, without }: SupportOptions,
): Promise<FoundSupport> {
  if (retrieval === "embedding" && !code.meaning) throw noEndpoint();
  const nowhere: Places = { files: [], definitions: [], newPlaces: [] };
  if (retrieval === "none") return { places: nowhere, support: [], anchors: [] };
  if (retrieval !== "bigraph") {
    const anchors =
      retrieval === "embedding"
        ? await nearestAnchors(request, code)
        : await findAnchors(request, code.graph, code.read, {
            ...{ retrieval, limit: most.anchors, index: code.index },
          });
    return { places: nowhere, support: anchors.slice(0, most.support).map(shownAnchor), anchors };
  }
  const found = target ? undefined : await locatePlaces(request, code);
  const targets = target
    ? [{ node: target, score: 1 }]
    : (found?.best.slice(0, most.targets) ?? []).map(({ node, score }) => ({ node, score }));
  const needed = await joinSupport(request, targets, code, without);
  return {
    places: found?.places ?? nowhere,
    // A place that may be the wrong one can be what the right one needs; the best of them cannot.
    support: needed
      .filter(({ node }) => node.id !== targets[0]?.node.id)
      .slice(0, most.support)
      .map(shownSupport),
    anchors: target ? anchorsOf(target, needed) : await anchorsOfRequest(request, code),
  };
}

/** The baseline: what is nearest to the request, by its vector alone. */
async function nearestAnchors(request: Request, { meaning }: KnownCode): Promise<readonly Anchor[]> {
  const nearest = (await meaning?.rank(requirementOf(request), most.anchors)) ?? [];
  return nearest.map(({ node, score }) => ({
    ...{ node, score, requirements: [] },
    route: [
      { kind: "from", id: "request" },
      { kind: "edge", relation: "has a similar purpose" },
      { kind: "node", id: node.id },
    ],
  }));
}

const requirementOf = ({ title, body }: Request): string => [title, body].filter(Boolean).join("\n");

interface Place {
  readonly node: CodeNode;
  readonly score: number;
}

/** What several possible places need: each speaks as loud as it is likely. */
async function joinSupport(
  request: Request,
  targets: readonly Place[],
  { graph, index, read, meaning }: KnownCode,
  without: ReadonlySet<Signal>,
): Promise<readonly Support[]> {
  const requirement = requirementOf(request);
  const joined = new Map<string, Support & { readonly loudest: number }>();
  const all = targets.reduce((sum, { score }) => sum + score, 0);
  for (const { node, score } of targets) {
    const similar = meaning && { similar: await meaning.similar({ node, requirement }) };
    const ranked = await rankSupport({ node, requirement }, graph, index, read, {
      ...{ limit: most.anchors, without, ...similar },
    });
    for (const one of ranked) {
      const part = (one.score * score) / all;
      const known = joined.get(one.node.id);
      const isLouder = !known || part > known.loudest;
      joined.set(one.node.id, {
        ...{ node: one.node, score: (known?.score ?? 0) + part },
        ...{ reasons: isLouder ? one.reasons : known.reasons, loudest: isLouder ? part : known.loudest },
      });
    }
  }
  const sorted = [...joined.values()].sort((a, b) => b.score - a.score || (a.node.id < b.node.id ? -1 : 1));
  const best = sorted[0]?.score ?? 1;
  return sorted.map((one) => ({ ...one, score: one.score / best }));
}

/** With nothing given, each requirement of the request has its own places and needs. */
function anchorsOfRequest(
  request: Request,
  { graph, read, index, history }: KnownCode,
): Promise<readonly Anchor[]> {
  return findAnchors(request, graph, read, { retrieval: "bigraph", limit: most.anchors, index, history });
}

/** The place before what it needs: what shall change is read first. */
function anchorsOf(target: CodeNode, support: readonly Support[]): readonly Anchor[] {
  const from = { kind: "from", id: "request" } as const;
  const place = { kind: "node", id: target.id } as const;
  return [
    { node: target, score: 2, requirements: [], route: [from, place] },
    ...support.map(({ node, score, reasons }) => {
      const on = { kind: "node", id: reasons[0]?.via?.id ?? target.id } as const;
      const route = [from, ...(on.id === node.id ? [] : [on]), { kind: "node", id: node.id } as const];
      return { node, score, requirements: [], route };
    }),
  ].slice(0, most.anchors);
}

function shownSupport({ node, score, reasons }: Support): ShownDefinition {
  const said = reasons.map(({ signal, share, via }) => ({
    ...{ signal, share },
    text:
      via && via.id !== node.id ? `${signals[signal]} (${via.qualifiedName || via.path})` : signals[signal],
  }));
  return shownDefinition(node, score, said);
}

const shownAnchor = ({ node, score, route }: Anchor, _: number, all: readonly Anchor[]): ShownDefinition =>
  shownDefinition(node, score / all[0]!.score, [{ signal: "route", text: routeText(route), share: 1 }]);

const noEndpoint = (): UserError =>
  new UserError(
    "No endpoint for embeddings is configured.",
    "Set CODERAG_EMBEDDING_MODEL (and CODERAG_EMBEDDING_BASE_URL), or take --retrieval bigraph, which needs none.",
  );
