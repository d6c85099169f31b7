/** Members that no class declares and objects have all the same: Python's `one.__class__`, and what `__await__` and `__getattr__` give. */
import { type Entity, exactly, type Found, giverOf, inferred, nothing, together } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { metaclass } from "../outline.ts";
import { withGiven } from "../types/type-arguments.ts";
import { saysReceiver } from "./receivers.ts";

/** @param entity An object of a class, or the class, that does not declare the member. */
export function dynamicMember(linker: Linker, entity: Entity, name: string): Found {
  if (entity.kind !== "instance" && entity.kind !== "definition") return nothing;
  const { classOf, maker, unknownMember } = linker.tables.fileOf(entity.id).rules!.dynamic!;
  if (entity.kind === "definition")
    return name === maker
      ? giverOf(exactly({ kind: "instance", id: entity.id }))
      : ofMetaclass(linker, entity.id, name);
  if (name === classOf) return exactly({ kind: "definition", id: entity.id, given: entity.given });
  // A function that a context manager is made of gives what that gives where it is entered.
  if (entering.test(name)) return giverOf(exactly(entity));
  // Special methods are never asked for there.
  if (/^__\w+__$/.test(name)) return nothing;
  const given = awaited(linker, entity).entities.filter((one) => !("id" in one) || one.id !== entity.id);
  if (given.length > 0) return inferred(together(given.map((one) => linker.member(one, name))));
  // Of a class that builds on one from outside it is not known what it has.
  if (!linker.lineage(entity.id).complete) return nothing;
  const found = linker.member(entity, unknownMember);
  return inferred(together(found.entities.map((one) => linker.call(one))));
}

/** What waiting for an object gives where its class says that: `def __await__(self) -> Generator[Any, None, Foo]`. */
function awaited(linker: Linker, entity: Entity): Found {
  const found = linker.member(entity, "__await__").entities.map((one) => {
    if (one.kind !== "definition") return nothing;
    const file = linker.tables.fileOf(one.id);
    const [, given] =
      /^(?:\w+\.)*Generator\s*\[([\s\S]*)\]$/.exec(linker.tables.definition(one.id).returns ?? "") ?? [];
    const type = given === undefined ? undefined : splitTop(given, ",")[2];
    if (type === undefined) return nothing;
    const typed = linker.typed(file, file.inside[one.id - file.base]!, type);
    return one.given ? withGiven(linker, typed, one.given) : typed;
  });
  return together(found);
}

/** What a class has as an object of another one: `class Foo(metaclass=Meta)`. */
function ofMetaclass(linker: Linker, id: number, name: string): Found {
  const found: Found[] = [];
  for (const one of linker.declared(id, metaclass)?.entities ?? [])
    if (one.kind === "definition" && linker.tables.definition(one.id).kind === "class")
      found.push(linker.member({ kind: "instance", id: one.id }, name));
  const { entities, ...how } = together(found);
  const onClass = (one: Entity): Entity =>
    one.kind === "definition" && saysReceiver(linker, one.id) ? { ...one, on: id } : one;
  return { ...how, entities: entities.map(onClass) };
}

const entering = /^__a?enter__$/;
