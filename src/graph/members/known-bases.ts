/** What a class has from a base outside of the repository that is known by name: `User.query` of a `db.Model`. */
import { type Entity, type Found, inferred } from "../entities.ts";
import type { Linker } from "../linker.ts";
import type { KnownBase } from "../project.ts";
import { saidOf } from "../types/records.ts";

export function memberOfKnownBase(linker: Linker, entity: Entity, name: string): Found | undefined {
  if (entity.kind !== "instance" && entity.kind !== "definition") return undefined;
  const file = linker.tables.fileOf(entity.id);
  for (const known of basesOf(linker, entity.id)) {
    const type = entity.kind === "instance" ? known.onObject : known.onClass;
    const said = type && saidOf(type, name);
    if (said) return inferred(linker.typed(file, file.inside[entity.id - file.base]!, said));
  }
  return undefined;
}

function basesOf(linker: Linker, id: number): readonly KnownBase[] {
  const { knownBases } = linker.tables.fileOf(id).rules ?? {};
  const { ids, complete } = linker.lineage(id);
  if (!knownBases || complete) return [];
  return ids.flatMap((of) =>
    (linker.tables.definition(of).bases ?? []).flatMap((base) => {
      const known = knownBases.get(base.slice(base.lastIndexOf(".") + 1));
      const isOwn = known && linker.base(of, base).entities.some(({ kind }) => kind !== "external");
      return known && !isOwn ? [known] : [];
    }),
  );
}
