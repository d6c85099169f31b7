/** Methods that nobody writes, since an annotation of their class makes them (Lombok). */

import { type Found, giverOf } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** What such a method gives: what is in its field, which `fieldOf` looks up. */
export function getterOf(
  linker: Linker,
  id: number,
  name: string,
  fieldOf: (linker: Linker, id: number, name: string) => Found | undefined,
): Found | undefined {
  const field = linker.tables.fileOf(id).rules?.getterOf?.(linker.tables.definition(id), name);
  const held = field === undefined ? undefined : fieldOf(linker, id, field);
  return held && giverOf(held);
}
