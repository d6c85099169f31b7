/** Where a function stands that is passed on: which argument, or member of one, it is. */
import { anyElement } from "../outline.ts";
import { placeAlone } from "./chain-steps.ts";

/** Where a function that is passed on stands. */
export interface Place {
  /** The argument that it is, or is in; undefined where it has the type itself. */
  readonly argument: number | undefined;
  /** The members of that argument, or type, that lead to it. */
  readonly path: readonly string[];
  /** The parameter of it that is asked for, `ofThis` for what it is called on; undefined where it is asked for itself. */
  readonly parameter: number | undefined;
  /** How many more types may be read for it: names for types lead to many, each of which leads to many. */
  readonly budget: { left: number };
}

/** In the place of a parameter: the object that a function has as its `this`. */
export const ofThis = -2;

/** So many types are read for one place. */
const maxTypes = 200;

/** Reads `1.on.open:0`; see function-types.ts. */
export function placeIn(text: string): Place {
  const [way = "", parameter] = placeAlone(text).split(":");
  const [argument, ...path] = way.split(".");
  return {
    argument: argument === "" ? undefined : Number(argument),
    path,
    parameter: parameter ? Number(parameter) : undefined,
    budget: { left: maxTypes },
  };
}

/** Whether the thing itself is asked for that stands there. */
export const isItself = ({ path, parameter }: Place): boolean => parameter === undefined && path.length === 0;

/** Whether the way leads through a list next. */
export const isInList = ({ path }: Place): boolean => path[0] === anyElement;

/** The place seen from the next thing on the way. */
export const within = (place: Place): Place => ({ ...place, path: place.path.slice(1) });

/** The type of what a list holds, by the type of the list as written; undefined where that does not show it. */
export function elementType(type: string): string | undefined {
  const [, inside, before] =
    /^(?:readonly\s+)?(?:(?:Readonly)?Array<([\s\S]+)>|([\s\S]*\S)\s*\[\])$/.exec(type) ?? [];
  return inside ?? before;
}
