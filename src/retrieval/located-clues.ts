import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { isUnreadSource } from "../source/unread-source.ts";
import { rankSupport, type Support } from "./bigraph/rank.ts";
import { signals } from "./bigraph/signals.ts";
import type { Target } from "./bigraph/target.ts";
import type { Clue } from "./board.ts";
import { type ReadSource, type SearchIndex, searchWords } from "./documents.ts";
import type { Located, Location, LocationReason } from "./locating/location.ts";
import type { Requirement } from "./request.ts";
import { order } from "./requirements/asking.ts";
import type { Resolved } from "./resolve.ts";
import type { RouteHop } from "./route.ts";
import { queryWords } from "./words.ts";

/**
 * Places that become targets, definitions taken for each and of those that it calls, located places among which a requirement finds its own, hits
 * of a requirement's words, and siblings of a new file.
 */
const most = { targets: 6, support: 16, called: 8, places: 24, hits: 60, siblings: 2 };
/** What support, and what a place calls, counts against the place that needs it; what a requirement's own words and names count for its place; how surely a function is named that is the place, and one in inline code of an order. */
const share = {
  support: 0.75,
  called: 0.5,
  file: 0.5,
  sibling: 0.9,
  words: 2.5,
  named: 2,
  sure: 0.9,
  code: 0.8,
};

/** Located places as clues: files and definitions that the request is probably about. */
export function placeClues(
  located: Located,
  requirements: readonly Requirement[],
  named: readonly Resolved[],
): readonly Clue[] {
  const weight = weightOfDefinitions(located);
  const definitions = located.definitions.map((one) => placeClue(one, weight, requirements));
  const files = located.files.map((one) =>
    placeClue(one, isUnreadSource(one.node.path) ? 1 : share.file, requirements),
  );
  return [...definitions, ...files, ...newPlaceOf(located, requirements, named).flatMap(siblingClues)];
}

/**
 * The best definition is one of few where most of a repository is in languages that are not read. So where the best file
 * is of such a language, and stands for what is in it, definitions count as the file of the best one does beside it.
 */
function weightOfDefinitions({ files: [first, ...files], definitions: [best] }: Located): number {
  if (!first || !best || !isUnreadSource(first.node.path)) return 1;
  return Math.sqrt(files.find(({ node }) => node.path === best.node.path)?.score ?? 0);
}

/**
 * The folder of something new; none where the first requirement names the function that it is about (`add x to f()`), or
 * another one in inline code behind a word of place, or where the request links to a line of code. A class may be named as a model.
 */
function newPlaceOf(
  { newPlaces }: Located,
  requirements: readonly Requirement[],
  named: readonly Resolved[],
): Located["newPlaces"] {
  const isIn = ({ text }: Requirement, name: string): boolean =>
    /\b(?:to|in|into|on|of)\b/.test(text.slice(0, Math.max(0, text.indexOf(`\`${name}`))));
  const isPlaced = named.some(({ mention, node, strength }) => {
    if (mention.kind === "path" && mention.written === "link")
      return mention.line !== undefined && node.kind !== "Module" && !node.test;
    if (node.kind !== "Function" && node.kind !== "Method") return false;
    return (
      (strength >= share.sure && requirements[0]?.text.includes(mention.text)) ||
      (strength >= share.code && requirements.some((one) => order.test(one.text) && isIn(one, mention.text)))
    );
  });
  return isPlaced ? [] : newPlaces.slice(0, 1);
}

/** A place as a target, with the requirements that it is the best place for and the way that led there. */
export interface LocatedTarget extends Target {
  readonly requirements: readonly string[];
  readonly route: readonly RouteHop[];
  readonly score: number;
}

/**
 * For each requirement the place that it is probably about: likely for the whole request and close to the requirement's
 * own words. Where the request asks for something new, also the siblings of the new file.
 */
export function targetsOf(
  located: Located,
  requirements: readonly Requirement[],
  named: readonly Resolved[],
  index: SearchIndex,
): readonly LocatedTarget[] {
  const targets = new Map<CodeNode, LocatedTarget>();
  const add = (
    node: CodeNode,
    { id, text }: Requirement,
    score: number,
    route: readonly RouteHop[],
  ): void => {
    const known = targets.get(node);
    if (!known) targets.set(node, { node, requirement: text, requirements: [id], route, score });
    else
      targets.set(node, {
        ...known,
        requirement: `${known.requirement}\n${text}`,
        requirements: [...known.requirements, id],
      });
  };
  const places = located.definitions.slice(0, most.places);
  const weight = weightOfDefinitions(located);
  for (const requirement of requirements) {
    const best = bestPlace(places, requirement, named, index);
    const route = best && routeTo(best, speakerOf(best, requirement));
    if (best && route) add(best.node, requirement, weight * Math.sqrt(best.score), route);
  }
  const [first] = requirements;
  for (const place of newPlaceOf(located, requirements, named))
    for (const node of place.siblings.slice(0, most.siblings))
      if (first) add(node, first, share.sibling, siblingRoute(place.folder, node, first.id));
  return [...targets.values()].sort((a, b) => b.score - a.score).slice(0, most.targets);
}

/** Ranks what a target needs, at most `limit`. */
export type RankTarget = (target: Target, limit: number) => Promise<readonly Support[]>;

/** The bigraph's signals alone: neither a model nor vectors. */
export const bySignals =
  (graph: CodeGraph, index: SearchIndex, readSource: ReadSource): RankTarget =>
  (target, limit) =>
    rankSupport(target, graph, index, readSource, { limit });

/** What the targets need. */
export async function supportClues(
  targets: readonly LocatedTarget[],
  rank: RankTarget,
): Promise<readonly Clue[]> {
  const clues: Clue[] = [];
  for (const target of targets) {
    const found = await rank(target, most.support);
    for (const { node, score, reasons } of found) {
      const [reason] = reasons;
      if (!reason) continue;
      clues.push({
        node,
        score: share.support * target.score * Math.sqrt(score),
        requirement: target.requirements[0],
        route: [
          ...target.route,
          { kind: "signal", text: signals[reason.signal] },
          { kind: "node", id: node.id },
        ],
      });
    }
  }
  return clues;
}

/** What a target that exists calls in its own file is read and changed with it; a helper of many says less. */
export function calledClues(targets: readonly LocatedTarget[], graph: CodeGraph): readonly Clue[] {
  return targets.flatMap(({ node: target, requirements, route, score }) => {
    const called = graph.outgoing(target.id, "Call").flatMap(({ to }) => graph.node(to) ?? []);
    return called
      .filter(({ path, kind, test }) => path === target.path && kind !== "Class" && !test)
      .map((node) => ({
        ...{ node, requirement: requirements[0] },
        score: (share.called * score) / Math.sqrt(Math.max(1, graph.incoming(node.id, "Call").length / 3)),
        route: [
          ...route,
          { kind: "edge", relation: "calls" } as const,
          { kind: "node", id: node.id } as const,
        ],
      }))
      .sort((one, other) => other.score - one.score)
      .slice(0, most.called);
  });
}

function bestPlace(
  places: readonly Location[],
  { text }: Requirement,
  named: readonly Resolved[],
  index: SearchIndex,
): Location | undefined {
  const hits = searchWords(index, queryWords(text), most.hits);
  const best = hits[0]?.score ?? 1;
  const own = new Map(hits.map(({ node, score }) => [node, (share.words * score) / best]));
  for (const { mention, node, strength } of named)
    if (text.includes(mention.text)) own.set(node, (own.get(node) ?? 0) + share.named * strength);
  const value = ({ node, score }: Location): number => Math.log(score + 1e-9) + (own.get(node) ?? 0);
  return places.reduce<Location | undefined>(
    (before, place) => (before && value(before) >= value(place) ? before : place),
    undefined,
  );
}

function placeClue(location: Location, weight: number, requirements: readonly Requirement[]): Clue {
  const { node, score, reasons } = location;
  const said = reasons.flatMap(({ detail }) => (detail?.kind === "mention" ? detail.text : []));
  const id = requirements.find(({ text }) => said.some((mention) => text.includes(mention)))?.id;
  return {
    ...{ node, score: weight * Math.sqrt(score), requirement: id },
    route: routeTo(location, id ?? "request"),
  };
}

/** Whose words led to a place that is taken for a requirement: a name may stand in another one, or in none. */
function speakerOf({ reasons: [reason] }: Location, { id, text }: Requirement): string {
  const { detail } = reason ?? {};
  return detail?.kind === "mention" && !text.includes(detail.text) ? "request" : id;
}

function routeTo({ node, reasons }: Location, id: string): readonly RouteHop[] {
  return [{ kind: "from", id }, ...reasons.slice(0, 1).map(hopOf), { kind: "node", id: node.id }];
}

function hopOf({ detail, text }: LocationReason): RouteHop {
  if (detail?.kind === "words") return { kind: "bm25", words: detail.words };
  if (detail?.kind === "mention") return { kind: "mention", text: detail.text };
  return { kind: "signal", text };
}

function siblingClues({ folder, siblings }: Located["newPlaces"][number]): readonly Clue[] {
  return siblings.slice(0, most.siblings).map((node) => ({
    ...{ node, score: share.sibling, requirement: undefined },
    route: siblingRoute(folder, node, "request"),
  }));
}

function siblingRoute(folder: string, node: CodeNode, id: string): readonly RouteHop[] {
  const text = `something new would stand beside it${folder === "" ? "" : ` in ${folder}`}`;
  return [
    { kind: "from", id },
    { kind: "signal", text },
    { kind: "node", id: node.id },
  ];
}
