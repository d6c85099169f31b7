/** Members remember their receiver: its class, for `return this`, and its type arguments. */

import type { Entity, Found } from "../entities.ts";
import type { Linker } from "../linker.ts";
import type { Definition } from "../outline.ts";
import { substitute, typeArgumentsFor } from "../types/type-arguments.ts";

/** A member, with the class that declares it. */
export interface Declared {
  readonly found: Found;
  /** The declaring class. */
  readonly by: number;
}

/** Types that mean the receiver's class, even in an inherited method. */
const receiverType = /\b(?:Self|this|static)\b/;

/** Substitutes the receiver's type arguments; methods keep them until they are called. */
export function onReceiver(
  linker: Linker,
  { found, by }: Declared,
  entity: Extract<Entity, { id: number }>,
): Found {
  const own = onClassOf(linker, found, entity.id);
  const given = typeArgumentsFor(linker, entity, by);
  if (!given) return own;
  const isMethod = (one: Entity): boolean =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "function";
  if (!own.entities.every(isMethod)) return substitute(linker, own, given);
  return {
    ...own,
    entities: own.entities.map((one) => (one.kind === "definition" ? { ...one, typeArguments: given } : one)),
  };
}

/** Methods that return their receiver, or another object of its class, remember that class. */
function onClassOf(linker: Linker, found: Found, receiver: number): Found {
  const isKept = (one: Entity): boolean =>
    one.kind === "definition" &&
    (classAround(linker, one.id) !== receiver || returnsSelfType(linker, one.id)) &&
    returnsReceiver(linker, one.id);
  if (!found.entities.some(isKept)) return found;
  return {
    ...found,
    entities: found.entities.map((one) =>
      one.kind === "definition" && isKept(one) ? { ...one, on: receiver } : one,
    ),
  };
}

function returnsReceiver(linker: Linker, id: number, depth = 0): boolean {
  const { tables } = linker;
  const { kind, returns, returnValues = [], isStatic } = tables.definition(id);
  if (kind !== "function") return false;
  if (returns !== undefined) return receiverType.test(returns) || returnsSelfType(linker, id);
  const own = isStatic ? ofClass : ofObject;
  const file = tables.fileOf(id);
  const around = classAround(linker, id);
  // Looked up by class, since member look-up on an object would lead back here.
  const isReturnedAbove = (method: string): boolean => {
    const above = depth < maxDepth && around !== undefined ? linker.ancestors(around).ids[1] : undefined;
    const found = above === undefined ? undefined : linker.declared(above, method);
    return (found?.entities ?? []).some(
      (one) => one.kind === "definition" && returnsReceiver(linker, one.id, depth + 1),
    );
  };
  // `one = cls(); return one`, and `one = super().clone()`.
  const isOwn = (value: string): boolean => {
    if (own.test(value)) return true;
    const above = /^super\(\)\.(\w+)\(\)$/.exec(value)?.[1];
    return above !== undefined && isReturnedAbove(above);
  };
  const entry = (name: string): boolean =>
    file
      .lookup(name, file.inside[id - file.base]!)
      ?.bindings?.some(({ value }) => value !== undefined && isOwn(value)) === true;
  return returnValues.some((value) => isOwn(value) || (/^\w+$/.test(value) && entry(value)));
}

/** Whether the type variable of the first parameter is the return type, too: `def copy(self: T) -> T`. */
export function returnsSelfType({ tables, chain }: Linker, id: number): boolean {
  const { rules, inside, base } = tables.fileOf(id);
  if (!rules?.dynamic) return false;
  const { returns, signature }: Definition = tables.definition(id);
  const name = returns?.replace(/^["']|["']$/g, "");
  if (!name || !/^\w+$/.test(name)) return false;
  const [, annotation] =
    /\(\s*(?:self|cls)\s*:\s*(?:[tT]ype\[\s*)?["']?(\w+)["']?\s*\]?\s*[,)=]/.exec(signature) ?? [];
  if (annotation !== name) return false;
  // If it names a class, that class is returned, whatever the receiver.
  return !chain(tables.fileOf(id), inside[id - base]!, name).entities.some(
    (one) => one.kind === "definition" && tables.definition(one.id).name === name,
  );
}

/** Limit of methods that return each other's results. */
const maxDepth = 4;

/** A new object, also through the base's constructor: `super().__new__(cls)`. */
const ofClass = /^(?:this\(\)|[\w.]+(?:\([^()]*\))?\.__new__\(=this..\))$/s;
/** The object itself, or a new one of its class: `self.__class__()`, `self.__class__.__new__(...)`, `type(self)()`. */
const ofObject =
  /^(?:this|(?:this\.__class__|type\(=this.__class__\))\(\)|this\.__class__\.__new__\([^()]*\))$/s;

/** The class whose body contains a definition. */
export function classAround({ tables }: Linker, id: number): number | undefined {
  const { base, outline } = tables.fileOf(id);
  const around = outline.scopes[tables.definition(id).scope]!.definition;
  return outline.definitions[around]?.kind === "class" ? base + around : undefined;
}
