import type { Entity } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { callMark } from "../outline.ts";

interface CalledName {
  readonly name: string;
  readonly isMethod: boolean;
}

/** A name without its call mark, and whether that means a method where a field may have the same name: in a class alone. */
export function calledName({ tables }: Linker, entity: Entity, called: string): CalledName {
  if (!called.endsWith(callMark)) return { name: called, isMethod: false };
  // In a structural type, a field and a method cannot share a name.
  if (entity.kind === "record") return { name: called.slice(0, -callMark.length), isMethod: false };
  const isOfClass =
    entity.kind === "instance" ||
    (entity.kind === "definition" && tables.definition(entity.id).kind === "class");
  const file =
    isOfClass || entity.kind === "definition"
      ? tables.fileOf(entity.id)
      : entity.kind === "expando"
        ? tables.fileAt(entity.path)
        : entity.kind === "module" && entity.target.kind === "file"
          ? tables.fileAt(entity.target.path)
          : undefined;
  return file?.rules?.separateFieldNames
    ? { name: called.slice(0, -callMark.length), isMethod: isOfClass }
    : { name: called, isMethod: false };
}
