/** Wrapper types and smart pointers, read as what they wrap: the User of `Json<User>`. */
import { type Entity, exactly, external, type Found, inferred, union, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { declaredBy } from "./declared-members.ts";
import { onReceiver } from "./receivers.ts";

/** The content of an external wrapper, or a member of that. */
export function wrappedMember(
  linker: Linker,
  { typeArgument = unresolved, forwardsMembers }: Extract<Entity, { kind: "external" }>,
  called: string,
): Found {
  if (called === "0" && typeArgument.entities.length > 0) return inferred(typeArgument);
  if (!forwardsMembers) return external;
  return inferred(union([external, ...typeArgument.entities.map((one) => linker.member(one, called))]));
}

/** The target of a smart pointer, through several if needed: the first that declares the name, else the last. */
export function wrappedBy(linker: Linker, entity: Entity, methods: readonly string[], name: string): Found {
  const has = (one: Entity): boolean =>
    one.kind === "instance" && linker.declared(one.id, name) !== undefined;
  let held: Found = exactly(entity);
  for (let depth = 0; depth < maxPointers; depth++) {
    const next = union(held.entities.map((one) => resultOfFirst(linker, one, methods)));
    if (next.entities.length === 0) return depth === 0 ? unresolved : held;
    held = next;
    if (held.entities.some(has)) return held;
  }
  return unresolved;
}

const maxPointers = 4;

function resultOfFirst(linker: Linker, entity: Entity, methods: readonly string[]): Found {
  if (entity.kind !== "instance") return unresolved;
  for (const method of methods) {
    const declared = declaredBy(linker, linker.ancestors(entity.id).ids, method);
    if (!declared) continue;
    const { entities } = onReceiver(linker, declared, entity);
    // With a parameter, `operator*` is multiplication.
    const alone = entities.filter(
      (one) => one.kind === "definition" && !linker.tables.definition(one.id).parameters,
    );
    if (alone.length > 0) return union(alone.map((one) => linker.call(one)));
  }
  return unresolved;
}
