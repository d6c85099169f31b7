/** How properties are found by their names, in what one file says of them. */

import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import type { Definition, Outline } from "../outline.ts";

/** A method that runs where its name is read. */
export const isProperty = ({ kind, property }: Definition): boolean =>
  kind === "function" && property === true;

/** A method that runs where its name gets a value. */
export const isSetter = ({ kind, setter }: Definition): boolean => kind === "function" && setter === true;

const isEither = (one: Definition): boolean => isProperty(one) || isSetter(one);

/** What a file is found by that has a property of that name. */
export const propertyKey = (name: string): string => `property ${name}`;
export const propertyFact = (name: string): number => factNumber(0, propertyKey(name));

export const propertyKeys = ({ definitions }: Outline): readonly string[] =>
  definitions.filter(isEither).map(({ name }) => propertyKey(name));

/** The facts of that kind that a file tells. */
export const propertyFacts = ({ outline }: FileTable): ReadonlySet<number> =>
  new Set(outline.definitions.filter(isEither).map(({ name }) => propertyFact(name)));
