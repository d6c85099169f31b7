/** Declared types of variables that hold a function or an object literal: `const api: Api = { ... }`. */
import { type Entity, type Found, inferred, isResolved, union, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** An object of the declared type; unresolved without one. */
export function typeDeclared({ tables, typed }: Linker, entity: Entity): Found {
  if (entity.kind !== "definition") return unresolved;
  const { type, scope } = tables.definition(entity.id);
  return type === undefined ? unresolved : inferred(typed(tables.fileOf(entity.id), scope, type));
}

/** The return type by the variable's declared type, within the repository. */
export const callDeclared = (linker: Linker, id: number): Found =>
  union(
    typeDeclared(linker, { kind: "definition", id })
      .entities.map((one) => linker.call(one))
      .filter(isResolved),
  );

/** A member by the declared type, where the value has none: the value comes first, since it is what runs. */
export function memberDeclared(linker: Linker, entity: Entity, name: string, own?: Found): Found | undefined {
  if (own && isResolved(own)) return undefined;
  const members = typeDeclared(linker, entity).entities.map((one) => linker.member(one, name));
  const found = union(members.filter(isResolved));
  return found.entities.length > 0 ? inferred(found) : undefined;
}

/** The type that a type guard or an assertion function narrows to: `(x: unknown): x is Foo`, `-> TypeGuard[Foo]`. */
export function guardedBy({ tables, typed }: Linker, entity: Entity): Found {
  if (entity.kind !== "definition") return unresolved;
  const { kind, signature, returns = "" } = tables.definition(entity.id);
  const [, type] = kind === "function" ? (wrapped.exec(returns) ?? guard.exec(signature) ?? []) : [];
  const file = tables.fileOf(entity.id);
  return type === undefined ? unresolved : inferred(typed(file, file.inside[entity.id - file.base]!, type));
}

/** Of TypeScript. */
const guard = /\)\s*:\s*(?:asserts\s+)?[\w$]+\s+is\s+([^=;{]+?)\s*(?:=>)?$/;
/** Of Python. */
const wrapped = /^(?:\w+\.)*Type(?:Guard|Is)\[(.+)\]$/s;
