/** Resolves `self`, variables and bare functions in a scope, where a bare name may be a call on `self` (Ruby). */
import { type Entity, exactly, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/bound.ts";
import { type Chain, describedClass, includedModule } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";

/** `self` in a scope; `inBlock` where a block of a class body encloses it. */
export function selfIn(linker: Linker, file: FileTable, scope: number): { found: Found; inBlock: boolean } {
  const { scopes, definitions } = file.outline;
  let [method, inBlock] = [-1, false];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { definition: index, bindsThis } = scopes[at]!;
    if (bindsThis) break;
    const definition = definitions[index];
    if (definition?.kind === "class") {
      const isObject = method >= 0 && !definitions[method]!.isStatic;
      const id = file.base + index;
      return {
        found: exactly({ kind: isObject ? "instance" : "definition", id }),
        inBlock: inBlock && method < 0,
      };
    }
    if (!definition || definition.kind === "object") {
      // A method in a block belongs to the class that the block is evaluated in, which is unknown.
      if (method >= 0) break;
      inBlock = true;
    } else if (definition.on !== undefined)
      return { found: linker.chain(file, definition.scope, definition.on), inBlock: false };
    else method = index;
  }
  return { found: unresolved, inBlock };
}

/** `super`, given `self`. */
export const parentOf = (self: Found): Found => ({
  ...self,
  entities: self.entities.flatMap((one): readonly Entity[] =>
    one.kind === "instance"
      ? [{ kind: "parent", id: one.id }]
      : one.kind === "definition"
        ? [{ kind: "parent", id: one.id, isStatic: true }]
        : [],
  ),
});

/** A variable of this function or of enclosing blocks. */
export function variable(linker: Linker, file: FileTable, start: number, name: string): Found | undefined {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const bindings = file.lookup(name, scope)?.bindings;
    if (bindings) return boundTo(linker, file, bindings);
    // Blocks are closures; methods are not, but share instance variables.
    if (!isBlock(file, scope) && !name.startsWith("@")) return undefined;
  }
  return undefined;
}

/** Named blocks count: `let(:shop) { Shop.new }`. */
const isBlock = ({ outline: { scopes, definitions } }: FileTable, scope: number): boolean => {
  const definition = definitions[scopes[scope]!.definition];
  return scope > 0 && (!definition || definition.kind === "object");
};

/** A method defined in an enclosing block, such as a helper of a test group. */
export function functionAround(file: FileTable, start: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
    if (definitions[scopes[scope]!.definition]?.kind === "class") return undefined;
    const own = isBlock(file, scope) ? functionIn(file, scope, name) : undefined;
    if (own) return own;
  }
  return undefined;
}

/** RSpec's names for the class under test, with the rest of the chain from it. */
const described: ReadonlyMap<string, Chain> = new Map([
  ["described_class", ""],
  ["subject", ".new()"],
]);

/** The class under test, or an object of it, unless the name is redefined. */
export function describedAround(
  linker: Linker,
  file: FileTable,
  start: number,
  name: string,
): Found | undefined {
  const rest = described.get(name);
  if (rest === undefined) return undefined;
  for (let scope = start; scope > 0; scope = file.outline.scopes[scope]!.parent) {
    // `subject(:shop) { Shop.new }` defines both names.
    const own = file.lookup(name, scope)?.bindings;
    if (own) return exactly({ kind: "callable", returns: boundTo(linker, file, own) });
    for (const { value } of file.lookup(describedClass, scope)?.bindings ?? [])
      return exactly({ kind: "callable", returns: linker.chain(file, scope, value + rest) });
  }
  return undefined;
}

/** The modules that enclosing blocks include, innermost first, each with its scope; undefined outside of blocks. */
export function modulesIncludedAround(
  file: FileTable,
  start: number,
): readonly (readonly [number, Chain])[] | undefined {
  const all: (readonly [number, Chain])[] = [];
  let isInBlock = false;
  for (let scope = start; scope >= 0; scope = file.outline.scopes[scope]!.parent) {
    isInBlock ||= isBlock(file, scope);
    const entry = file.lookup(includedModule, scope)?.bindings ?? [];
    all.push(...entry.toReversed().map(({ value }) => [scope, value!] as const));
  }
  return isInBlock ? all : undefined;
}

function functionIn(file: FileTable, scope: number, name: string): Found | undefined {
  const own = file
    .lookup(name, scope)
    ?.definitions?.filter((at) => file.outline.definitions[at]!.kind !== "class");
  return own?.length ? exactly({ kind: "definition", id: file.base + own.at(-1)! }) : undefined;
}

/** Limit of transitively required files. */
const maxFiles = 1_000;

/** A top-level method of this file or of one that it requires, directly or transitively. */
export function functionOfFiles(linker: Linker, file: FileTable, name: string): Found | undefined {
  if (!linker.reopened.isAtSomeTop(name)) return undefined;
  const files = new Set([file]);
  const isTest = isTestPath(file.outline.path);
  for (const one of files) {
    const found = functionIn(one, 0, name);
    if (found) return found;
    // The file scope records the dependency for the whole file.
    const required = [...one.wildcards(0), ...one.allWildcards.slice(1).flatMap((stars) => stars ?? [])].map(
      ({ from }) => from,
    );
    if (isTest && one === file) required.push(...file.rules!.reopened!.loadedByTests);
    for (const from of required) {
      const target = linker.tables.resolve(one, from);
      const next = target && linker.tables.fileAt(target.path);
      if (next && files.size < maxFiles) files.add(next);
    }
  }
  return undefined;
}
