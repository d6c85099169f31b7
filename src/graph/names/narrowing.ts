/** Type narrowing: what a variable is known to be beyond its declared type. */

import { type Entity, exactly, type Found, inferred, isResolved, maxCandidates, union } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { ownerOf } from "../files/owners.ts";
import type { Linker } from "../linker.ts";
import { type ChainStep, guardIn, narrowedTo } from "../notation/chain-steps.ts";
import type { Binding } from "../outline.ts";
import { valuesOf } from "./bound.ts";

/**
 * A member that a variable's declared type does not have, from its narrowed type (`if isinstance(x, Foo): x.run()`) or
 * from a value that was assigned to it. The declared type comes first otherwise: narrowing holds in a few places only.
 *
 * @param place The scope that declares the variable.
 */
export function narrowedMember(
  linker: Linker,
  file: FileTable,
  place: number,
  typed: Found,
  { rest, name }: ChainStep,
): Found | undefined {
  // The guard may be weaker than the declared type: after `x instanceof Runnable`, a `Job` still has its own members.
  if (rest && guardIn(rest) !== undefined) return linker.chain(file, place, `${rest.rest!.text}.${name}`);
  const members =
    rest && assignedValues(linker, file, place, typed, rest)?.map((one) => linker.member(one, name));
  const found = members && union(members.filter(isResolved));
  return found && found.entities.length > 0 ? inferred(found) : undefined;
}

/**
 * Narrows the union of what a name may be by a type guard: `Cat | Dog` behind `x instanceof Cat` is `Cat`, and in the
 * else branch `Dog`. Where no member of the union fits, the guard's own type. Undefined for a step without a guard.
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
  if (!isResolved(wanted)) return before;
  const ids = wanted.entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []));
  const isSo = (one: Entity): boolean =>
    one.kind === "instance" && linker.ancestors(one.id).ids.some((id) => ids.includes(id));
  const isAsked = step.name.startsWith(narrowedTo);
  const left = before.entities.filter((one) => isSo(one) === isAsked);
  if (left.length > 0) return inferred(exactly(...left));
  return isAsked ? inferred(wanted) : before;
}

/** Values assigned to a variable with a declared type; undefined where the type alone counts. */
export function assignedValues(
  linker: Linker,
  file: FileTable,
  place: number,
  typed: Found,
  step: ChainStep,
): readonly Entity[] | undefined {
  if (typed.entities.length === 0) return undefined;
  // The members of a library collection are external, whatever implements it: `all: Map<string, Foo> = new OwnMap()`.
  if (file.rules?.separateTypeNames && typed.entities.every(({ kind }) => kind === "collection"))
    return undefined;
  const bindings = bindingsOf(file, place, step);
  if (bindings.length > maxCandidates || !bindings.some(({ type, guard }) => guard || type !== undefined))
    return undefined;
  return valuesOf(linker, file, bindings).entities;
}

/** The bindings of a variable, or of a field of `this` in its class (TypeScript). */
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
