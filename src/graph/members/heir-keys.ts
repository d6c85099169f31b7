/** How the heirs of a class are found, in what one file says of them. */

import type { FileTable } from "../files/file-table.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import type { Outline } from "../outline.ts";

/** The names under which the classes may stand elsewhere that a base means: its last one, or what was imported as that. */
export function meantBy({ imports }: Outline, base: string): readonly string[] {
  const last = /\w+$/.exec(base.replace(/[^\w.\\].*$/, ""))?.[0] ?? "";
  const original = imports.find(({ as, name }) => as === last && name !== undefined)?.name;
  return original === undefined ? [last] : [last, original];
}

/** What a file is found by that has an heir of a class of that name. */
export const heirsKey = (name: string): string => `heirs ${name}`;
/** Which classes name one of that name among their bases. */
export const heirsFact = (name: string): number => factNumber(0, heirsKey(name));

/** The keys of the files of heirs; see headOf. */
export const heirsKeys = (outline: Outline): readonly string[] =>
  outline.definitions.flatMap(({ bases }) =>
    (bases ?? none).flatMap((base) => meantBy(outline, base).map(heirsKey)),
  );

/** The facts of that kind that a file tells, each with what it says. */
export function* heirsFacts({ outline, rules }: FileTable): Iterable<readonly [fact: number, text: string]> {
  if (!rules?.heirsHave) return;
  for (const { bases = none, name } of outline.definitions)
    for (const base of bases)
      for (const meant of meantBy(outline, base)) yield [heirsFact(meant), `${name} ${bases.join()}`];
}

const none: readonly string[] = [];
