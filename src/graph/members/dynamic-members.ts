/**
 * Members that exist without a declaration: Python's `one.__class__`, results of `__await__`, `__getattr__` and
 * `__get__`, generated factory functions, and methods of tasks.
 */
import { callableOf, type Entity, exactly, type Found, inferred, union, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { splitTop } from "../notation/brackets.ts";
import { metaclass } from "../outline.ts";
import { substitute } from "../types/type-arguments.ts";
import { returnsSelfType } from "./receivers.ts";

/** @param entity A class, or an object of one, that does not declare the member. */
export function dynamicMember(linker: Linker, entity: Entity, name: string): Found {
  if (entity.kind !== "instance" && entity.kind !== "definition") return unresolved;
  const { classOf, maker, unknownMember } = linker.tables.fileOf(entity.id).rules!.dynamic!;
  if (entity.kind === "definition")
    return name === maker
      ? callableOf(exactly({ kind: "instance", id: entity.id }))
      : ofMetaclass(linker, entity.id, name);
  if (name === classOf)
    return exactly({ kind: "definition", id: entity.id, typeArguments: entity.typeArguments });
  // A generator-based context manager returns, on entering, what it yields.
  if (entering.test(name)) return callableOf(exactly(entity));
  // Special methods are never looked up through `__getattr__`.
  if (/^__\w+__$/.test(name)) return unresolved;
  const given = awaited(linker, entity).entities.filter((one) => !("id" in one) || one.id !== entity.id);
  if (given.length > 0) return inferred(union(given.map((one) => linker.member(one, name))));
  // With an external base, the member may be inherited.
  if (!linker.ancestors(entity.id).complete) return unresolved;
  const found = linker.member(entity, unknownMember);
  return inferred(union(found.entities.map((one) => linker.call(one))));
}

/** The result of awaiting an object: `def __await__(self) -> Generator[Any, None, Foo]`. */
function awaited(linker: Linker, entity: Entity): Found {
  const found = linker.member(entity, "__await__").entities.map((one) => {
    if (one.kind !== "definition") return unresolved;
    const file = linker.tables.fileOf(one.id);
    const [, given] =
      /^(?:\w+\.)*Generator\s*\[([\s\S]*)\]$/.exec(linker.tables.definition(one.id).returns ?? "") ?? [];
    const type = given === undefined ? undefined : splitTop(given, ",")[2];
    if (type === undefined) return unresolved;
    const typed = linker.typed(file, file.inside[one.id - file.base]!, type);
    return one.typeArguments ? substitute(linker, typed, one.typeArguments) : typed;
  });
  return union(found);
}

/** Members of a class object through its metaclass: `class Foo(metaclass=Meta)`. */
function ofMetaclass(linker: Linker, id: number, name: string): Found {
  const found: Found[] = [];
  for (const one of linker.declared(id, metaclass)?.entities ?? [])
    if (one.kind === "definition" && linker.tables.definition(one.id).kind === "class")
      found.push(linker.member({ kind: "instance", id: one.id }, name));
  const { entities, ...how } = union(found);
  const onClass = (one: Entity): Entity =>
    one.kind === "definition" && returnsSelfType(linker, one.id) ? { ...one, on: id } : one;
  return { ...how, entities: entities.map(onClass) };
}

const entering = /^__a?enter__$/;

/**
 * Whether it is an inherited or generated factory function, which returns an object of the class.
 *
 * @param isComplete Whether all bases of the class are known.
 */
export function makesObject(linker: Linker, id: number, name: string, isComplete: boolean): boolean {
  const { rules } = linker.tables.fileOf(id);
  const { bases, decorators } = linker.tables.definition(id);
  const derived = rules?.derived?.get(name);
  if (derived) return decorators?.some((one) => derived.test(one)) === true;
  // In TypeScript and Python only with an external base, since a pure type or a namespace may have the name, too.
  const hasBase = !isComplete && bases !== undefined;
  return rules?.makesItself?.has(name) === true && (hasBase || !(rules.separateTypeNames || rules.dynamic));
}

/**
 * Functions that a task queue runs: Celery's `@task def send()`, then `send.delay()` and `send.s().apply_async()`.
 *
 * @returns The task, which its methods run or wrap; calling such a method gives the task again, not its result.
 */
export function taskRun(
  linker: Linker,
  { id }: Extract<Entity, { kind: "definition" }>,
  name: string,
): Found {
  const { tasks } = linker.tables.fileOf(id).rules ?? {};
  if (!tasks?.methods.has(name)) return unresolved;
  const { decorators = [] } = linker.tables.definition(id);
  return decorators.some((one) => tasks.decorator.test(one))
    ? inferred(exactly({ kind: "definition", id, deferred: true }))
    : unresolved;
}

/**
 * Descriptors: attributes whose object defines what reading them gives (`__get__`).
 *
 * @param by The class that declares the attribute; an instance attribute that holds a descriptor is not one.
 */
export function described(linker: Linker, found: Found, by: number, name: string): Found {
  const file = linker.tables.fileOf(by);
  const method = file.rules?.dynamic?.descriptor;
  if (method === undefined || !found.entities.some((one) => isDescriptor(linker, one, method))) return found;
  if (!file.lookup(name, file.inside[by - file.base]!)?.bindings) return found;
  const all = found.entities.map((one): Found => {
    if (!isDescriptor(linker, one, method)) return { entities: [one], sureness: found.sureness };
    const given = union(linker.member(one, method).entities.map((each) => linker.call(each)));
    return given.entities.length > 0 ? given : { entities: [one], sureness: found.sureness };
  });
  return inferred(union(all));
}

const isDescriptor = (linker: Linker, one: Entity, method: string): boolean =>
  one.kind === "instance" && linker.declared(one.id, method) !== undefined;
