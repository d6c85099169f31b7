/** What a variable is known to be besides what its type says. */

import { type Entity, exactly, type Found, inferred, isInside, maxCandidates, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { type ChainStep, guardIn, narrowedTo } from "../notation/chain-steps.ts";
import type { Binding } from "../outline.ts";
import { valuesOf } from "./bound.ts";

/**
 * A member that the type of a variable does not have, where a value of the variable has it: what it was given, or what
 * it was asked to be (`if isinstance(x, Foo)`). Types come first otherwise, for what is asked holds in few places.
 *
 * @param place the scope in which the variable is found.
 */
export function narrowedMember(
  linker: Linker,
  file: FileTable,
  place: number,
  typed: Found,
  { rest, name }: ChainStep,
): Found | undefined {
  // What it was asked to be may say less than its type, as an interface does.
  if (rest && guardIn(rest) !== undefined) return linker.chain(file, place, `${rest.rest!.text}.${name}`);
  const members =
    rest && assignedValues(linker, file, place, typed, rest)?.map((one) => linker.member(one, name));
  const found = members && union(members.filter(isInside));
  return found && found.entities.length > 0 ? inferred(found) : undefined;
}

/**
 * A name where it is known to be, or not to be, what it was asked to be: those of what it may be that are, or are not;
 * where none of them is, what it was asked to be. Undefined for another step.
 */
export function narrowByGuard(
  linker: Linker,
  file: FileTable,
  scope: number,
  before: Found,
  step: ChainStep,
): Found | undefined {
  const chain = guardIn(step);
  if (chain === undefined) return undefined;
  const wanted = linker.chain(file, scope, chain);
  if (!isInside(wanted)) return before;
  const ids = wanted.entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []));
  const isSo = (one: Entity): boolean =>
    one.kind === "instance" && linker.ancestors(one.id).ids.some((id) => ids.includes(id));
  const isAsked = step.name.startsWith(narrowedTo);
  const left = before.entities.filter((one) => isSo(one) === isAsked);
  if (left.length > 0) return inferred(exactly(...left));
  return isAsked ? inferred(wanted) : before;
}

/** The values of a variable that has a type, too; undefined where that is all that counts. */
export function assignedValues(
  linker: Linker,
  file: FileTable,
  place: number,
  typed: Found,
  step: ChainStep,
): readonly Entity[] | undefined {
  if (typed.entities.length === 0) return undefined;
  // A list or a map has all that it has from elsewhere, whatever stands for it: `all: Map<string, Foo> = new OwnMap()`.
  if (file.rules?.separateTypeNames && typed.entities.every(({ kind }) => kind === "collection"))
    return undefined;
  const bindings = bindingsOf(file, place, step);
  if (bindings.length > maxCandidates || !bindings.some(({ type, guard }) => guard || type !== undefined))
    return undefined;
  return valuesOf(linker, file, bindings).entities;
}

/** Of a variable, or of a field of `this` as its class says it (TypeScript). */
export function bindingsOf(
  file: FileTable,
  place: number,
  { kind, head, text, name, rest }: ChainStep,
): readonly Binding[] {
  if (kind === "head") return (head !== undefined && file.lookup(text, place)?.bindings) || none;
  const isField = kind === "member" && rest!.text === "this" && file.rules?.separateTypeNames;
  const owner = isField ? ownerOf(file, place) : undefined;
  if (!owner || !("index" in owner)) return none;
  const entry = file.lookup(name, file.inside[owner.index]!)?.bindings ?? none;
  return [...entry, ...(file.attribute(name, owner.index) ?? none)];
}

const none: readonly Binding[] = [];
