import type { CodeNode } from "../../graph/graph.ts";
import { type LocateOptions, locate } from "../../retrieval/locating/locate.ts";
import type { Location } from "../../retrieval/locating/location.ts";
import type { Request } from "../../retrieval/request.ts";
import type { KnownCode } from "../read-code.ts";
import type { Places, ShownDefinition } from "./answer.ts";

/** Files and definitions that are answered. */
const mostPlaces = 5;
/** Against the best folder. */
const likely = 0.1;

export interface FoundPlaces {
  readonly places: Places;
  /** The definitions, or the files where no definition was found, best first. */
  readonly best: readonly Location[];
}

/** Where a request belongs that does not say it. */
export async function locatePlaces(
  request: Request,
  { graph, index, read, history }: KnownCode,
  { limit = mostPlaces, ...options }: LocateOptions = {},
): Promise<FoundPlaces> {
  const located = await locate(request, graph, index, read, { limit, history, ...options });
  const { files, definitions, newPlaces } = located;
  return {
    best: definitions.length > 0 ? definitions : files,
    places: {
      files: files.map(shownLocation),
      definitions: definitions.map(shownLocation),
      newPlaces: newPlaces.map(({ folder, siblings, score, reasons }) => ({
        ...{ folder, score: rounded(score), beside: siblings.map(({ path }) => path) },
        reasons: [...reasons],
      })),
    },
  };
}

/** Folders for something new that are worth a person's while. */
export const likelyFolders = ({ newPlaces }: Places): Places["newPlaces"] =>
  newPlaces.filter(({ score }) => score >= likely);

const shownLocation = ({ node, score, reasons }: Location): ShownDefinition =>
  shownDefinition(node, score, reasons);

export function shownDefinition(
  node: CodeNode,
  score: number,
  reasons: readonly { readonly signal: string; readonly text: string; readonly share: number }[],
): ShownDefinition {
  const { id, kind, path, startLine, endLine, signature } = node;
  return {
    ...{ id, kind, path, startLine, endLine, signature, score: rounded(score) },
    reasons: reasons.map(({ signal, text, share }) => ({ signal, text, share: rounded(share) })),
  };
}

export const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;
