import type { CodeNode } from "../graph/graph.ts";
import { usedConstants } from "./constants.ts";
import type { ReadSource } from "./documents.ts";
import { decay } from "./expand.ts";
import { findLiterals } from "./locating/literals.ts";
import type { Question } from "./locating/question.ts";
import { findRepeats } from "./messages.ts";
import { findParagraphs } from "./paragraphs.ts";
import type { RouteHop } from "./route.ts";

/** A line that no definition holds, as a reason to show its file there: a constant, a paragraph of documentation. */
export interface Place {
  readonly module: CodeNode;
  readonly line: number;
  readonly score: number;
  readonly route: readonly RouteHop[];
}

/** A definition found so far. */
export interface Ranked {
  readonly node: CodeNode;
  readonly score: number;
  readonly route: readonly RouteHop[];
}

/** Definitions whose constants are looked for, constants kept, and what those that are not named, a paragraph, a repeated message and a name without a definition earn. */
const limits = { users: 16, constants: 8 };
const share = { unnamed: 0.5, paragraph: 0.9, repeat: 0.9, literal: 0.5 };

/**
 * Constants that the best definitions read from other modules, where documentation speaks of what was named, where
 * it and tests repeat a message, and where names stand that no definition has.
 */
export async function findPlaces(
  ranked: readonly Ranked[],
  { named, unresolved, graph, index }: Pick<Question, "named" | "unresolved" | "graph" | "index">,
  readSource: ReadSource,
): Promise<readonly Place[]> {
  const users = ranked.filter(({ node }) => node.kind !== "Module" && !node.test).slice(0, limits.users);
  const byNode = new Map(users.map((user) => [user.node, user]));
  const names = new Set(named.map(({ node }) => node.name));
  const constants = await usedConstants([...byNode.keys()], graph, readSource);
  const uses = constants.map(({ user, module, name, line }): Place => {
    const { score, route } = byNode.get(user)!;
    return {
      ...{ module, line, score: score * decay.uses * (names.has(name) ? 1 : share.unnamed) },
      route: [...route, { kind: "edge", relation: "uses" }, { kind: "node", id: module.id }],
    };
  });
  const best = [...uses].sort((a, b) => b.score - a.score).slice(0, limits.constants);
  const paragraphs = await findParagraphs(named, graph, readSource);
  const repeats = await findRepeats(named, graph, index, readSource);
  const literals = await findLiterals(unresolved, graph, index, readSource);
  return [
    ...best,
    ...literals.map(
      ({ mention, module, line }): Place => ({
        ...{ module, line, score: share.literal },
        route: [
          { kind: "from", id: "request" },
          { kind: "mention", text: mention.text },
          { kind: "node", id: module.id },
        ],
      }),
    ),
    ...paragraphs.map(
      ({ resolved: { mention, strength }, module, line }): Place => ({
        ...{ module, line, score: share.paragraph * strength },
        route: [
          { kind: "from", id: "request" },
          { kind: "mention", text: mention.text },
          { kind: "node", id: module.id },
        ],
      }),
    ),
    ...repeats.map(
      ({ resolved: { mention, node, strength }, module, line }): Place => ({
        ...{ module, line, score: share.repeat * strength },
        route: [
          { kind: "from", id: "request" },
          { kind: "mention", text: mention.text },
          { kind: "node", id: node.id },
          { kind: "signal", text: "what it says is repeated there" },
          { kind: "node", id: module.id },
        ],
      }),
    ),
  ];
}
