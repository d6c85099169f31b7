/** Paths, `use a::B::c`: resolved segment by segment through modules, types and other imports. */
import { type Entity, exactly, external, type Found, union, unresolved } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Requester } from "../memory/queries.ts";
import type { ImportFact } from "../outline.ts";
import type { FamilyRules, SeenTarget } from "../project.ts";

/** What an import of a path stands for. `open`: imports that are being followed, which do not lead to themselves. */
export function followImport(
  linker: Linker,
  file: FileTable,
  fact: ImportFact,
  open: ReadonlySet<ImportFact> = new Set(),
): Found {
  const parts = fact.from.split("::").filter((part) => part !== "");
  if (fact.kind === "name") parts.push(fact.name!);
  const first = parts[0];
  if (first === undefined) return unresolved;
  const inner = new Set([...open, fact]);
  // `use Error as E` means a name of the file, `use serde` a crate.
  const isOfFile = parts.length > 1 || fact.kind === "all" || fact.as !== first;
  let found = startOf(linker, file, fact, first, isOfFile, inner);
  for (const [at, part] of parts.entries()) {
    if (at === 0) continue;
    const steps = found.entities
      .map(
        (entity) =>
          (at < parts.length - 1 && entity.kind === "module" ? moduleIn(linker, entity, part) : undefined) ??
          linker.member(entity, part),
      )
      .filter(({ entities }) => entities.length > 0);
    found = steps.length === 0 ? unresolved : union(steps);
  }
  return found;
}

/** What a module has below it of that name: `use self::db::db` asks it for no name that it passes on itself. */
export function moduleIn(
  linker: Linker,
  { target, language }: Pick<Extract<Entity, { kind: "module" }>, "target" | "language">,
  name: string,
): Found | undefined {
  const inner = linker.tables.queries.member(target, language, name);
  return inner && exactly({ kind: "module", target: inner, language });
}

function startOf(
  linker: Linker,
  file: FileTable,
  fact: ImportFact,
  first: string,
  isOfFile: boolean,
  open: ReadonlySet<ImportFact>,
): Found {
  const named = isPlace(first) || !isOfFile ? undefined : namedInFile(linker, file, fact, first, open);
  return named ?? pathStart(linker, file, fact.scope, first) ?? external;
}

const isPlace = (name: string): boolean => name === "self" || name === "super" || name === "crate";

/** A module, type or other import of that name, from the import's scope outwards. */
function namedInFile(
  linker: Linker,
  file: FileTable,
  fact: ImportFact,
  name: string,
  open: ReadonlySet<ImportFact>,
): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = fact.scope; scope >= 0; scope = scopes[scope]!.parent) {
    const entry = file.lookup(name, scope);
    const own = (entry?.definitions ?? []).filter((index) => definitions[index]!.kind !== "function");
    if (own.length > 0)
      return exactly(...own.map((index): Entity => ({ kind: "definition", id: file.base + index })));
    const others = (entry?.imports ?? []).filter((one) => !open.has(one));
    const found = others
      .map((one) => followImport(linker, file, one, open))
      .filter(({ entities }) => entities.length > 0);
    if (found.length > 0) return union(found);
  }
  return undefined;
}

/** The module that `crate`, `self`, `super` or a name known to no scope means at a place. */
export function pathStart(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const { rules, outline } = file;
  if (!rules?.pathHead) return undefined;
  const around = namespacesAround(file, scope);
  const inner = name === "self" ? around[0] : name === "super" ? around[1] : undefined;
  if (inner !== undefined) return exactly({ kind: "definition", id: file.base + inner });
  const target =
    name === "self" || (name === "super" && around.length > 0)
      ? ({ kind: "file", path: outline.path } as const)
      : linker.tables.queries.pathHead(outline, name);
  const found = target && exactly({ kind: "module", target, language: outline.language });
  if (name !== "super" || !found) return found;
  return declaredWithin(linker, file.rules, outline, target).at(-1) ?? found;
}

/** The namespaces of the file of its parent in which a file is declared, outermost first; what cannot be found ends them. */
function declaredWithin(
  { member }: Linker,
  rules: FamilyRules | undefined,
  { path, language }: Requester,
  parent: SeenTarget,
): readonly Found[] {
  const all: Found[] = [];
  let found: Found = exactly({ kind: "module", target: parent, language });
  for (const name of path === parent.path ? [] : (rules?.namespacesBetween?.(path, parent.path) ?? [])) {
    found = union(found.entities.map((one) => member(one, name)));
    if (found.entities.length === 0) break;
    all.push(found);
  }
  return all;
}

/** Of functions and values alone: a module may have their name beside them, as in `mod date; fn date() -> date::Date`. */
export const hasNoPath = ({ tables }: Linker, { entities }: Found): boolean =>
  entities.every(
    (one) =>
      one.kind === "instance" || (one.kind === "definition" && tables.definition(one.id).kind === "function"),
  );

/** Indices of the namespaces that a scope is in, innermost first. */
function namespacesAround(file: FileTable, scope: number): readonly number[] {
  const { scopes, definitions } = file.outline;
  const around: number[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const index = scopes[at]!.definition;
    if (definitions[index]?.kind === "namespace") around.push(index);
  }
  return around;
}

/** Whether a scope is inside of a module, or of the namespace that one is: there it sees what that hides from others. */
export function isAround(linker: Linker, file: FileTable, scope: number, entity: Entity): boolean {
  if (entity.kind !== "definition" && entity.kind !== "module") return true;
  const isNamespace = entity.kind === "definition";
  if (isNamespace && linker.tables.definition(entity.id).kind !== "namespace") return false;
  if (isNamespace && namespacesAround(file, scope).some((index) => file.base + index === entity.id))
    return true;
  const wanted = isNamespace ? linker.tables.fileOf(entity.id).outline.path : entity.target.path;
  const { language } = file.outline;
  let at: SeenTarget | undefined = { kind: "file", path: file.outline.path };
  for (let depth = 0; at !== undefined && depth < maxDepth; depth++) {
    if (at.path === wanted && !isNamespace) return true;
    const parent = linker.tables.queries.pathHead({ language, path: at.path }, "super");
    if (parent && isNamespace && parent.path === wanted)
      return declaredWithin(linker, file.rules, { language, path: at.path }, parent).some(({ entities }) =>
        entities.some((one) => one.kind === "definition" && one.id === entity.id),
      );
    at = parent;
  }
  return false;
}

const maxDepth = 50;
