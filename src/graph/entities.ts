import type { Sureness } from "./graph.ts";
import type { SeenTarget } from "./project.ts";

/** What an expression can stand for. `id` numbers the definitions of the whole repository. */
export type Entity =
  /** The class, function or object itself. */
  | {
      readonly kind: "definition";
      readonly id: number;
      /** Of a method that gives an object of its receiver's class: that class, where it is not the one of the method. */
      readonly on?: number;
      /** What calling it gives is that it runs later: see taskRun. */
      readonly later?: true;
      /** Of a class, and of a method of one, what the parameters of the class stand for. */
      readonly given?: Given | undefined;
      readonly variable?: Variable | undefined;
    }
  /** An object of a class, or of a function used as one. `variable`: or of what that stands for. */
  | {
      readonly kind: "instance";
      readonly id: number;
      readonly given?: Given | undefined;
      readonly variable?: Variable | undefined;
    }
  /** `super` inside this class. */
  | { readonly kind: "parent"; readonly id: number; readonly onClass?: true }
  | { readonly kind: "module"; readonly target: SeenTarget; readonly language: string }
  /** A name to which functions are added one by one: `app.use = function`. Without a path a namespace that nothing but the names in it says. */
  | { readonly kind: "bag"; readonly path: string; readonly on: string }
  | {
      readonly kind: "collection";
      readonly elements: Found;
      readonly keys: Found;
      /** Of a tuple what stands at each place. */
      readonly places?: readonly Found[];
      /** The names of such places, in the same order. */
      readonly labels?: readonly string[];
      /** Its type as written: `int[]`, `List`. */
      readonly name?: string;
      readonly variable?: Variable | undefined;
    }
  /** An object of a type that is written out in a scope of a file: `{ one: Foo }`. */
  | {
      readonly kind: "record";
      readonly file: number;
      readonly scope: number;
      readonly type: string;
      /** The name of a type from elsewhere that is read as this one. */
      readonly name?: string;
      /** What parameters for types stand for in it. */
      readonly within?: readonly Given[];
    }
  /** A method of a collection that gives what is in it. */
  | {
      readonly kind: "giver";
      readonly gives: Found;
      /** What it takes, where its type says that. */
      readonly takes?: readonly Found[];
      /** Its type as written, where that is a name: `Supplier`. */
      readonly name?: string;
      /** All of that type, without blanks: `Supplier<Foo>`. */
      readonly whole?: string | undefined;
      /** Its type where that names what it takes, `(one: Foo) => Bar`: read when that is asked for. */
      readonly head?: RecordEntity;
      readonly variable?: Variable | undefined;
    }
  /**
   * Known to come from outside of the repository; `name` where it is an object of a type that is written, `holds` what
   * that is given, where it is given one type alone, and `lends` where it has the members of that.
   */
  | {
      readonly kind: "external";
      readonly name?: string;
      readonly holds?: Found;
      readonly lends?: boolean;
      readonly variable?: Variable | undefined;
    };

export type RecordEntity = Extract<Entity, { kind: "record" }>;

/** What the parameters of a class or a function stand for, in their order. */
export interface Given {
  /** The class or function. */
  readonly of: number;
  readonly types: readonly Found[];
}

/** A parameter for types of a class or a function. */
export interface Variable {
  /** The class or function. */
  readonly of: number;
  readonly name: string;
}

/** What was found, and how: `exact` by the language's rules alone, `inferred` where a type or a value was followed. */
export interface Found {
  readonly entities: readonly Entity[];
  readonly sureness: Exclude<Sureness, "ambiguous">;
}

/** Nothing is known. */
export const nothing: Found = { entities: [], sureness: "exact" };
export const outside: Found = { entities: [{ kind: "external" }], sureness: "exact" };

export const exactly = (...entities: readonly Entity[]): Found => ({ entities, sureness: "exact" });
export const inferred = (found: Found): Found =>
  found.sureness === "inferred" ? found : { entities: found.entities, sureness: "inferred" };
/** What is called to get this. */
export const giverOf = (gives: Found): Found => inferred(exactly({ kind: "giver", gives }));

/** Whether anything was found that is more than a name from elsewhere. */
export const isInside = ({ entities }: Found): boolean => entities.some(isKnown);

const isKnown = ({ kind }: Entity): boolean => kind !== "external";

/** Something from elsewhere of which no more is known. */
export const isBare = (one: Entity): boolean =>
  one.kind === "external" && !one.holds && !one.lends && !one.variable;

/** Whether a name from elsewhere is among what was found. */
export const isOutside = ({ entities }: Found): boolean => entities.some(({ kind }) => kind === "external");

/** More candidates than this say nothing. A list of the messages or nodes that there may be has ten and more. */
const maxEntities = 16;
/**
 * Of definitions more, since which of many overloads is meant may be known later: the most that a call in 47
 * repositories has is 48. Without a bound a file of one megabyte that writes the same two lines again and again gets a
 * billion edges.
 */
export const mostCandidates = 64;

/** All of several findings, each thing once. */
export function together(all: readonly Found[]): Found {
  if (all.length === 1) return all[0]!;
  let sureness: Found["sureness"] = "exact";
  const entities: Entity[] = [];
  for (const found of all) {
    if (found.sureness !== "exact") sureness = "inferred";
    for (const entity of found.entities) {
      const known = placeOf(entity, entities);
      // Of things that are alike the last one counts that says what it is given, at the place of the first.
      if (known >= 0) entities[known] = saysMore(entities[known]!, entity) ? entities[known]! : entity;
      else if (entities.length < (entity.kind === "definition" ? mostCandidates : maxEntities))
        entities.push(entity);
    }
  }
  return { entities, sureness };
}

function placeOf(entity: Entity, among: readonly Entity[]): number {
  for (let at = 0; at < among.length; at++) if (isAlike(among[at]!, entity)) return at;
  return -1;
}

const receiverOf = (entity: Entity): number | undefined =>
  entity.kind === "definition" ? entity.on : undefined;

const saysMore = (one: Entity, other: Entity): boolean =>
  givenOf(one) !== undefined && givenOf(other) === undefined;

const givenOf = (entity: Entity): Given | undefined => ("given" in entity ? entity.given : undefined);

/** Objects of a class that are given different types are different; a method is one and the same. */
function isAlike(one: Entity, other: Entity): boolean {
  if (one === other) return true;
  if (one.kind !== other.kind) return false;
  const left = { pairs: mostPairs };
  if (!("id" in one && "id" in other)) return isSame(one, other, left);
  if (one.id !== other.id || receiverOf(one) !== receiverOf(other)) return false;
  const [given, otherGiven] = [givenOf(one), givenOf(other)];
  if (one.kind === "definition" || !given || !otherGiven) return true;
  return areSame(given.types, otherGiven.types, left);
}

/** So many things in two things are compared: what is given to itself again and again has more than can be counted. */
const mostPairs = 1_000;

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
        areSame(one.places, other.places, left)
      );
    case "giver":
      return (
        other.kind === "giver" &&
        isSameFound(one.gives, other.gives, left) &&
        areSame(one.takes, other.takes, left)
      );
    case "record":
      return other.kind === "record" && isSameRecord(one, other, left);
    case "bag":
      return other.kind === "bag" && one.path === other.path && one.on === other.on;
    case "external":
      return (
        other.kind === "external" &&
        (one.name ?? "") === (other.name ?? "") &&
        isSameFound(one.holds ?? nothing, other.holds ?? nothing, left)
      );
    default:
      return (
        other.kind === one.kind &&
        one.id === other.id &&
        areSame(givenOf(one)?.types, givenOf(other)?.types, left)
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
