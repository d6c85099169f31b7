/** Members that are declared outside of their class, and what several definitions of one name mean together. */

import { exactly, type Found, inferred, union } from "../entities.ts";
import { expandoKey } from "../files/expando-members.ts";
import type { FileTable, Known } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { defined, effectiveAmong } from "./defined.ts";

/** A member declared outside of its class: in the same file or, in some languages, anywhere in the package. */
export function addedMember(linker: Linker, id: number, name: string): Found | undefined {
  const file = linker.tables.fileOf(id);
  if (file.rules?.openTypes) {
    const ids = linker.outOfLine.membersOf(id).member(name);
    if (!ids || file.rules.separateFieldNames) return ids && union(ids.map((one) => constantOr(linker, one)));
    return exactly(...ids.map((one) => ({ kind: "definition" as const, id: one })));
  }
  if (file.package === undefined || !file.rules?.methodsAcrossFiles) {
    const added = addedTo(linker, file, id)?.get(name);
    return added && definedMember(linker, file, added);
  }
  const found: Found[] = [];
  for (const other of filesAddingTo(linker, file, file.package, id)) {
    const added = addedTo(linker, other, id)?.get(name);
    if (added) found.push(definedMember(linker, other, added));
  }
  return found.length === 0 ? undefined : union(found);
}

/** A constant stands for its value. */
const constantOr = (linker: Linker, id: number): Found =>
  linker.tables.definition(id).property
    ? inferred(linker.call({ kind: "definition", id }))
    : exactly({ kind: "definition", id });

/** The files of the package that may add members to a class, its own first. */
export function filesAddingTo(
  { tables }: Linker,
  file: FileTable,
  packageKey: string,
  id: number,
): readonly FileTable[] {
  const others = tables.filesDeclaring(packageKey, tables.definition(id).name);
  return [file, ...others.filter((other) => other !== file)];
}

export function addedTo(linker: Linker, file: FileTable, id: number): Known<readonly number[]> | undefined {
  const key = expandoKey(file, linker.tables.definition(id));
  return key === undefined ? undefined : file.expandoMembers.get(key);
}

export function definedMember(linker: Linker, file: FileTable, indices: readonly number[]): Found {
  if (file.rules?.separateDeclarations || isMerged(file, indices)) return defined(linker, file, indices);
  if (indices.length > 1 && file.rules?.overloads)
    return exactly(...indices.map((index) => ({ kind: "definition" as const, id: file.base + index })));
  // `impl` blocks for `u8` and for `&u8` may each define it.
  const meant = indices.length > 1 && file.rules?.mayRedefine ? indices : effectiveAmong(file, indices);
  if (meant.length === 1) return constantOr(linker, file.base + meant[0]!);
  return union(meant.map((index) => constantOr(linker, file.base + index)));
}

/** A function or a class of a namespace that has a namespace of its own name. */
const isMerged = ({ rules, outline }: FileTable, indices: readonly number[]): boolean =>
  indices.length > 1 &&
  rules?.separateTypeNames === true &&
  indices.some((index) => outline.definitions[index]!.kind === "namespace");
