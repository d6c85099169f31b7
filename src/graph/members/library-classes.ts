/** Members inherited from library classes that are modelled by name: `User.query` of a `db.Model`. */

import { type Entity, type Found, inferred, isResolved, union } from "../entities.ts";
import type { LibraryClass } from "../library-rules.ts";
import type { Linker } from "../linker.ts";
import { lastName } from "../notation/chain-steps.ts";
import { memberTypeIn } from "../types/records.ts";

export function libraryMember(linker: Linker, entity: Entity, name: string): Found | undefined {
  if (entity.kind !== "instance" && entity.kind !== "definition") return undefined;
  const file = linker.tables.fileOf(entity.id);
  for (const known of basesOf(linker, entity.id)) {
    const type = entity.kind === "instance" ? known.onInstance : known.onStatic;
    const memberType = type && memberTypeIn(type, name);
    if (memberType) return inferred(linker.typed(file, file.inside[entity.id - file.base]!, memberType));
  }
  return undefined;
}

/** A declared attribute, with what an external base makes of it: `objects = OrderManager()` (Django). */
export function withLibraryMember(linker: Linker, entity: Entity, name: string, own: Found): Found {
  if (entity.kind !== "definition") return own;
  if (own.entities.every(({ kind }) => kind === "external"))
    return libraryMember(linker, entity, name) ?? own;
  const types = own.entities.flatMap((one) =>
    one.kind === "instance" ? basesOf(linker, one.id).flatMap(({ attribute }) => attribute ?? []) : [],
  );
  if (types.length === 0 || linker.ancestors(entity.id).complete) return own;
  const file = linker.tables.fileOf(entity.id);
  const scope = file.inside[entity.id - file.base]!;
  return inferred(union([own, ...types.map((type) => linker.typed(file, scope, type))]));
}

function basesOf(linker: Linker, id: number): readonly LibraryClass[] {
  const { libraryClasses } = linker.tables.fileOf(id).rules ?? {};
  const { ids, complete } = linker.ancestors(id);
  if (!libraryClasses || complete) return [];
  return ids.flatMap((of) =>
    (linker.tables.definition(of).bases ?? []).flatMap((base) => {
      const known = libraryClasses.get(lastName(base));
      const isOwn = known && isResolved(linker.base(of, base));
      return known && !isOwn ? [known] : [];
    }),
  );
}
