/** Associated types of traits, read as type parameters with named arguments: `Repo<Item = Foo>` (Rust). */
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";

const known = new WeakMap<FileTable, ReadonlyMap<number, readonly string[]>>();

/** Names of associated types and type parameters: both are declared in the scope of the trait. */
export function associatedIn(file: FileTable, scope: number): readonly string[] {
  const found = known.get(file) ?? namesByTrait(file);
  known.set(file, found);
  const names = found.get(scope) ?? [];
  // Records the dependency.
  for (const name of names) file.lookup(name, scope);
  return names;
}

function namesByTrait({ outline: { bindings, definitions, scopes } }: FileTable): Map<number, string[]> {
  const names = new Map<number, string[]>();
  for (const { scope, name } of bindings) {
    const definition = definitions[scopes[scope]!.definition];
    if (definition?.kind === "class" && /\btrait /.test(definition.signature)) push(names, scope, name);
  }
  return names;
}

const byName = /^(\w+)\s*=\s*([\s\S]+)$/;

/** Type arguments in order, positional ones first, then named ones. */
export function inOrderOf(
  names: readonly string[],
  args: readonly string[],
): readonly (string | undefined)[] {
  if (!args.some((one) => byName.test(one))) return args;
  const named = new Map(
    args.flatMap((one) => (byName.test(one) ? [byName.exec(one)!.slice(1, 3) as [string, string]] : [])),
  );
  return names.map((name, at) => named.get(name) ?? (byName.test(args[at] ?? "=") ? undefined : args[at]));
}
