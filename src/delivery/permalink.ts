import type { CodeGraph } from "../graph/graph.ts";
import { type LineRange, linesOf } from "../source/line-range.ts";
import type { Graphs } from "./changed.ts";
import { inlineCode } from "./code.ts";

/** Where people read the repository's files; undefined pages (a plain folder) give names without addresses. */
export interface Place {
  /** `https://github.com`. */
  readonly webUrl: string | undefined;
  readonly owner: string;
  readonly name: string;
  readonly commit: string;
}

/** Lines of a file at the run's base commit as a markdown link, or as its bare name. */
export function fileLink(place: Place, path: string, lines?: LineRange, text = path): string {
  const address = fileAddress(place, path, lines);
  return address === undefined ? inlineCode(text) : `[${inlineCode(text)}](${address})`;
}

/** Where people read these lines; undefined where there are no pages. Nothing in it ends a markdown link. */
export function fileAddress(
  { webUrl, owner, name, commit }: Place,
  path: string,
  lines?: LineRange,
): string | undefined {
  if (webUrl === undefined) return undefined;
  const segments = path.split("/").map(encodeSegment).join("/");
  const hash =
    lines === undefined ? "" : lines.from === lines.to ? `#L${lines.from}` : `#L${lines.from}-L${lines.to}`;
  return `${webUrl}/${owner}/${name}/blob/${commit}/${segments}${hash}`;
}

/** A definition of the base commit by its id; a path by itself; undefined where the repository has neither. */
function definitionLink(place: Place, graph: CodeGraph, id: string): string | undefined {
  const node = graph.node(id);
  if (!node) return undefined;
  return node.kind === "Module" ? fileLink(place, node.path) : fileLink(place, node.path, linesOf(node), id);
}

/** A link to what stood there before, `name (new)` for what the change adds, undefined for what nobody has. */
export function definitionName(place: Place, { before, after }: Graphs, id: string): string | undefined {
  const known = definitionLink(place, before, id);
  if (known) return known;
  const node = after.node(id);
  return node && `${inlineCode(id)} (${node.kind === "Module" ? "new file" : "new"})`;
}

/** As `encodeURIComponent`, and also what would end a markdown link. */
function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.toWellFormed()).replace(
    /[()'*!]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}
