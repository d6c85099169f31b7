/** What `self`, a variable and a bare function are in a scope, where a name alone may be a call on `self`. */
import { type Entity, exactly, type Found, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/bound.ts";
import { type Chain, describedClass, takenIn } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";

/** `self` in a scope, and whether a block of a class body lies between. */
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
      // A method in a block belongs to whatever class the block is run for.
      if (method >= 0) break;
      inBlock = true;
    } else if (definition.on !== undefined)
      return { found: linker.chain(file, definition.scope, definition.on), inBlock: false };
    else method = index;
  }
  return { found: unresolved, inBlock };
}

/** What `super` is where `self` is this. */
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

/** A variable of this function or of the blocks around. */
export function variable(linker: Linker, file: FileTable, start: number, name: string): Found | undefined {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const bindings = file.lookup(name, scope)?.bindings;
    if (bindings) return boundTo(linker, file, bindings);
    // Blocks see what is around them, and what belongs to the object its methods see, too.
    if (!isBlock(file, scope) && !name.startsWith("@")) return undefined;
  }
  return undefined;
}

/** What has a name is one, too: `let(:shop) { Shop.new }`. */
const isBlock = ({ outline: { scopes, definitions } }: FileTable, scope: number): boolean => {
  const definition = definitions[scopes[scope]!.definition];
  return scope > 0 && (!definition || definition.kind === "object");
};

/** A method that is defined in a block around, as the helpers of a group of tests are. */
export function functionAround(file: FileTable, start: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
    if (definitions[scopes[scope]!.definition]?.kind === "class") return undefined;
    const own = isBlock(file, scope) ? functionIn(file, scope, name) : undefined;
    if (own) return own;
  }
  return undefined;
}

/** What the tests around are about, as they call it: to the rest of a chain from that. */
const described: ReadonlyMap<string, Chain> = new Map([
  ["described_class", ""],
  ["subject", ".new()"],
]);

/** The class that the tests around are about, or an object of it, where nothing else has the name. */
export function describedAround(
  linker: Linker,
  file: FileTable,
  start: number,
  name: string,
): Found | undefined {
  const rest = described.get(name);
  if (rest === undefined) return undefined;
  for (let scope = start; scope > 0; scope = file.outline.scopes[scope]!.parent) {
    // `subject(:shop) { Shop.new }` says both names.
    const own = file.lookup(name, scope)?.bindings;
    if (own) return exactly({ kind: "callable", returns: boundTo(linker, file, own) });
    for (const { value } of file.lookup(describedClass, scope)?.bindings ?? [])
      return exactly({ kind: "callable", returns: linker.chain(file, scope, value + rest) });
  }
  return undefined;
}

/** The modules that blocks around take in, the innermost first, each to be read in a scope; undefined outside of blocks. */
export function takenInAround(
  file: FileTable,
  start: number,
): readonly (readonly [number, Chain])[] | undefined {
  const all: (readonly [number, Chain])[] = [];
  let isInBlock = false;
  for (let scope = start; scope >= 0; scope = file.outline.scopes[scope]!.parent) {
    isInBlock ||= isBlock(file, scope);
    const entry = file.lookup(takenIn, scope)?.bindings ?? [];
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

/** More required files than this are not searched. */
const maxFiles = 1_000;

/** A method that this file, or a file that it requires, directly or not, has at its top. */
export function functionOfFiles(linker: Linker, file: FileTable, name: string): Found | undefined {
  if (!linker.reopened.isAtSomeTop(name)) return undefined;
  const files = new Set([file]);
  const isTest = isTestPath(file.outline.path);
  for (const one of files) {
    const found = functionIn(one, 0, name);
    if (found) return found;
    // Asked for at the top, what is required is noted for all of the file.
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
