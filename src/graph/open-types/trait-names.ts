/** Names by which trait methods are found, from one file's outline. */

import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import type { Outline } from "../outline.ts";

export interface TraitMethod {
  /** Index of the trait's definition. */
  readonly trait: number;
  readonly name: string;
}

export function methodsOfTraits({ scopes, definitions }: Outline): readonly TraitMethod[] {
  // The common case: no trait in the file.
  if (!definitions.some((one) => one.kind === "class" && isTrait(one.signature))) return none;
  return definitions.flatMap(({ kind, name, scope }) => {
    const trait = scopes[scope]!.definition;
    const isMethod = kind === "function" && isTrait(definitions[trait]?.signature ?? "");
    return isMethod ? [{ trait, name }] : [];
  });
}

const none: readonly TraitMethod[] = [];

export const isTrait = (signature: string): boolean =>
  signature.includes("trait ") && traitMark.test(signature);

const traitMark = /^(?:pub\b(?:\([^)]*\))?\s*|unsafe\s+|auto\s+)*trait /;

/** Which traits declare a method of that name. */
export const traitFact = (name: string): number => factNumber(0, `trait ${name}`);

/** The facts of that kind from one file, with their content. */
export function* traitFacts({ outline, rules }: FileTable): Iterable<readonly [fact: number, text: string]> {
  if (!rules?.separateFieldNames) return;
  for (const { trait, name } of methodsOfTraits(outline))
    yield [traitFact(name), outline.definitions[trait]!.name];
}
