/** What a call gives that writes the types of a generic function: `Resolve<Foo>()` of `T Resolve<T>()`. */

import { type Found, inferred, nothing, together } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { typeParametersOf } from "../notation/heads.ts";

/**
 * By the type that the function says it gives, with what the call writes in the place of its parameters.
 *
 * @param called What is called.
 * @param types As the call writes them, in its scope.
 */
export function givenByTypes(
  linker: Linker,
  file: FileTable,
  scope: number,
  called: Found,
  types: string,
): Found {
  const given = splitTop(types, ",");
  const found = called.entities.map((one) => {
    if (one.kind !== "definition") return nothing;
    const definition = linker.tables.definition(one.id);
    const parameters = typeParametersOf(definition).map((parameter) => parameter.trim());
    if (definition.returns === undefined || parameters.length !== given.length) return nothing;
    const meant = definition.returns.replace(word, (name) => given[parameters.indexOf(name)] ?? name);
    return meant === definition.returns ? nothing : linker.typed(file, scope, meant);
  });
  return inferred(together(found));
}

const word = /[\p{L}_][\p{L}\p{N}_]*/gu;
