/** Qualified names, resolved as a whole. */

import { type Found, isResolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { qualifiedNameOf } from "../files/namespaces.ts";
import type { Linker } from "../linker.ts";
import type { ChainStep } from "../notation/chain-steps.ts";
import { ofOwnModule } from "./projects.ts";

/** A class by its fully qualified name, `org.example.Foo`, where its first part is no name in scope. */
export function byQualifiedName(
  linker: Linker,
  file: FileTable,
  step: ChainStep,
  before: Found,
): Found | undefined {
  const { kind, name, rest, hasContent: isGiven } = step;
  if (kind !== "member" || isGiven || !file.rules?.qualifiedNames || isResolved(before)) return undefined;
  if (!file.rules.qualifiedNames.test(`${rest!.text}.${name}`)) return undefined;
  const target = linker.tables.resolve(file, rest!.text);
  const found = target && linker.exported(target, file.outline.language, name);
  return found && ofOwnModule(linker, file, found);
}

/** A member of a namespace in the included files: the part of the namespace that was found may include fewer. */
export function inNamespace(
  linker: Linker,
  file: FileTable,
  { entities: [only, ...others] }: Found,
  { kind, name }: ChainStep,
): Found | undefined {
  if (kind !== "member" || !file.rules?.separateDeclarations || others.length > 0) return undefined;
  if (only?.kind !== "definition" || linker.tables.definition(only.id).kind !== "namespace") return undefined;
  const around = linker.tables.fileOf(only.id);
  return linker.shared(file, qualifiedNameOf(around, only.id - around.base), name);
}
