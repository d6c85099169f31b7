/**
 * Keeps the subjects of out-of-line blocks across a change: those of a file stay valid until a fact changes that they
 * depend on, and what changed about a class is reported as facts.
 */

import { type FileTable, factOf } from "../files/file-table.ts";
import { namespaceOf } from "../files/namespaces.ts";
import type { Tables } from "../files/tables.ts";
import { type Matched, placesNow } from "../links/kept-files.ts";
import type { Facts } from "../memory/facts.ts";
import { basesByBlock } from "./blocks.ts";
import {
  basesOfClass,
  blocksOf,
  blocksOfTrait,
  ordinalsOf,
  type Subjects,
  seedOfClass,
  subjectsIn,
} from "./open-types.ts";

/** The files before and after a change. */
export interface Both extends Pick<Matched, "placeBefore" | "gone"> {
  readonly old: Tables;
  readonly now: Tables;
  /** Today's places of changed and new files. */
  readonly changed: ReadonlySet<number>;
}

/** Updates subjects to today's definition ids; undefined where a class is gone. */
export function createRenumbering(both: Both): (subjects: Subjects) => Subjects | undefined {
  const { old, now, changed } = both;
  const places = placesNow(both, old.heads.length);
  const renumbered = new Map<number, number>();
  const find = (id: number): number => {
    const place = old.placeOf(id);
    const index = places[place]!;
    if (index < 0) return -1;
    const at = id - old.firstOf(place);
    if (!changed.has(index)) return now.firstOf(index) + at;
    // Facts about its name did not change, else the subjects would be invalid: the ordinal finds it.
    const [was, is] = [old.file(place), now.file(index)];
    const { name, scope } = was.outline.definitions[at]!;
    const found = is.outline.definitions.findIndex(
      (one, other) =>
        one.name === name &&
        is.seeds[one.scope] === was.seeds[scope] &&
        ordinalsOf(is)[other] === ordinalsOf(was)[at],
    );
    return found < 0 ? -1 : now.firstOf(index) + found;
  };
  const numberOf = (id: number): number => {
    const known = renumbered.get(id) ?? find(id);
    renumbered.set(id, known);
    return known;
  };
  return ({ rows, consulted }) => {
    const all = rows.slice();
    let isThere = true;
    // Rows are lists, each preceded by its length.
    for (const { heirs, traits } of subjectsIn(all)!)
      for (const list of [heirs, ...traits])
        list.forEach((id, at) => {
          list[at] = numberOf(id);
          isThere &&= list[at]! >= 0;
        });
    return isThere ? { rows: all, consulted } : undefined;
  };
}

/** The facts that a file's blocks contribute to classes, with their content. */
export function blockFacts(tables: Tables, file: FileTable, subjects: Subjects | undefined): Facts {
  const facts = new Map<number, string>();
  if (!subjects) return facts;
  const { outline } = file;
  const ordinals = ordinalsOf(file);
  const note = (id: number, name: string, text: string): void => {
    const place = tables.placeOf(id);
    const fact = factOf(seedOfClass(tables.file(place), id - tables.firstOf(place)), name);
    facts.set(fact, `${facts.get(fact) ?? ""}\n${text}`);
  };
  const blocks = blocksOf(outline);
  const basesIn = basesByBlock(file);
  const all = subjectsIn(subjects.rows)!;
  for (const [at, { scope, of, type, members, bases }] of blocks.entries()) {
    const { heirs, traits } = all[at]!;
    for (const heir of heirs) {
      for (const index of members)
        note(heir, outline.definitions[index]!.name, `${ordinals[index]} ${basesIn.get(scope)?.join()}`);
      for (const base of bases) note(heir, basesOfClass, `${namespaceOf(file, scope)} ${of} ${base}`);
    }
    for (const trait of traits.flatMap((found) => [...found]))
      note(trait, blocksOfTrait, `${namespaceOf(file, scope)} ${of} ${type}`);
  }
  return facts;
}
