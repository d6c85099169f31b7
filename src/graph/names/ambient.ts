/**
 * Modules that a file of the repository declares for the whole program, `declare module "x"` in TypeScript, and what such a
 * declaration adds to the classes and interfaces of a module that is there.
 */
import { type Found, union } from "../entities.ts";
import { ambientScopes } from "../files/ambient-scopes.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Memory } from "../memory/memory.ts";
import { addedName, ambientName, type ImportFact, program } from "../outline.ts";

/** What is imported from such a module; undefined where no file declares it. */
export function fromAmbient(
  linker: Linker,
  file: FileTable,
  { kind, from, name }: ImportFact,
): Found | undefined {
  const wanted = kind === "name" ? [name!] : kind === "default" ? ["default", "="] : ["="];
  const found = declaring(linker, file, ambientName(from), from).flatMap((home) => {
    for (const wantedName of wanted) {
      const one = linker.ambientMember(home.file, home.scope, wantedName);
      if (one) return [one];
    }
    return [];
  });
  return found.length === 0 ? undefined : union(found);
}

/** Memoised: a declaration may import from the module that it adds to, which leads to the declaration again. */
export function createAmbientMember(linker: Linker, memory: Memory): Linker["ambientMember"] {
  const answers = memory.store<string, Found | undefined>(() => undefined);
  return (file, scope, name) =>
    answers(`${file.index} ${scope} ${name}`, () => declaredIn(linker, file, scope, name));
}

/** What is around a declaration is not its own. */
function declaredIn(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const entry = file.lookup(name, scope);
  const value = entry?.definitions ? undefined : entry?.bindings?.[0]?.value;
  if (value !== undefined) return linker.chain(file, scope, value);
  return entry || file.wildcards(scope).length > 0 ? linker.name(file, scope, name) : undefined;
}

interface Declaration {
  readonly file: FileTable;
  readonly scope: number;
}

/** The declarations of a module in files that say a name. */
function declaring(
  { tables }: Linker,
  { rules, outline }: FileTable,
  name: string,
  from?: string,
): readonly Declaration[] {
  const key = rules?.functionObjects ? rules.packageOf?.(outline.path, program) : undefined;
  if (key === undefined) return [];
  return tables
    .filesDeclaring(key, name)
    .flatMap((file) =>
      [...ambientScopes(file.outline)].flatMap(([scope, module]) =>
        file.lookup(ambientName(module), scope) && (from === undefined || from === module)
          ? [{ file, scope }]
          : [],
      ),
    );
}

/**
 * The other declarations of a class or an interface that is declared for more than its own file: what other files add to
 * it, and of such an addition what it adds to.
 */
export function mergedAcross(linker: Linker, file: FileTable, id: number): readonly number[] {
  const { name, scope } = file.outline.definitions[id - file.base]!;
  if (!file.rules?.separateTypeNames) return none;
  const own = ambientScopes(file.outline).get(scope);
  if (scope !== 0 && own === undefined) return none;
  const additions = declaring(linker, file, addedName(name));
  if (additions.length === 0) return none;
  const subject = own === undefined ? [id] : subjectOf(linker, file, own, name);
  const merged = new Set(own === undefined ? [] : subject);
  for (const { file: other, scope: inside } of additions) {
    const from = ambientScopes(other.outline).get(inside)!;
    const isSame =
      subject.length === 0
        ? from === own
        : subjectOf(linker, other, from, name).some((one) => subject.includes(one));
    if (isSame) for (const one of classesIn(other, inside, name)) merged.add(one);
  }
  merged.delete(id);
  return [...merged];
}

/** The classes and interfaces of a name that a module of the repository exports. */
function subjectOf(linker: Linker, file: FileTable, from: string, name: string): readonly number[] {
  const target = linker.tables.resolve(file, from);
  const found = target && linker.exported(target, file.outline.language, name);
  return (found?.entities ?? []).flatMap((one) =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "class" ? [one.id] : [],
  );
}

const classesIn = (file: FileTable, scope: number, name: string): readonly number[] =>
  (file.lookup(name, scope)?.definitions ?? [])
    .filter((index) => file.outline.definitions[index]!.kind === "class")
    .map((index) => file.base + index);

const none: readonly number[] = [];
