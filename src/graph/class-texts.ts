/** What one file says of classes that any file may write on (Ruby), as texts. Places are left out: they move. */
import type { Own, OwnBase, OwnMixin, OwnNamed, OwnPart, WholeNames } from "./class-said.ts";
import { said } from "./facts.ts";

export const textOf = ({ text }: Own): string => text;
/** Wherever it is said: the classes around decide what it means. */
export const baseText = ({ base, around }: OwnBase): string => `${base} ${around.join()}`;
export const mixinText = (mixin: OwnMixin): string => `${mixin.how} ${baseText(mixin)}`;
const partText = ({ text, rank, bases }: OwnPart): string =>
  `${text} ${rank} ${bases.map(baseText).join(";")}`;

/** What a class is made from, and values. */
export const structureText = ({ parts, values, mixins }: OwnNamed): string =>
  [...parts.map(partText), "", ...values.map(said), "", ...mixins.map(mixinText)].join("\n");

export function membersText({ members }: OwnNamed): string {
  const lines: string[] = [];
  for (const [name, { parts, methods }] of members)
    lines.push(`${name}: ${parts.map(textOf).join()}; ${methods.map(textOf).join()}`);
  // In any order: that of the names is another one where something is written before them.
  return lines.sort().join("\n");
}

/** What the classes of a file are called whose names others decide too. */
export const leaningText = (names: WholeNames): string =>
  [...names.values()].flatMap(({ whole, isLeaning }) => (isLeaning ? [whole] : [])).join("\n");
