/** What a bare name means where it is written: scopes from the inside out, then imports of every name. */
import { exactly, type Found, inferred, nothing, outside, together } from "./entities.ts";
import type { Linker } from "./linker.ts";
import type { Binding, ImportFact } from "./outline.ts";
import type { FileTable } from "./tables.ts";

export function findName(linker: Linker, file: FileTable, start: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const kind = definitions[scopes[scope]!.definition]?.kind;
    const isHidden =
      kind === "object" || (kind === "class" && !(scope === start && file.rules?.classBodyIsScope));
    const found = isHidden ? undefined : nameInScope(linker, file, scope, name);
    if (found) return found;
  }
  return undefined;
}

/** What a scope itself says of a name: a definition before an import before a value. */
export function nameInScope(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const key = `${scope} ${name}`;
  const definitions = file.definitions.get(key);
  if (definitions) return exactly({ kind: "definition", id: file.base + preferred(file, definitions) });
  const imports = file.imports.get(key);
  if (imports) return together(imports.map((fact) => imported(linker, file, fact)));
  const bindings = file.bindings.get(key);
  if (bindings) return boundTo(linker, file, bindings);
  for (const star of file.stars.get(scope) ?? []) {
    if (name.startsWith("_")) break;
    const target = file.rules?.resolve(file.outline.path, star.from);
    const found = target && linker.exported(target, file.outline.language, name);
    if (found) return found;
  }
  return undefined;
}

/** The value of a name or attribute that one or several bindings give. Types as written win over values. */
export function boundTo(linker: Linker, file: FileTable, bindings: readonly Binding[]): Found {
  const typed = bindings.filter((binding) => binding.type !== undefined);
  const fromTypes = together(typed.map((binding) => linker.typed(file, binding.scope, binding.type!)));
  if (fromTypes.entities.length > 0) return inferred(fromTypes);
  const valued = bindings.filter((binding) => binding.value !== undefined);
  if (valued.length === 0) return nothing;
  return inferred(together(valued.map((binding) => linker.chain(file, binding.scope, binding.value!))));
}

/** What an imported name is. Not in the repository: known to be outside. */
export function imported(linker: Linker, file: FileTable, fact: ImportFact): Found {
  const { language } = file.outline;
  const target = file.rules?.resolve(file.outline.path, fact.from);
  if (!target) return outside;
  const whole = exactly({ kind: "module", target, language });
  if (fact.kind === "name") return linker.exported(target, language, fact.name!) ?? nothing;
  // What `module.exports = ...` names is what `require` gives, and what a default import of such a module gives.
  const equals = linker.exported(target, language, "=");
  if (fact.kind === "default") return linker.exported(target, language, "default") ?? equals ?? whole;
  return equals ? together([equals, whole]) : whole;
}

/** Of several definitions of one name the last with a body of its own kind; a getter before its setter. */
export function preferred(file: FileTable, indices: readonly number[]): number {
  const { definitions } = file.outline;
  const property = indices.find((index) => definitions[index]!.property);
  if (property !== undefined) return property;
  const functions = indices.filter((index) => definitions[index]!.kind === "function");
  return (functions.length > 0 ? functions : indices).at(-1)!;
}
