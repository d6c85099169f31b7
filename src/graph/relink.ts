/**
 * Brings links up to date when some files have changed: linked again are those files, and those whose links were
 * made from a fact that is another one now (see memory.ts). The others keep theirs.
 */
import { changedFacts } from "./facts.ts";
import { type Linked, linkFiles } from "./linked.ts";
import type { Outline } from "./outline.ts";
import type { Project } from "./project.ts";
import { createTables, type Sources } from "./tables.ts";

export interface Update {
  /** All files as they are now. */
  readonly sources: Sources;
  /** The places of those that have changed. */
  readonly changed: ReadonlySet<number>;
  /** The outline that a changed file had before. */
  outlineBefore(index: number): Outline;
}

export interface Relinked {
  readonly linked: Linked;
  /** How many files were linked again. */
  readonly count: number;
}

/**
 * The same as linking everything. Undefined where that must be done: where files came or went, belong to another
 * package than before, or ask too deep. The project must be the same as for the links before.
 */
export function relink(before: Linked, update: Update, project: Project): Relinked | undefined {
  const fresh = before.isDeep ? undefined : filesToLink(before, update, project);
  if (!fresh) return undefined;
  const linked = linkFiles(update.sources, project, { before, isKept: (index) => !fresh.has(index) });
  return !linked || linked.isDeep ? undefined : { linked, count: fresh.size };
}

function filesToLink(
  before: Linked,
  { sources, changed, outlineBefore }: Update,
  project: Project,
): ReadonlySet<number> | undefined {
  const { heads } = sources;
  const isSame = (at: number): boolean => {
    const now = heads[at]!;
    const old = before.files[at]!;
    return now.path === old.path && now.language === old.language && now.package === old.package;
  };
  if (heads.length !== before.files.length || !heads.every((_, index) => isSame(index))) return undefined;
  const old = createTables({ heads: before.files, outline: outlineBefore }, project, () => undefined);
  const now = createTables(sources, project, () => undefined);
  const facts = new Set<number>();
  for (const index of changed)
    for (const fact of changedFacts(old.file(index), now.file(index))) facts.add(fact);
  const isTouched = touchedBy(facts);
  // Files that tell of each other's definitions stay together: declarations of bodies, parts of one class.
  const apart = (index: number): boolean => {
    const rules = project.rules.get(heads[index]!.language);
    return rules?.declarationsApart === true || rules?.reopened !== undefined;
  };
  const isApartChanged = [...changed].some(apart);
  const fresh = new Set(changed);
  before.files.forEach(({ consulted }, index) => {
    if ((isApartChanged && apart(index)) || isTouched(consulted)) fresh.add(index);
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
