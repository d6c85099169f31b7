/** Attributes of a class whose object says itself what is got by them: Python's `__get__`. */
import { type Entity, type Found, inferred, together } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** @param by The class that says the attribute, whose objects may hold a descriptor of their own: that is none. */
export function described(linker: Linker, found: Found, by: number, name: string): Found {
  const file = linker.tables.fileOf(by);
  const method = file.rules?.dynamic?.descriptor;
  if (method === undefined || !found.entities.some((one) => isDescriptor(linker, one, method))) return found;
  if (!file.said(name, file.inside[by - file.base]!)?.bindings) return found;
  const all = found.entities.map((one): Found => {
    if (!isDescriptor(linker, one, method)) return { entities: [one], sureness: found.sureness };
    const given = together(linker.member(one, method).entities.map((each) => linker.call(each)));
    return given.entities.length > 0 ? given : { entities: [one], sureness: found.sureness };
  });
  return inferred(together(all));
}

const isDescriptor = (linker: Linker, one: Entity, method: string): boolean =>
  one.kind === "instance" && linker.declared(one.id, method) !== undefined;
