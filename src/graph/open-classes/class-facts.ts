/** Facts of classes that any file may write on (Ruby): what links ask of them, and what is said by each. */
import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import { type Facts, said } from "../memory/facts.ts";
import {
  baseText,
  mixinText,
  type Own,
  type OwnNamed,
  type OwnPart,
  type QualifiedNames,
} from "./class-declarations.ts";
import type { Merged } from "./class-merge.ts";

const classSeed = textNumber("a class");
const memberSeed = textNumber("a member of a class");
const leaningSeed = textNumber("a class with a path");
const topSeed = textNumber("outside of classes");
const sayingSeed = textNumber("classes with a member");
const subclassesSeed = textNumber("heirs of a class");

/**
 * What is said of a whole name, but for its members: of its parts only which one comes first, since each file of a gem
 * is a part of its module.
 */
export const factOfClass = (whole: string): number => factNumber(classSeed, whole);

/** What the classes of a file are called whose names lean on what others say. */
export const factOfLeaning = (path: string): number => factNumber(leaningSeed, path);

/** Which parts of a class say something of a name. */
export const factOfMember = (whole: string, name: string): number =>
  factNumber(factNumber(memberSeed, whole), name);

/** Whether a method of that name is outside of every class. */
export const factOfTop = (name: string): number => factNumber(topSeed, name);

/** Which classes have a member of that name. */
export const factOfSaying = (name: string): number => factNumber(sayingSeed, name);

/** Which classes build on one. */
export const factOfSubclasses = (whole: string): number => factNumber(subclassesSeed, whole);

/** What all files say of a whole name; nothing where none does. */
export function factsOfNamed(whole: string, all: Merged | undefined): Facts {
  const facts = new Map<number, string>();
  if (!all) return facts;
  const { parts, bases, values, mixins, members } = all;
  facts.set(
    factOfClass(whole),
    [
      ...parts.slice(0, 1).map(({ own }) => own.text),
      ...bases.map(({ own }) => baseText(own)),
      ...values.map(({ by, own }) => `${by.path} ${said(own)}`),
      ...mixins.map(({ own }) => mixinText(own)),
    ].join("\n"),
  );
  for (const [name, { parts, methods }] of members)
    facts.set(
      factOfMember(whole, name),
      [...parts, undefined, ...methods].map((one) => one?.own.text).join("\n"),
    );
  return facts;
}

// What one file says of them, as texts. Places are left out: they move.

const ownText = ({ text }: Own): string => text;
const partText = ({ text, rank, bases }: OwnPart): string =>
  `${text} ${rank} ${bases.map(baseText).join(";")}`;

/** What a class is made from, and values. */
export const structureText = ({ parts, values, mixins }: OwnNamed): string =>
  [...parts.map(partText), "", ...values.map(said), "", ...mixins.map(mixinText)].join("\n");

export function membersText({ members }: OwnNamed): string {
  const lines: string[] = [];
  for (const [name, { parts, methods }] of members)
    lines.push(`${name}: ${parts.map(ownText).join()}; ${methods.map(ownText).join()}`);
  // In any order: that of the names is another one where something is written before them.
  return lines.sort().join("\n");
}

/** What the classes of a file are called whose names others decide too. */
export const leaningText = (names: QualifiedNames): string =>
  [...names.values()].flatMap(({ whole, isLeaning }) => (isLeaning ? [whole] : [])).join("\n");
