/** Trait methods called through the trait, with the receiver as first argument: `Display::fmt(&x, f)`. */

import { type Entity, exactly, type Found, inferred } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { callMark, type Reference } from "../outline.ts";
import { basesByBlock } from "./blocks.ts";
import { methodOfTrait } from "./trait-methods.ts";

/** The implementation for the first argument's type, if it has one; else what was found. */
export function byFirstArgument(
  linker: Linker,
  file: FileTable,
  { scope, chain, argTypes }: Reference,
  found: Found,
): Found {
  const first = argTypes?.[0];
  if (!first || first.startsWith(":")) return found;
  const [, trait, method] = traitMethod.exec(chain) ?? [];
  if (method === undefined) return found;
  if (found.entities.some((one) => isOfType(linker, one))) return found;
  const receivers = linker.chain(file, scope, first);
  const name = method + callMark;
  const own = receivers.entities.flatMap((one) =>
    one.kind === "instance" || one.kind === "expando" ? linker.member(one, name).entities : [],
  );
  const all =
    own.length > 0 ? own : (methodOfTrait(linker, file, scope, receivers, { name })?.entities ?? []);
  const entities = all.filter((one) => isOf(linker, one, trait!));
  return entities.length === 0 ? found : inferred(exactly(...entities));
}

/** Whether it is a type, or implemented for one, so that no trait was named. A trait's default methods are the trait's. */
function isOfType({ tables }: Linker, one: Entity): boolean {
  if (one.kind !== "definition") return false;
  const { kind, on } = tables.definition(one.id);
  return kind === "class" || on !== undefined;
}

/** A path of a type name and one of its functions. */
const traitMethod = /(?:^|[.:])(\p{Lu}\w*)\.(\w+)$/u;

/** Whether its block implements a trait of that name, external or not: `impl fmt::Display for Foo`. */
function isOf({ tables }: Linker, one: Entity, trait: string): boolean {
  if (one.kind !== "definition") return false;
  const bases = basesByBlock(tables.fileOf(one.id)).get(tables.definition(one.id).scope) ?? [];
  return bases.some((base) => /\w*$/.exec(base)![0] === trait);
}
