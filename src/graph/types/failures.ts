/**
 * The error type of a `Result` (Rust). The type is read like the value that it holds, so that what `Err` holds is
 * read from the text of the type that a function gives, `Result<Foo, Error>`, or that has another name for it.
 */

import { callableOf, type Entity, type Found, inferred, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { type ChainStep, calledName, failure, pathOf } from "../notation/chain-steps.ts";
import { classesNamed } from "../open-types/open-types.ts";

/** Methods that give it. */
const givesFailure = new Set(["unwrap_err", "expect_err", "err", "into_err"]);
/** Methods of a Result that give one with the same failure. */
const keepsFailure = new Set(
  "map and_then inspect inspect_err as_ref as_mut as_deref as_deref_mut copied cloned clone iter transpose".split(
    " ",
  ),
);
/** Names for types, and values of variables, are followed so far. */
const maxDepth = 4;

/** What that member of a Result is; undefined where it is another one. */
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

/** By the function that is called there, or by the type or value of the variable. */
function held(linker: Linker, file: FileTable, scope: number, { kind, text, rest }: ChainStep): Found {
  if (kind === "head") return ofVariable(linker, file, scope, text);
  if (kind !== "call") return unresolved;
  if (rest!.kind === "member" && keepsFailure.has(rest!.name)) {
    const before = held(linker, file, scope, rest!.rest!);
    if (before.entities.length > 0) return before;
  }
  return union(linker.called(file, scope, rest!.text).entities.map((one) => givenBy(linker, one)));
}

function givenBy(linker: Linker, one: Entity): Found {
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

/** The second type of a Result, in the scope in which that is written. @param of The name for a type that it is said of. */
function ofType(linker: Linker, file: FileTable, scope: number, type: string, depth = 0, of?: number): Found {
  const [, path = "", inside = ""] = /^\s*&?\s*(?:mut\s+)?([\w:]+)\s*(?:<([\s\S]*)>)?\s*$/.exec(type) ?? [];
  const [, error] = splitTop(inside, ",");
  if (error !== undefined && /(?:^|::)Result$/.test(path)) {
    const said = linker.typed(file, scope, error);
    const usual = of === undefined ? unresolved : linker.typeDefault(of, error);
    return usual.entities.length > 0 ? usual : said;
  }
  if (path === "" || depth >= maxDepth) return unresolved;
  return union(
    classesNamed(linker, file, scope, pathOf(path.replaceAll("::", "."))).map((id) => {
      // Of a second parameter what the name is given here counts.
      if (error !== undefined) return linker.typed(file, scope, error);
      const { alias } = linker.tables.definition(id);
      const home = linker.tables.fileOf(id);
      const inner = home.inside[id - home.base]!;
      return alias === undefined ? unresolved : ofType(linker, home, inner, alias, depth + 1, id);
    }),
  );
}
