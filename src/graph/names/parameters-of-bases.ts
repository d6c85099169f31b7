/** What a parameter is that has no type where it stands: a method that overrides another one is given what that says. */
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Binding } from "../outline.ts";

/** What one file says of a name. */
interface Said {
  readonly file: FileTable;
  readonly bindings: readonly Binding[];
}

export function saidByBase(linker: Linker, file: FileTable, scope: number, name: string): Said | undefined {
  if (!file.rules?.dynamic) return undefined;
  const { scopes, definitions } = file.outline;
  const method = definitions[scopes[scope]!.definition];
  const around = method?.kind === "function" ? scopes[method.scope]!.definition : -1;
  if (around < 0 || !method!.signature.includes(name) || definitions[around]!.kind !== "class")
    return undefined;
  for (const base of linker.lineage(file.base + around).ids.slice(1)) {
    const other = linker.tables.fileOf(base);
    const [index] = other.said(method!.name, other.inside[base - other.base]!)?.definitions ?? [];
    if (index === undefined) continue;
    const said = other.said(name, other.inside[index]!)?.bindings?.filter(({ type }) => type !== undefined);
    // The nearest one that says a type counts: those between may leave it out as well.
    if (said && said.length > 0) return { file: other, bindings: said };
  }
  return undefined;
}
