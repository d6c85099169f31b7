/** What a member knows of the object that it was asked of: its class, and what the parameters of that stand for. */
import type { Entity, Found } from "./entities.ts";
import type { Linker } from "./linker.ts";
import { givenFor, withGiven } from "./type-arguments.ts";

/** A member that was found. */
export interface Declared {
  readonly found: Found;
  /** The class that has it. */
  readonly by: number;
}

/** Types that are the receiver's class, whichever class the method is written in. */
const receiverType = /\b(?:Self|this|static)\b/;

/** What the parameters of the class stand for that has the member; methods keep it in mind until they are called. */
export function onReceiver(
  linker: Linker,
  { found, by }: Declared,
  entity: Extract<Entity, { id: number }>,
): Found {
  const own = onClassOf(linker, found, entity.id);
  const given = givenFor(linker, entity, by);
  if (!given) return own;
  const isMethod = (one: Entity): boolean =>
    one.kind === "definition" && linker.tables.definition(one.id).kind === "function";
  if (!own.entities.every(isMethod)) return withGiven(linker, own, given);
  return {
    ...own,
    entities: own.entities.map((one) => (one.kind === "definition" ? { ...one, given } : one)),
  };
}

/** Methods that give their receiver, or another object of its class, keep in mind which class that is. */
function onClassOf(linker: Linker, found: Found, receiver: number): Found {
  const isKept = (one: Entity): boolean =>
    one.kind === "definition" && givesReceiver(linker, one.id) && classAround(linker, one.id) !== receiver;
  if (!found.entities.some(isKept)) return found;
  return {
    ...found,
    entities: found.entities.map((one) =>
      one.kind === "definition" && isKept(one) ? { ...one, on: receiver } : one,
    ),
  };
}

function givesReceiver({ tables }: Linker, id: number): boolean {
  const { kind, returns, returnValues = [], onClass } = tables.definition(id);
  if (kind !== "function") return false;
  if (returns !== undefined) return receiverType.test(returns);
  const own = onClass ? "this()" : "this";
  const file = tables.fileOf(id);
  // `one = cls(); return one`
  const isOwn = (name: string): boolean =>
    file.said(name, file.inside[id - file.base]!)?.bindings?.some(({ value }) => value === own) === true;
  return returnValues.some((value) => value === own || (/^\w+$/.test(value) && isOwn(value)));
}

/** The class in whose body a definition is written. */
export function classAround({ tables }: Linker, id: number): number | undefined {
  const { base, outline } = tables.fileOf(id);
  const around = outline.scopes[tables.definition(id).scope]!.definition;
  return outline.definitions[around]?.kind === "class" ? base + around : undefined;
}
