/** Of which files what they include is another thing now, directly or through what they include (C, C++). */
import { edgeKinds } from "./edges.ts";
import type { FileTable } from "./file-table.ts";
import type { Linked } from "./linked.ts";
import { namespaceOf } from "./namespaces.ts";

/** What a file includes and which namespaces it uses, as far as others that include it can tell. */
export const includesIn = (file: FileTable): string =>
  file.outline.imports
    .flatMap(({ kind, scope, from }) => (kind === "all" ? [`${namespaceOf(file, scope)} ${from}`] : []))
    .join("\n");

/**
 * The places of files and of all that include them, directly or not, as it was before. What is new on the way from
 * a file to another one begins in a file that has changed itself.
 */
export function includersOf({ files, edges }: Linked, places: ReadonlySet<number>): ReadonlySet<number> {
  if (places.size === 0) return places;
  const ofNode = new Map(files.map(({ firstNode }, place) => [firstNode, place]));
  const kind = edgeKinds.indexOf("Import");
  const includers = new Map<number, number[]>();
  for (let at = 0; at < edges.kind.length; at++) {
    if (edges.kind[at] !== kind) continue;
    const [from, to] = [ofNode.get(edges.from[at]!), ofNode.get(edges.to[at]!)];
    if (from === undefined || to === undefined) continue;
    const known = includers.get(to);
    if (known) known.push(from);
    else includers.set(to, [from]);
  }
  const all = new Set(places);
  for (const place of all) for (const includer of includers.get(place) ?? []) all.add(includer);
  return all;
}
