/** Draws the files of a tree that nobody has asked for before. */

import { headOf } from "../graph/files/tables.ts";
import { matchFiles } from "../graph/links/kept-files.ts";
import type { LinkedBy } from "../graph/links/link-files.ts";
import type { Linked } from "../graph/links/linked.ts";
import type { Outline } from "../graph/outline.ts";
import { languagesAmong } from "../languages/registry.ts";
import { loadProject, projectFiles } from "../languages/rules.ts";
import type { Drawn } from "./drawn.ts";
import type { KeptGraph } from "./graph-file.ts";
import { bareOutline, outlinesOf, type Reading } from "./outlines-of.ts";
import { readyForPush } from "./ready-for-push.ts";
import type { Caches } from "./tree-caches.ts";

/** `isLasting`: the same would come out another time; false where a file was left out for want of time. */
export type Fresh = Drawn & { readonly isLasting: boolean };

/** Reads and links all files. */
export async function drawAnew(reading: Reading, caches: Caches | undefined): Promise<Fresh> {
  const start = performance.now();
  const [read, project, { createIndexes, linkAll }] = await Promise.all([
    outlinesOf(reading, caches?.outlines),
    projectOf(reading),
    // While threads read files there is nothing else to do here.
    import("../graph/links/link-files.ts"),
    caches ? readyForPush(reading.entries.map(({ path }) => path)) : undefined,
  ]);
  const { outlines, notes, parsed, isLasting } = read;
  const hashes = new Map(reading.entries.map(({ path, hash }) => [path, hash]));
  if (caches) keep(caches, hashes, outlines);
  const outlined = performance.now();
  const indexes = createIndexes();
  const linked = linkAll(outlines, project, { contentOf: (path) => hashes.get(path), indexes });
  if (isLasting) kept.set(linked, { project, indexes });
  return {
    ...{ linked, notes, parsed, isLasting, faults: [], origin: { kind: "cold" } },
    milliseconds: { outlines: outlined - start, link: performance.now() - outlined },
  };
}

/** What a push will ask for. Of what was left out nothing is known. */
function keep(
  { outlines: cache }: Caches,
  hashes: ReadonlyMap<string, string>,
  outlines: readonly Outline[],
): void {
  for (const { path, ...outline } of outlines)
    if (outline.language !== "" && outline.lineCount > 0) cache.keep(hashes.get(path)!, outline);
}

const projectOf = ({ workspace, entries }: Reading) =>
  loadProject(
    entries.map(({ path }) => path),
    (paths) => workspace.readMany(paths),
  );

/**
 * What the links that this process has were made by: how modules are found is the same while no file comes, goes or
 * tells of it, and the indexes are brought from one state to the next.
 */
const kept = new WeakMap<Linked, LinkedBy>();

/** More changed files than one of so many, and linking all is as quick. */
const mostChanged = 4;

/** Reads and links what is not as in the nearest tree of which links are kept. Undefined where all must be linked. */
export async function update(
  reading: Reading,
  caches: Caches,
  before: KeptGraph | undefined,
): Promise<Fresh | undefined> {
  const { entries } = reading;
  const { outlines: cache } = caches;
  if (!before) return undefined;
  const { files } = before.linked;
  const start = performance.now();
  const matched = matchFiles(files, entries);
  const { placeBefore, gone, areSame } = matched;
  const languageOf = languagesAmong(entries.map(({ path }) => path));
  const changed = new Set<number>();
  entries.forEach(({ path, hash }, index) => {
    const place = placeBefore[index]!;
    // A file may be of another language once another one stands beside it, or does not any more.
    if (hash !== before.hashes[place] || (!areSame && files[place]!.language !== (languageOf(path) ?? "")))
      changed.add(index);
  });
  const touched = [
    ...[...changed].map((index) => entries[index]!.path),
    ...gone.map((place) => files[place]!.path),
  ];
  if (touched.length > Math.max(mostChanged, entries.length / mostChanged)) return undefined;
  const isToldAnew = touched.some(await projectFiles());
  const known = kept.get(before.linked);
  const project = (areSame && !isToldAnew && known?.project) || (await projectOf(reading));
  const [fresh, { relink }, { createIndexes }] = await Promise.all([
    outlinesOf({ ...reading, entries: [...changed].map((index) => entries[index]!) }, cache, languageOf),
    import("../graph/relink.ts"),
    import("../graph/links/link-files.ts"),
  ]);
  const by = { project, indexes: known?.indexes ?? createIndexes() };
  keep(caches, new Map(entries.map(({ path, hash }) => [path, hash])), fresh.outlines);
  const read = new Map(fresh.outlines.map((outline) => [outline.path, outline]));
  const outlined = performance.now();
  const outlineBefore = (place: number): Outline => {
    const { path, language, definitionCount } = files[place]!;
    const known = language === "" ? undefined : cache.get(before.hashes[place]!, language);
    if ((known?.definitions.length ?? 0) !== definitionCount) throw new OutlineGoneError(path);
    return known ? { path, ...known } : bareOutline(path, language);
  };
  const sources = {
    heads: entries.map(({ path }, index) =>
      changed.has(index) ? headOf(read.get(path)!) : files[placeBefore[index]!]!,
    ),
    outline: (index: number) => read.get(entries[index]!.path) ?? outlineBefore(placeBefore[index]!),
    // What was left out for want of time says nothing now, and may say something the next time.
    contentOf: (index: number) => (fresh.isLasting || !changed.has(index) ? entries[index]!.hash : undefined),
  };
  const earlier = { outlineBefore, contentBefore: (place: number) => before.hashes[place] };
  const relinked = unlessGone(() =>
    relink(before.linked, { sources, files: matched, changed, areRulesChanged: isToldAnew, ...earlier }, by),
  );
  if (!relinked) return undefined;
  if (fresh.isLasting) kept.set(relinked.linked, by);
  const isOld = (note: string) => touched.some((path) => note.startsWith(`${path} was `));
  return {
    linked: relinked.linked,
    origin: { kind: "updated", changed: touched.length, relinked: relinked.count },
    notes: [...before.notes.filter((note) => !isOld(note)), ...fresh.notes],
    ...{ parsed: fresh.parsed, isLasting: fresh.isLasting, faults: [] },
    milliseconds: { outlines: outlined - start, link: performance.now() - outlined },
  };
}

/** The cache does not have an outline any more that it had. */
class OutlineGoneError extends Error {}

function unlessGone<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof OutlineGoneError) return undefined;
    throw error;
  }
}
