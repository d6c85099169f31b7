/** What a function says of its argument where it answers yes, or comes back: `(x: unknown): x is Foo`, `-> TypeGuard[Foo]`. */
import { type Entity, type Found, inferred, nothing } from "../entities.ts";
import type { Linker } from "../linker.ts";

/** Objects of that type; nothing where the function says none. */
export function guardedBy({ tables, typed }: Linker, entity: Entity): Found {
  if (entity.kind !== "definition") return nothing;
  const { kind, signature, returns = "" } = tables.definition(entity.id);
  const [, type] = kind === "function" ? (wrapped.exec(returns) ?? guard.exec(signature) ?? []) : [];
  const file = tables.fileOf(entity.id);
  return type === undefined ? nothing : inferred(typed(file, file.inside[entity.id - file.base]!, type));
}

/** Of TypeScript. */
const guard = /\)\s*:\s*(?:asserts\s+)?[\w$]+\s+is\s+([^=;{]+?)\s*(?:=>)?$/;
/** Of Python. */
const wrapped = /^(?:\w+\.)*Type(?:Guard|Is)\[(.+)\]$/s;
