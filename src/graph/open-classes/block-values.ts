/** What a block gets from the method that it is handed to (Ruby). */
import { type Entity, type Found, inferred, nothing, together } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { blockPlace } from "../notation/chain-steps.ts";
import { taken } from "../types/function-types.ts";

/** What a function gives what it is given, by the place in a step of a chain. */
export function takenBy(linker: Linker, entity: Entity, name: string): Found {
  const place = blockPlace(name);
  if (place === undefined) return taken(linker, entity, name);
  if (entity.kind !== "definition") return nothing;
  const file = linker.tables.fileOf(entity.id);
  const values = linker.tables.definition(entity.id).blockValues?.[place] ?? [];
  const scope = file.inside[entity.id - file.base]!;
  return inferred(together(values.map((value) => linker.chain(file, scope, value))));
}
