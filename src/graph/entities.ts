import type { Sureness } from "./graph.ts";
import type { SeenTarget } from "./project.ts";

/**
 * What an expression can evaluate to: a definition itself, or the inferred type of a value. `id` numbers the definitions
 * of the whole repository. In `const repo = new Repo<User>()`, `Repo` is a definition, `repo` an instance with the type
 * argument `User`, and `repo.find` a definition again: the method.
 */
export type Entity =
  /** The class, function or object itself. */
  | {
      readonly kind: "definition";
      readonly id: number;
      /** Of a method that returns its receiver (`return this`), the receiver's class, where that is a subclass of the declaring one. */
      readonly on?: number;
      /** Calling it schedules it for later and returns a handle: see taskRun. */
      readonly deferred?: true;
      /** Type arguments of a class, and of the class that a method was looked up on. */
      readonly typeArguments?: TypeArguments | undefined;
      readonly typeVariable?: TypeVariable | undefined;
    }
  /** An object of a class, or of a function used as a constructor; with `typeVariable` the class is the variable's bound. */
  | {
      readonly kind: "instance";
      readonly id: number;
      readonly typeArguments?: TypeArguments | undefined;
      readonly typeVariable?: TypeVariable | undefined;
    }
  /** `super` inside this class. */
  | { readonly kind: "parent"; readonly id: number; readonly isStatic?: true }
  | { readonly kind: "module"; readonly target: SeenTarget; readonly language: string }
  /** A name with expando members: `app.use = function`. Without a path: a namespace known only from qualified names in it. */
  | { readonly kind: "expando"; readonly path: string; readonly on: string }
  /** A list, map or tuple of the language or its library. */
  | {
      readonly kind: "collection";
      readonly elements: Found;
      readonly keys: Found;
      readonly tupleElements?: readonly Found[];
      /** Labels of tuple elements, in the same order. */
      readonly labels?: readonly string[];
      /** Its type as written: `int[]`, `List`. */
      readonly name?: string;
      readonly typeVariable?: TypeVariable | undefined;
    }
  /** A value of a structural type, which is read in a scope of a file: `{ one: Foo }`. */
  | {
      readonly kind: "record";
      readonly file: number;
      readonly scope: number;
      readonly type: string;
      /** The name of a library type whose members this lists. */
      readonly name?: string;
      /** Type arguments to substitute once a member is looked up. */
      readonly within?: readonly TypeArguments[];
    }
  /** A value of a function type, and a library method whose result is known. */
  | {
      readonly kind: "callable";
      readonly returns: Found;
      /** Parameter types, where the function type has them. */
      readonly parameters?: readonly Found[];
      /** The type's name, where it has one: `Supplier`. */
      readonly name?: string;
      /** The whole type, without blanks: `Supplier<Foo>`. */
      readonly whole?: string | undefined;
      /** The type with named parameters, `(one: Foo) => Bar`: parsed only once a parameter is looked up. */
      readonly head?: RecordEntity;
      readonly typeVariable?: TypeVariable | undefined;
    }
  /**
   * Known to come from outside of the repository. `name`: it is an object of that library type, with its only
   * `typeArgument`; `forwardsMembers`: it has that one's members, as a smart pointer does.
   */
  | {
      readonly kind: "external";
      readonly name?: string;
      readonly typeArgument?: Found;
      readonly forwardsMembers?: boolean;
      readonly typeVariable?: TypeVariable | undefined;
    };

export type RecordEntity = Extract<Entity, { kind: "record" }>;

/** Type arguments for the type parameters of a generic class or function, in their order. */
export interface TypeArguments {
  /** The generic class or function. */
  readonly of: number;
  readonly types: readonly Found[];
}

/** A type parameter, as a type: the `T` in the body of `class Repo<T>`. */
export interface TypeVariable {
  /** The class or function that declares it. */
  readonly of: number;
  readonly name: string;
}

/** The result of a resolution: `exact` by the language's rules alone, `inferred` where a type or a value was followed. */
export interface Found {
  readonly entities: readonly Entity[];
  readonly sureness: Exclude<Sureness, "ambiguous">;
}

/** Nothing is known; `union` with it changes nothing. */
export const unresolved: Found = { entities: [], sureness: "exact" };
export const external: Found = { entities: [{ kind: "external" }], sureness: "exact" };

export const exactly = (...entities: readonly Entity[]): Found => ({ entities, sureness: "exact" });
export const inferred = (found: Found): Found =>
  found.sureness === "inferred" ? found : { entities: found.entities, sureness: "inferred" };
/** Something whose call returns this. */
export const callableOf = (returns: Found): Found => inferred(exactly({ kind: "callable", returns }));

/** Whether anything in the repository, or of a known type, was found. */
export const isResolved = ({ entities }: Found): boolean => entities.some(isKnown);

const isKnown = ({ kind }: Entity): boolean => kind !== "external";

/** Something external of unknown type. */
export const isBare = (one: Entity): boolean =>
  one.kind === "external" && !one.typeArgument && !one.forwardsMembers && !one.typeVariable;

/** Whether something external is among what was found. */
export const hasExternal = ({ entities }: Found): boolean => entities.some(({ kind }) => kind === "external");

/** A union of more types than this is cut off: it tells nothing any more. Unions of message or node types have ten and more. */
const maxEntities = 16;
/**
 * More for definitions, since overload resolution may choose among them later: the most that any call in 47
 * repositories has is 48. Without a limit, a file of one megabyte that repeats the same two lines gets a billion edges.
 */
export const maxCandidates = 64;

/** The union of several results, without duplicates. */
export function union(all: readonly Found[]): Found {
  if (all.length === 1) return all[0]!;
  let sureness: Found["sureness"] = "exact";
  const entities: Entity[] = [];
  for (const found of all) {
    if (found.sureness !== "exact") sureness = "inferred";
    for (const entity of found.entities) {
      const known = placeOf(entity, entities);
      // Of duplicates the last one with type arguments counts, in the position of the first.
      if (known >= 0) entities[known] = saysMore(entities[known]!, entity) ? entities[known]! : entity;
      else if (entities.length < (entity.kind === "definition" ? maxCandidates : maxEntities))
        entities.push(entity);
    }
  }
  return { entities, sureness };
}

/** The elements of collections, and whatever else is among them. */
export const elementsOf = ({ entities }: Found): Found =>
  union(entities.map((one) => (one.kind === "collection" ? one.elements : exactly(one))));

function placeOf(entity: Entity, among: readonly Entity[]): number {
  for (let at = 0; at < among.length; at++) if (isAlike(among[at]!, entity)) return at;
  return -1;
}

const receiverOf = (entity: Entity): number | undefined =>
  entity.kind === "definition" ? entity.on : undefined;

const saysMore = (one: Entity, other: Entity): boolean =>
  typeArgumentsOf(one) !== undefined && typeArgumentsOf(other) === undefined;

const typeArgumentsOf = (entity: Entity): TypeArguments | undefined =>
  "typeArguments" in entity ? entity.typeArguments : undefined;

/** `Repo<User>` and `Repo<Order>` are different types; their method `find` is one and the same definition. */
function isAlike(one: Entity, other: Entity): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  const left = { pairs: maxPairs };
  if (!("id" in one && "id" in other)) return isSame(one, other, left);
  if (one.id !== other.id || receiverOf(one) !== receiverOf(other)) return false;
  const [given, otherGiven] = [typeArgumentsOf(one), typeArgumentsOf(other)];
  if (one.kind === "definition" || !given || !otherGiven) return true;
  return areSame(given.types, otherGiven.types, left);
}

/** So many nested types are compared at most: a recursive generic type, `A<A<A<...>>>`, has no end. */
const maxPairs = 1_000;

interface Left {
  pairs: number;
}

function isSame(one: Entity, other: Entity, left: Left): boolean {
  if (one === other) return true;
  if (left.pairs-- <= 0) return false;
  switch (one.kind) {
    case "module":
      return other.kind === "module" && one.target.path === other.target.path;
    case "collection":
      return (
        other.kind === "collection" &&
        isSameFound(one.elements, other.elements, left) &&
        areSame(one.tupleElements, other.tupleElements, left)
      );
    case "callable":
      return (
        other.kind === "callable" &&
        isSameFound(one.returns, other.returns, left) &&
        areSame(one.parameters, other.parameters, left)
      );
    case "record":
      return other.kind === "record" && isSameRecord(one, other, left);
    case "expando":
      return other.kind === "expando" && one.path === other.path && one.on === other.on;
    case "external":
      return (
        other.kind === "external" &&
        (one.name ?? "") === (other.name ?? "") &&
        isSameFound(one.typeArgument ?? unresolved, other.typeArgument ?? unresolved, left)
      );
    default:
      return (
        other.kind === one.kind &&
        one.id === other.id &&
        areSame(typeArgumentsOf(one)?.types, typeArgumentsOf(other)?.types, left)
      );
  }
}

function isSameRecord(one: RecordEntity, other: RecordEntity, left: Left): boolean {
  const [within = [], otherWithin = []] = [one.within, other.within];
  return (
    one.file === other.file &&
    one.scope === other.scope &&
    one.type === other.type &&
    within.length === otherWithin.length &&
    within.every(({ types }, at) => areSame(types, otherWithin[at]!.types, left))
  );
}

const none: readonly Found[] = [];

function areSame(all = none, others = none, left: Left): boolean {
  if (all === others) return true;
  return all.length === others.length && all.every((one, at) => isSameFound(one, others[at]!, left));
}

function isSameFound({ entities }: Found, { entities: others }: Found, left: Left): boolean {
  if (entities === others) return true;
  return entities.length === others.length && entities.every((one, at) => isSame(one, others[at]!, left));
}
