/** What one file says of classes that any file may write on (Ruby), as texts. Places are left out: they move. */

import { said } from "../memory/facts.ts";
import { baseText, mixinText, type Own, type OwnNamed, type OwnPart, type WholeNames } from "./class-said.ts";

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
export const leaningText = (names: WholeNames): string =>
  [...names.values()].flatMap(({ whole, isLeaning }) => (isLeaning ? [whole] : [])).join("\n");
