/** Functions that their decorator replaces by something else: Python's `@group() def cli()`. */
import { type Found, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** What a function's name stands for where its decorator gives something else: `@group() def cli()`, then `cli.command()`. */
export function decorated(linker: Linker, id: number): Found {
  const { decorator, scope } = linker.tables.definition(id);
  if (decorator === undefined) return unresolved;
  const { entities, sureness } = linker.chain(linker.tables.fileOf(id), scope, `${decorator}()`);
  return { entities: entities.filter((one) => one.kind === "instance"), sureness };
}
