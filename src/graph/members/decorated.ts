/** Functions that a decorator replaces with another object: `@group() def cli()` (Python). */
import { type Found, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** What the decorated name stands for: after `@group() def cli()`, `cli.command()` is a method of the group. */
export function decorated(linker: Linker, id: number): Found {
  const { decorator, scope } = linker.tables.definition(id);
  if (decorator === undefined) return unresolved;
  const { entities, sureness } = linker.chain(linker.tables.fileOf(id), scope, `${decorator}()`);
  return { entities: entities.filter((one) => one.kind === "instance"), sureness };
}
