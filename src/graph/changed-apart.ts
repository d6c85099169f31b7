/** What has changed for files of C and C++ beside what each of them says: what they include, and what is a namespace. */
import { edgeKinds } from "./edges.ts";
import { type FileTable, push } from "./file-table.ts";
import { factOfIncluded } from "./includes.ts";
import type { Both } from "./kept-subjects.ts";
import type { Linked } from "./linked.ts";
import type { Names } from "./name-index.ts";
import { namespaceOf } from "./namespaces.ts";
import { lastPart, ownNames } from "./own-names.ts";
import type { FamilyRules } from "./project.ts";

/**
 * The facts that are others now.
 * @param moved Paths of files whose imports lead elsewhere.
 * @param names What all files say now.
 */
export function factsApart(
  before: Linked,
  { old, now, placeBefore, changed, gone }: Both,
  moved: ReadonlySet<string>,
  names: Names,
): readonly number[] {
  const rulesOf = ({ rules, heads }: typeof now, index: number): FamilyRules | undefined =>
    rules.get(heads[index]!.language);
  const isOfC = (index: number): boolean => rulesOf(now, index)?.declarationsApart === true;
  const all = [...changed].filter(isOfC);
  const known = all.filter((index) => placeBefore[index]! >= 0);
  const lost = gone.filter((place) => rulesOf(old, place)?.declarationsApart === true);
  const was = [...known.map((index) => placeBefore[index]!), ...lost].map((place) => old.file(place));
  const is = all.map((index) => now.file(index));
  const others = namespacesChanged(was, is).filter(
    (said) => !names.places("namespaces", said).some((index) => !changed.has(index)),
  );
  // Whether `using namespace` means one of them decides what is seen through it.
  const using = others.flatMap((said) => names.places("used", lastPart(said)));
  const including = [...moved].map((path) => now.indexOf(path)!).filter(isOfC);
  const differing = known.filter(
    (index) => includesIn(old.file(placeBefore[index]!)) !== includesIn(now.file(index)),
  );
  const places = [...including, ...differing, ...using].map((index) => placeBefore[index]!);
  const includers = includersOf(before, new Set([...places.filter((place) => place >= 0), ...lost]));
  return [...includers].map((place) => factOfIncluded(before.files[place]!.path));
}

/** What is said of namespaces by some states of files and not by others; what macros open is noted by name. */
function namespacesChanged(was: readonly FileTable[], is: readonly FileTable[]): readonly string[] {
  const said = (files: readonly FileTable[]) =>
    new Set(files.flatMap((file) => [...ownNames(file).namespaces]));
  const [before, after] = [said(was), said(is)];
  const isOpened = /^opened /;
  return [...before, ...after].filter(
    (name) => !isOpened.test(name) && (!before.has(name) || !after.has(name)),
  );
}

/** What a file includes and which namespaces it uses, as far as others that include it can tell. */
const includesIn = (file: FileTable): string =>
  file.outline.imports
    .flatMap(({ kind, scope, from, ofNamespace = false }) =>
      kind === "all" ? [`${namespaceOf(file, scope)} ${from} ${ofNamespace}`] : [],
    )
    .join("\n");

/**
 * The places of files and of all that include them, directly or not, as it was before. What is new on the way from
 * a file to another one begins in a file that has changed itself.
 */
function includersOf({ files, edges }: Linked, places: ReadonlySet<number>): ReadonlySet<number> {
  if (places.size === 0) return places;
  const ofNode = new Map(files.map(({ firstNode }, place) => [firstNode, place]));
  const kind = edgeKinds.indexOf("Import");
  const includers = new Map<number, number[]>();
  for (let at = 0; at < edges.kind.length; at++) {
    if (edges.kind[at] !== kind) continue;
    const [from, to] = [ofNode.get(edges.from[at]!), ofNode.get(edges.to[at]!)];
    if (from !== undefined && to !== undefined) push(includers, to, from);
  }
  const all = new Set(places);
  for (const place of all) for (const includer of includers.get(place) ?? []) all.add(includer);
  return all;
}
