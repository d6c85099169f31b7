/**
 * The error type of a `Result` (Rust). Elsewhere a `Result` is read as the value that it holds, so the error type is
 * parsed from the text of a return type, `Result<Foo, Error>`, or of an alias.
 */

import { callableOf, type Entity, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { type ChainStep, calledName, failure, pathOf } from "../notation/chain-steps.ts";
import { classesNamed } from "../open-types/open-types.ts";

/** Methods that return the error. */
const givesFailure = new Set(["unwrap_err", "expect_err", "err", "into_err"]);
/** Methods that return a `Result` with the same error type. */
const keepsFailure = new Set(
  "map and_then inspect inspect_err as_ref as_mut as_deref as_deref_mut copied cloned clone iter transpose".split(
    " ",
  ),
);
/** Limit of aliases and variables followed. */
const maxDepth = 4;

/** The result of these methods; undefined for any other member. */
export function failureOf(
  linker: Linker,
  file: FileTable,
  scope: number,
  { name, rest }: ChainStep,
): Found | undefined {
  if (name === failure) return inferred(held(linker, file, scope, rest!));
  if (!givesFailure.has(calledName(name) ?? "")) return undefined;
  const gives = held(linker, file, scope, rest!);
  return gives.entities.length === 0 ? undefined : callableOf(gives);
}

/** By the return type of the called function, or the type or value of the variable. */
function held(linker: Linker, file: FileTable, scope: number, { kind, text, rest }: ChainStep): Found {
  if (kind === "head") return ofVariable(linker, file, scope, text);
  if (kind !== "call") return unresolved;
  if (rest!.kind === "member" && keepsFailure.has(rest!.name)) {
    const before = held(linker, file, scope, rest!.rest!);
    if (before.entities.length > 0) return before;
  }
  return union(linker.called(file, scope, rest!.text).entities.map((one) => resultOf(linker, one)));
}

function resultOf(linker: Linker, one: Entity): Found {
  if (one.kind !== "definition") return unresolved;
  const file = linker.tables.fileOf(one.id);
  const { returns, kind } = linker.tables.definition(one.id);
  if (kind !== "function" || returns === undefined) return unresolved;
  return ofType(linker, file, file.inside[one.id - file.base]!, returns);
}

function ofVariable(linker: Linker, file: FileTable, start: number, name: string): Found {
  const { scopes } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const bindings = file.lookup(name, scope)?.bindings;
    if (!bindings) continue;
    return union(
      bindings.map(({ type, value, scope: at }) =>
        type !== undefined
          ? ofType(linker, file, at, type)
          : value === undefined
            ? unresolved
            : linker.chain(file, at, `${value}.${failure}`),
      ),
    );
  }
  return unresolved;
}

/** The second type argument of a `Result`, resolved where it is written. @param of The alias that it belongs to. */
function ofType(linker: Linker, file: FileTable, scope: number, type: string, depth = 0, of?: number): Found {
  const [, path = "", inside = ""] = /^\s*&?\s*(?:mut\s+)?([\w:]+)\s*(?:<([\s\S]*)>)?\s*$/.exec(type) ?? [];
  const [, error] = splitTop(inside, ",");
  if (error !== undefined && /(?:^|::)Result$/.test(path)) {
    const result = linker.typed(file, scope, error);
    const usual = of === undefined ? unresolved : linker.typeDefault(of, error);
    return usual.entities.length > 0 ? usual : result;
  }
  if (path === "" || depth >= maxDepth) return unresolved;
  return union(
    classesNamed(linker, file, scope, pathOf(path.replaceAll("::", "."))).map((id) => {
      // Where the alias has a second type parameter, its argument counts.
      if (error !== undefined) return linker.typed(file, scope, error);
      const { alias } = linker.tables.definition(id);
      const home = linker.tables.fileOf(id);
      const inner = home.inside[id - home.base]!;
      return alias === undefined ? unresolved : ofType(linker, home, inner, alias, depth + 1, id);
    }),
  );
}
