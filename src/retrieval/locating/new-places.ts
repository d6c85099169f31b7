import type { CodeNode } from "../../graph/graph.ts";
import { words } from "../words.ts";
import type { Ranked } from "./fuse.ts";
import { folderOf } from "./graph-signals.ts";
import type { NewPlace } from "./location.ts";
import type { Question } from "./question.ts";

/** Folders and siblings answered, and files whose scores count for their folder. */
const limits = { places: 3, siblings: 5, files: 30 };

/** A sentence that asks for something that is not there yet. */
const asksForNew =
  /\b(?:add|create|introduce|implement|support(?: for)?|provide|new|write|build|port|missing|lacks?|no way to|feature request|proposal|would be (?:nice|great|good))\b/i;

/**
 * Where a request for something new would have it: folders by the likelihood of their files and by their names, each
 * with the files that the new one would stand beside.
 */
export function newPlaces({ whole, index }: Question, files: readonly Ranked[]): readonly NewPlace[] {
  if (!asksForNew.test(whole)) return [];
  const said = new Set(words(whole));
  const folders = Map.groupBy(
    files.slice(0, limits.files).filter(({ node }) => !node.test),
    ({ node }) => folderOf(node.path),
  );
  const scored = [...folders].map(([folder, of]) => {
    const name = folder.split("/").at(-2) ?? "";
    const named = words(name).filter((word) => said.has(word));
    const sum = of.reduce((total, { score }) => total + score, 0);
    const rare = Math.max(0, ...named.map((word) => index.files.idf(word)));
    const reasons = [
      ...(named.length > 0 ? [`the request says the name of the folder: ${name}`] : []),
      `files here are like the request: ${names(of.map(({ node }) => node))}`,
    ];
    return {
      folder,
      siblings: of.slice(0, limits.siblings).map(({ node }) => node),
      score: sum * (1 + rare / 4),
      reasons,
    };
  });
  scored.sort((a, b) => b.score - a.score || (a.folder < b.folder ? -1 : 1));
  const best = scored[0]?.score || 1;
  return scored.slice(0, limits.places).map((place) => ({ ...place, score: place.score / best }));
}

const names = (nodes: readonly CodeNode[]): string =>
  nodes
    .slice(0, 3)
    .map(({ name }) => name)
    .join(", ");
