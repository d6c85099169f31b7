/**
 * Brings links up to date when some files have changed, come or gone: linked again are those files, and those whose
 * links were made from a fact that is another one now (memory.ts), or from an answer about where files are that is
 * another one now (queries.ts). The others keep theirs.
 */

import { createTables, type Sources, type Tables } from "./files/tables.ts";
import { changedIncludeFacts } from "./includes/changed-includes.ts";
import { keptCalls } from "./links/kept-calls.ts";
import type { Matched } from "./links/kept-files.ts";
import { type LinkedBy, linkFiles } from "./links/link-files.ts";
import type { Linked } from "./links/linked.ts";
import { noNotes } from "./memory/answers.ts";
import { type Changed, createChanged } from "./memory/changed.ts";
import { changedFacts, differing } from "./memory/facts.ts";
import { shortened } from "./memory/queries.ts";
import type { ClassIndex } from "./open-classes/class-index.ts";
import { type Both, blockFacts, createRenumbering } from "./open-types/kept-subjects.ts";
import type { Subjects } from "./open-types/open-types.ts";
import type { Outline } from "./outline.ts";

export interface Update {
  /** All files as they are now. */
  readonly sources: Sources;
  /** Where they stood before. */
  readonly files: Matched;
  /** The places of those that have changed or are new. */
  readonly changed: ReadonlySet<number>;
  /** Whether one of those that say how modules are found (package.json) has changed, come or gone. */
  readonly areRulesChanged: boolean;
  /** The outline that a file had before, by the place that it had then, and its content; see Sources. */
  outlineBefore(index: number): Outline;
  contentBefore(index: number): string | undefined;
}

export interface Relinked {
  readonly linked: Linked;
  /** How many files were linked again, and how many of their references were followed. */
  readonly count: number;
  readonly followed: number;
}

/**
 * The same as linking everything. Undefined where that must be done: where a file belongs to another package than
 * before, the last one of a language is gone, or questions go too deep. It is done by the rules of the files as they
 * are now.
 */
export function relink(before: Linked, update: Update, by: LinkedBy): Relinked | undefined {
  const { project } = by;
  if (before.isDeep) return undefined;
  const { placeBefore, gone, areSame } = update.files;
  const { outlineBefore: outline, contentBefore: contentOf } = update;
  const old = createTables({ heads: before.files, outline, contentOf }, project, noNotes);
  const now = createTables(update.sources, project, noNotes);
  if (!isSameKind(old, now, placeBefore)) return undefined;
  const facts = createChanged();
  for (const index of update.changed) {
    const place = placeBefore[index]!;
    facts.addOf(index, changedFacts(place < 0 ? undefined : old.file(place), now.file(index)));
  }
  for (const place of gone) facts.addAll(changedFacts(old.file(place), undefined).all);
  const isAskedAgain = !areSame || update.areRulesChanged;
  const isThere = (path: string): boolean => now.indexOf(path) !== undefined;
  const again = isAskedAgain ? now.queries.revalidate(before.asked, isThere) : undefined;
  facts.addAll(again?.changed ?? []);
  const both: Both = { old, now, placeBefore, gone, changed: update.changed };
  facts.addAll(
    changedIncludeFacts(
      before,
      both,
      again?.moved ?? new Set(),
      by.indexes.names.namesFor(now, noNotes.touch),
    ),
  );
  facts.addAll(factsOfClasses(both, by.indexes.classes));
  const subjects = subjectsKept(before, both, facts.touching());
  let count = 0;
  const found = linkFiles(update.sources, by, {
    before,
    asked: shortened(again?.asked ?? before.asked),
    placeBefore,
    subjects: subjects.of,
    keeps: (all) => {
      facts.addAll(subjects.changed(all));
      const isChanged = facts.touching();
      const fresh = now.heads.map((_, index) => {
        const was = before.files[placeBefore[index]!];
        if (!was || update.changed.has(index)) return true;
        return isChanged(was.links.consulted) || isChanged(was.links.consultedElse);
      });
      count = fresh.filter(Boolean).length;
      return (index) => !fresh[index];
    },
    calls: (index, nodes) => {
      const place = placeBefore[index]!;
      if (place < 0 || !update.changed.has(index)) return undefined;
      const touched = facts.touchingFile(index, before.files[place]!.links.consulted);
      if (touched.seen) return undefined;
      return keptCalls({ before, place, old: old.file(place) }, now.file(index), nodes, touched.inside);
    },
  });
  return !found || found.linked.isDeep ? undefined : { ...found, count };
}

/** What is said of classes that any file may write on: as it was, where no such file has changed. */
function factsOfClasses({ old, now, changed, gone }: Both, classes: ClassIndex): Iterable<number> {
  const isSuch = ({ heads, rules }: Tables, index: number) => rules.get(heads[index]!.language)?.reopened;
  const isOne = [...changed].some((index) => isSuch(now, index)) || gone.some((place) => isSuch(old, place));
  if (!isOne) return [];
  classes.bringTo(old);
  return classes.changesTo(now);
}

/**
 * Whether files that were there before speak the same language and belong to the same package, and every language is
 * still spoken: of one that is not, the project has no rules.
 */
function isSameKind(old: Tables, now: Tables, placeBefore: Int32Array): boolean {
  const { heads } = now;
  const spoken = new Set(heads.map(({ language }) => language));
  if (old.heads.some(({ language }) => language !== "" && !spoken.has(language))) return false;
  return heads.every(({ language, package: declared }, index) => {
    const was = old.heads[placeBefore[index]!];
    return !was || (was.language === language && was.package === declared);
  });
}

/** What files said of classes outside of them: where that is the same, and which facts of it are others now. */
function subjectsKept(before: Linked, both: Both, isChanged: IsChanged) {
  const { old, now, placeBefore, gone, changed } = both;
  const renumbered = createRenumbering(both);
  const askedAgain: number[] = [];
  return {
    of: (index: number): Subjects | undefined => {
      const was = before.files[placeBefore[index]!]?.subjects;
      const isSame = was && !changed.has(index) && !isChanged(was.consulted);
      const kept = isSame ? renumbered(was) : undefined;
      if (!kept) askedAgain.push(index);
      return kept;
    },
    changed: (all: readonly (Subjects | undefined)[]): readonly number[] => {
      const factsAt = (place: number) => blockFacts(old, old.file(place), before.files[place]!.subjects);
      return [
        ...gone.flatMap((place) => [...differing(factsAt(place), new Map())]),
        ...askedAgain.flatMap((index) => {
          const place = placeBefore[index]!;
          const is = blockFacts(now, now.file(index), all[index]);
          return [...differing(place < 0 ? new Map() : factsAt(place), is)];
        }),
      ];
    },
  };
}

type IsChanged = ReturnType<Changed["touching"]>;
