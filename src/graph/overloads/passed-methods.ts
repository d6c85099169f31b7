/** Methods of several overloads that are named where a function is wanted: `events.forEach(this::publish)` (Java). */

import type { Found } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Chain, Reference } from "../outline.ts";

/** What has more parameters is not asked for them. */
const maxParameters = 4;

/** Such a mention as the call that it stands for, with what the function gets; itself where that is not known. */
export function asCalled(linker: Linker, file: FileTable, found: Found, reference: Reference): Reference {
  const { gets, scope } = reference;
  if (gets === undefined || found.entities.length < 2) return reference;
  const taken = takenBy(linker, file, scope, gets);
  const given = taken.length === 0 ? undefined : isOnFirst(linker, file, found, reference);
  if (given === undefined) return reference;
  const argTypes = given ? taken.slice(1) : taken;
  return { ...reference, args: argTypes.length, argTypes };
}

/** What it gets for each of its parameters, as chains. */
function takenBy(linker: Linker, file: FileTable, scope: number, first: Chain): readonly Chain[] {
  const all: Chain[] = [];
  for (let at = 0; at < maxParameters; at++) {
    const chain = first.replace(place, `$1:${at}$2`);
    if ((at > 0 && chain === first) || linker.chain(file, scope, chain).entities.length === 0) break;
    all.push(chain);
  }
  return all;
}

/** The parameter in the last brackets of a chain. */
const place = /(\[[^[\]:]*):0([^[\]]*\])$/;

/** Whether the first is what the method is called on: `Event::publish`; undefined where only some are such methods. */
function isOnFirst(
  linker: Linker,
  file: FileTable,
  { entities }: Found,
  { scope, chain }: Reference,
): boolean | undefined {
  const dot = chain.lastIndexOf(".");
  const before = dot < 0 ? [] : linker.chain(file, scope, chain.slice(0, dot)).entities;
  if (!before.some(({ kind }) => kind === "definition")) return false;
  const areOnClass = entities.map(
    (one) => one.kind === "definition" && linker.tables.definition(one.id).onClass === true,
  );
  return areOnClass.every((one) => one === areOnClass[0]) ? !areOnClass[0] : undefined;
}
