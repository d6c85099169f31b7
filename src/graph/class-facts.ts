/**
 * What the parts of classes say that any file may write on (Ruby), by facts. A change of one file may give a name in
 * another one a meaning, so the facts of a state are made from all files, and those of two states are compared whole.
 */
import { type BaseSaid, type ClassIndex, type Named, placed } from "./class-index.ts";
import { said } from "./facts.ts";
import { heirsIn } from "./heirs.ts";
import { factNumber, textNumber } from "./memory.ts";
import { ordinalsOf } from "./open-types.ts";
import type { Tables } from "./tables.ts";

const classSeed = textNumber("a class");
const memberSeed = textNumber("a member of a class");
const pathSeed = textNumber("a class with a path");
const topSeed = textNumber("outside of classes");
const sayingSeed = textNumber("classes with a member");
const heirsSeed = textNumber("heirs of a class");

/**
 * What is said of a whole name, but for its members: of its parts only which one comes first, since each file of a gem
 * is a part of its module.
 */
export const factOfClass = (whole: string): number => factNumber(classSeed, whole);

/** What a class is called whose name is written with a path. */
export const factOfPath = (tables: Tables, id: number): number => factNumber(pathSeed, idIn(tables, id));

/** Which parts of a class say something of a name. */
export const factOfMember = (whole: string, name: string): number =>
  factNumber(factNumber(memberSeed, whole), name);

/** Whether a method of that name is outside of every class. */
export const factOfTop = (name: string): number => factNumber(topSeed, name);

/** Which classes have a member of that name. */
export const factOfSaying = (name: string): number => factNumber(sayingSeed, name);

/** Which classes build on one. */
export const factOfHeirs = (whole: string): number => factNumber(heirsSeed, whole);

/** All of these of one state: a number for what each says, since one of a repository says what many files do. */
export type ClassFacts = ReadonlyMap<number, number>;

export function factsOfClasses(tables: Tables, index: ClassIndex): ClassFacts {
  const facts = new Map<number, number>();
  // In any order: that of the names is another one where a file comes.
  const note = (fact: number, text: string): void => {
    const number = (textNumber(text) >>> 0) + 2 ** 32 * (text.length % 2 ** 16);
    facts.set(fact, (facts.get(fact) ?? 0) + number);
  };
  const idOf = (id: number): string => idIn(tables, id);
  // Wherever it is said: the classes around decide what it means.
  const baseOf = ({ place, scope, base }: BaseSaid): string =>
    `${base} ${index.around(tables.file(place), scope).join()}`;
  const textOf = ({ parts, bases, values, mixins }: Named): string =>
    [
      ...[...parts.slice(0, 1).map(idOf), ...bases.map(baseOf)],
      ...values.map(({ place, binding }) => `${tables.heads[place]!.path} ${said(binding)}`),
      ...mixins.map((mixin) => `${mixin.how} ${baseOf(mixin)}`),
    ].join("\n");
  for (const [whole, named] of index.byName) {
    note(factOfClass(whole), textOf(named));
    for (const [name, { parts, methods }] of named.members) {
      note(factOfMember(whole, name), [...parts.map(idOf), "", ...methods.map(idOf)].join("\n"));
      note(factOfSaying(name), whole);
    }
  }
  for (const id of index.withPath) note(factOfPath(tables, id), index.names.get(id)!);
  for (const name of index.atTop) note(factOfTop(name), "said");
  for (const [whole, text] of heirsIn(tables, index).all()) note(factOfHeirs(whole), text);
  return facts;
}

/** Places move when files come and go, and definitions when others are written before them. */
function idIn(tables: Tables, id: number): string {
  const { outline, base } = placed(tables, id).file;
  return `${outline.path} ${outline.definitions[id - base]!.name} ${ordinalsOf(outline)[id - base]}`;
}
