/** What `self`, a variable and a bare function are in a scope, where a name alone may be a call on `self`. */
import { type Entity, exactly, type Found, nothing } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { boundTo } from "../names/names.ts";

/** `self` in a scope, and whether a block of a class body lies between. */
export function selfIn(linker: Linker, file: FileTable, scope: number): { found: Found; inBlock: boolean } {
  const { scopes, definitions } = file.outline;
  let [method, inBlock] = [-1, false];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const { definition: index, ownThis } = scopes[at]!;
    if (ownThis) break;
    const definition = definitions[index];
    if (definition?.kind === "class") {
      const isObject = method >= 0 && !definitions[method]!.onClass;
      const id = file.base + index;
      return {
        found: exactly({ kind: isObject ? "instance" : "definition", id }),
        inBlock: inBlock && method < 0,
      };
    }
    if (!definition) {
      // A method in a block belongs to whatever class the block is run for.
      if (method >= 0) break;
      inBlock = true;
    } else if (definition.on !== undefined)
      return { found: linker.chain(file, definition.scope, definition.on), inBlock: false };
    else method = index;
  }
  return { found: nothing, inBlock };
}

/** What `super` is where `self` is this. */
export const parentOf = (self: Found): Found => ({
  ...self,
  entities: self.entities.flatMap((one): readonly Entity[] =>
    one.kind === "instance"
      ? [{ kind: "parent", id: one.id }]
      : one.kind === "definition"
        ? [{ kind: "parent", id: one.id, onClass: true }]
        : [],
  ),
});

/** A variable of this function or of the blocks around. */
export function variable(linker: Linker, file: FileTable, start: number, name: string): Found | undefined {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const bindings = file.said(name, scope)?.bindings;
    if (bindings) return boundTo(linker, file, bindings);
    if (scopes[scope]!.definition >= 0) return undefined;
  }
  return undefined;
}

/** A method that is defined in a block around, as the helpers of a group of tests are. */
export function functionAround(file: FileTable, start: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
    const { definition } = scopes[scope]!;
    if (definitions[definition]?.kind === "class") return undefined;
    const own = definition < 0 ? functionIn(file, scope, name) : undefined;
    if (own) return own;
  }
  return undefined;
}

function functionIn(file: FileTable, scope: number, name: string): Found | undefined {
  const own = file
    .said(name, scope)
    ?.definitions?.filter((at) => file.outline.definitions[at]!.kind === "function");
  return own?.length ? exactly({ kind: "definition", id: file.base + own.at(-1)! }) : undefined;
}

/** More required files than this are not searched. */
const maxFiles = 1_000;

/** A method that this file, or a file that it requires, directly or not, has at its top. */
export function functionOfFiles(linker: Linker, file: FileTable, name: string): Found | undefined {
  if (!linker.reopened.isAtSomeTop(name)) return undefined;
  const files = new Set([file]);
  for (const one of files) {
    const found = functionIn(one, 0, name);
    if (found) return found;
    // Asked for at the top, what is required is noted for all of the file.
    const required = [...one.stars(0), ...one.allStars.slice(1).flatMap((stars) => stars ?? [])];
    for (const { from } of required) {
      const target = linker.tables.resolve(one, from);
      const next = target && linker.tables.fileAt(target.path);
      if (next && files.size < maxFiles) files.add(next);
    }
  }
  return undefined;
}
