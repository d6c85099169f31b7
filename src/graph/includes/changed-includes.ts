/** Invalidation for C and C++ beyond a file's own declarations: which files it includes, and which namespaces exist. */

import { edgeKinds } from "../columns/edges.ts";
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import { namespaceOf } from "../files/namespaces.ts";
import { placesNow } from "../links/kept-files.ts";
import type { Linked } from "../links/linked.ts";
import type { Both } from "../open-types/kept-subjects.ts";
import type { FamilyRules } from "../project.ts";
import { includedIn } from "./declarations.ts";
import { allIncluded, factOfIncluded, factOfIncluding } from "./includes.ts";
import type { Names } from "./name-index.ts";
import { lastPart, ownNames } from "./own-names.ts";

/**
 * The facts that changed.
 * @param moved Paths of files whose imports now resolve differently.
 * @param names The index of all files as they are now.
 */
export function changedIncludeFacts(
  before: Linked,
  both: Both,
  moved: ReadonlySet<string>,
  names: Names,
): readonly number[] {
  const { old, now, placeBefore, changed, gone } = both;
  const rulesOf = ({ rules, heads }: typeof now, index: number): FamilyRules | undefined =>
    rules.get(heads[index]!.language);
  const isOfC = (index: number): boolean => rulesOf(now, index)?.separateDeclarations === true;
  const ofC = [...changed].filter(isOfC);
  const known = ofC.filter((index) => placeBefore[index]! >= 0);
  const lost = gone.filter((place) => rulesOf(old, place)?.separateDeclarations === true);
  const was = [...known.map((index) => placeBefore[index]!), ...lost].map((place) => old.file(place));
  const is = ofC.map((index) => now.file(index));
  const others = namespacesChanged(was, is).filter(
    (namespace) => !names.places("namespaces", namespace).some((index) => !changed.has(index)),
  );
  // A `using namespace` resolves differently once the namespace exists, or is gone.
  const using = others.flatMap((namespace) => names.places("used", lastPart(namespace)));
  const including = [...moved].map((path) => now.indexOf(path)!).filter(isOfC);
  const differing = known.filter(
    (index) => includesIn(old.file(placeBefore[index]!)) !== includesIn(now.file(index)),
  );
  const places = [...including, ...differing, ...using].map((index) => placeBefore[index]!);
  const all = [...places.filter((place) => place >= 0), ...lost];
  return all.length === 0 ? [] : includedFacts(before, both, moved, names, new Set(all));
}

/**
 * The facts about transitive includes of these files and of all that include them.
 * @param places Their places before the change.
 */
function includedFacts(
  before: Linked,
  both: Both,
  moved: ReadonlySet<string>,
  names: Names,
  places: ReadonlySet<number>,
): readonly number[] {
  const { now, placeBefore, changed } = both;
  const imports = importsOf(before);
  const includers = new Set(places);
  for (const one of includers) for (const includer of imports.by.get(one) ?? []) includers.add(includer);
  const placeNow = placesNow(both, before.files.length);
  const isOther = (index: number): boolean => changed.has(index) || moved.has(now.heads[index]!.path);
  const directNow = (index: number): readonly number[] =>
    isOther(index)
      ? includedIn(now, names, index)
      : imports
          .of(placeBefore[index]!)
          .map((place) => placeNow[place]!)
          .filter((one) => one >= 0);
  return [...includers].flatMap((place) => {
    const { path } = before.files[place]!;
    const index = placeNow[place]!;
    if (index < 0) return [factOfIncluded(path)];
    const was = pathsOf(before.files, allIncluded(place, imports.of));
    const others = was.symmetricDifference(pathsOf(now.heads, allIncluded(index, directNow)));
    return [factOfIncluded(path), ...[...others].map((other) => factOfIncluding(path, other))];
  });
}

const pathsOf = (
  files: readonly { readonly path: string }[],
  places: ReadonlySet<number>,
): ReadonlySet<string> => new Set([...places].map((place) => files[place]!.path));

/** Namespaces that exist in only one of the two states; those that macros open are looked up by name, so not here. */
function namespacesChanged(was: readonly FileTable[], is: readonly FileTable[]): readonly string[] {
  const namespacesIn = (files: readonly FileTable[]) =>
    new Set(files.flatMap((file) => [...ownNames(file).namespaces]));
  const [before, after] = [namespacesIn(was), namespacesIn(is)];
  const isOpened = /^opened /;
  return [...before, ...after].filter(
    (name) => !isOpened.test(name) && (!before.has(name) || !after.has(name)),
  );
}

/** A file's includes and using directives, as far as its includers can see them. */
const includesIn = (file: FileTable): string =>
  file.outline.imports
    .flatMap(({ kind, scope, from, ofNamespace = false }) =>
      kind === "all" ? [`${namespaceOf(file, scope)} ${from} ${ofNamespace}`] : [],
    )
    .join("\n");

/**
 * The include graph before the change, by place. A new path in it always starts at a changed file, so that the old
 * graph is enough to find all includers.
 */
function importsOf({ files, edges }: Linked) {
  const ofNode = new Map(files.map(({ firstNode }, place) => [firstNode, place]));
  const kind = edgeKinds.indexOf("Import");
  const of = new Map<number, number[]>();
  const by = new Map<number, number[]>();
  for (let at = 0; at < edges.kind.length; at++) {
    if (edges.kind[at] !== kind) continue;
    const [from, to] = [ofNode.get(edges.from[at]!), ofNode.get(edges.to[at]!)];
    if (from === undefined || to === undefined) continue;
    push(of, from, to);
    push(by, to, from);
  }
  return { of: (place: number): readonly number[] => of.get(place) ?? [], by };
}
