/** Types whose values may be functions: functional interfaces (one abstract method, Java), delegates (C#), and function types, which do not tell which function it is (`handlers: Record<string, Handler>`). */
import { type Entity, type Found, inferred, union, unresolved } from "../entities.ts";
import type { Linker } from "../linker.ts";
import { classAround } from "../members/receivers.ts";
import type { Place } from "../notation/function-places.ts";
import { abstractMethods } from "../outline.ts";
import { substitute, typeArgumentsFor } from "./type-arguments.ts";

/** The single abstract method of a functional interface, of the nearest ancestor that has abstract methods: a lambda may implement it. */
export function singleAbstractMethod(linker: Linker, id: number): number | undefined {
  for (const one of linker.ancestors(id).ids) {
    const file = linker.tables.fileOf(one);
    const inside = file.inside[one - file.base]!;
    file.lookup(abstractMethods, inside);
    const open = file.outline.definitions.flatMap(({ scope, kind, bodiless }, index) =>
      scope === inside && kind === "function" && bodiless ? [file.base + index] : [],
    );
    if (open.length > 0) return open.length === 1 ? open[0] : undefined;
  }
  return undefined;
}

/** The type of one of that method's parameters. */
export function samParameter(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" }>,
  parameter: number | undefined,
): Found {
  const method = singleAbstractMethod(linker, entity.id);
  if (method === undefined) return unresolved;
  const file = linker.tables.fileOf(method);
  const type = linker.tables.definition(method).parameterTypes?.[parameter ?? -1];
  if (!type) return unresolved;
  const found = inferred(linker.typed(file, file.inside[method - file.base]!, type));
  const given = typeArgumentsFor(linker, entity, classAround(linker, method)!);
  return given ? substitute(linker, found, given) : found;
}

/** The parameter type of a delegate: `delegate void Handle<T>(T a)`. */
export function delegateParameter(
  linker: Linker,
  entity: Extract<Entity, { kind: "instance" | "definition" }>,
  place: Place,
): Found {
  const file = linker.tables.fileOf(entity.id);
  const { alias } = linker.tables.definition(entity.id);
  const { entities } = linker.typed(file, file.inside[entity.id - file.base]!, alias!);
  const found = inferred(
    union(
      entities.map(
        (one) => (one.kind === "callable" && one.parameters?.[place.parameter ?? -1]) || unresolved,
      ),
    ),
  );
  return entity.typeArguments ? substitute(linker, found, entity.typeArguments) : found;
}

/** Whether all of it is function types, or collections of these: which function is called, the types do not tell. */
export const areFunctionTypes = (linker: Linker, { entities }: Found): boolean =>
  entities.every((one) => one.kind !== "external" && isOfFunctionType(linker, one));

const areFunctionOrExternal = (linker: Linker, { entities }: Found): boolean =>
  entities.every((one) => one.kind === "external" || isOfFunctionType(linker, one));

function isOfFunctionType(linker: Linker, one: Entity): boolean {
  if (one.kind === "callable") return true;
  if (one.kind === "collection") return areFunctionOrExternal(linker, one.elements);
  if (one.kind !== "instance") return false;
  const { alias, returns } = linker.tables.definition(one.id);
  return alias?.includes("=>") === true && returns === undefined;
}
