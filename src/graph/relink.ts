/**
 * Brings links up to date when some files have changed, come or gone: linked again are those files, and those whose
 * links were made from a fact that is another one now (memory.ts), or from an answer about where files are that is
 * another one now (questions.ts). The others keep theirs.
 */
import { factOfCollected, filesSayingElsewhere } from "./elsewhere.ts";
import { changedFacts } from "./facts.ts";
import { areApart, type FileTable, factOfApart } from "./file-table.ts";
import type { Matched } from "./kept-files.ts";
import { linkFiles } from "./link-files.ts";
import type { Linked } from "./linked.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";
import { shortened } from "./questions.ts";
import { createTables, type FileHead, type Sources, type Tables } from "./tables.ts";

export interface Update {
  /** All files as they are now. */
  readonly sources: Sources;
  /** Where they stood before. */
  readonly files: Matched;
  /** The places of those that have changed or are new. */
  readonly changed: ReadonlySet<number>;
  /** Whether one of those that say how modules are found (package.json) has changed, come or gone. */
  readonly isToldAnew: boolean;
  /** The outline that a file had before, by the place that it had then. */
  outlineBefore(index: number): Outline;
}

export interface Relinked {
  readonly linked: Linked;
  /** How many files were linked again. */
  readonly count: number;
}

/**
 * The same as linking everything. Undefined where that must be done: where a file belongs to another package than
 * before, the last one of a language is gone, or questions go too deep. The project is that of the files as they are
 * now.
 */
export function relink(before: Linked, update: Update, project: Project): Relinked | undefined {
  if (before.isDeep) return undefined;
  const { placeBefore, gone, areSame } = update.files;
  const old = createTables({ heads: before.files, outline: update.outlineBefore }, project, () => undefined);
  const now = createTables(update.sources, project, () => undefined);
  if (!isSameKind(old, now, placeBefore)) return undefined;
  const facts = new Set<number>();
  const add = (was: FileTable | undefined, is: FileTable | undefined): void => {
    for (const fact of changedFacts(was, is)) facts.add(fact);
    if (!(was && is) && [was, is].some((file) => file?.rules?.openTypes && saysElsewhere(file.outline)))
      facts.add(filesSayingElsewhere);
  };
  for (const index of update.changed) {
    const place = placeBefore[index]!;
    add(place < 0 ? undefined : old.file(place), now.file(index));
  }
  for (const place of gone) add(old.file(place), undefined);
  const isAskedAgain = !areSame || update.isToldAnew;
  const isThere = (path: string): boolean => now.indexOf(path) !== undefined;
  const again = isAskedAgain ? now.questions.askAgain(before.asked, isThere) : undefined;
  for (const fact of again?.changed ?? []) facts.add(fact);
  if (touchedBy(facts)(before.collected)) facts.add(factOfCollected);
  const fresh = filesToLink(before, update, facts, project);
  const linked = linkFiles(update.sources, project, {
    before,
    asked: shortened(again?.asked ?? before.asked),
    placeBefore,
    isKept: (index) => !fresh.has(index),
  });
  return !linked || linked.isDeep ? undefined : { linked, count: fresh.size };
}

/**
 * Whether files that were there before speak the same language and belong to the same package, of the same name, and
 * every language is still spoken: of one that is not, the project has no rules.
 */
function isSameKind(old: Tables, { heads, packageNames }: Tables, placeBefore: Int32Array): boolean {
  for (const [key, name] of packageNames) if ((old.packageNames.get(key) ?? name) !== name) return false;
  const spoken = new Set(heads.map(({ language }) => language));
  if (old.heads.some(({ language }) => language !== "" && !spoken.has(language))) return false;
  return heads.every(({ language, package: said }, index) => {
    const was = old.heads[placeBefore[index]!];
    return !was || (was.language === language && was.package === said);
  });
}

const saysElsewhere = ({ definitions, laterBases = [] }: Outline): boolean =>
  laterBases.length > 0 || definitions.some(({ on }) => on !== undefined);

function filesToLink(
  before: Linked,
  { sources: { heads }, changed, files: { placeBefore, gone } }: Update,
  facts: ReadonlySet<number>,
  project: Project,
): ReadonlySet<number> {
  const apart = ({ language }: FileHead): boolean => {
    const rules = project.rules.get(language);
    return rules !== undefined && areApart(rules);
  };
  const isApartChanged =
    [...changed].some((index) => apart(heads[index]!)) || gone.some((place) => apart(before.files[place]!));
  const isTouched = touchedBy(isApartChanged ? new Set([...facts, factOfApart]) : facts);
  const fresh = new Set(changed);
  heads.forEach((head, index) => {
    const was = before.files[placeBefore[index]!];
    if (!was || (isApartChanged && apart(head)) || isTouched(was.consulted)) fresh.add(index);
  });
  return fresh;
}

/** Whether one of these facts is among many; most are ruled out by their upper bits. */
function touchedBy(facts: ReadonlySet<number>): (consulted: Uint32Array) => boolean {
  const upper = new Uint8Array(2 ** 16);
  for (const fact of facts) upper[fact >>> 16] = 1;
  return (consulted) => {
    for (const fact of consulted) if (upper[fact >>> 16] === 1 && facts.has(fact | 0)) return true;
    return false;
  };
}
