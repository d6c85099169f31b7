/** Facts about open classes (Ruby), which links depend on, and their content. */
import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import { type Facts, fingerprint } from "../memory/facts.ts";
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

/** A class without its members. Of its parts only the first counts, since every file of a gem reopens its module. */
export const factOfClass = (whole: string): number => factNumber(classSeed, whole);

/** Those qualified names of a file's classes that depend on other files. */
export const factOfLeaning = (path: string): number => factNumber(leaningSeed, path);

/** Which parts of a class declare a member. */
export const factOfMember = (whole: string, name: string): number =>
  factNumber(factNumber(memberSeed, whole), name);

/** Whether a top-level method of that name exists. */
export const factOfTop = (name: string): number => factNumber(topSeed, name);

/** Which classes have a member of that name. */
export const factOfDeclaring = (name: string): number => factNumber(sayingSeed, name);

/** The subclasses of a class. */
export const factOfSubclasses = (whole: string): number => factNumber(subclassesSeed, whole);

/** The facts about a qualified name; none where no file declares it. */
export function factsOfNamed(whole: string, all: Merged | undefined): Facts {
  const facts = new Map<number, string>();
  if (!all) return facts;
  const { parts, bases, values, mixins, members } = all;
  facts.set(
    factOfClass(whole),
    [
      ...parts.slice(0, 1).map(({ own }) => own.text),
      ...bases.map(({ own }) => baseText(own)),
      ...values.map(({ by, own }) => `${by.path} ${fingerprint(own)}`),
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

// One file's share as text, to compare. Without positions, which move.

const ownText = ({ text }: Own): string => text;
const partText = ({ text, rank, bases }: OwnPart): string =>
  `${text} ${rank} ${bases.map(baseText).join(";")}`;

/** Parts, mixins and constant values. */
export const structureText = ({ parts, values, mixins }: OwnNamed): string =>
  [...parts.map(partText), "", ...values.map(fingerprint), "", ...mixins.map(mixinText)].join("\n");

export function membersText({ members }: OwnNamed): string {
  const lines: string[] = [];
  for (const [name, { parts, methods }] of members)
    lines.push(`${name}: ${parts.map(ownText).join()}; ${methods.map(ownText).join()}`);
  // Sorted: the order of the symbol table changes where something is inserted.
  return lines.sort().join("\n");
}

/** The qualified names that depend on other files. */
export const leaningText = (names: QualifiedNames): string =>
  [...names.values()].flatMap(({ whole, isLeaning }) => (isLeaning ? [whole] : [])).join("\n");
