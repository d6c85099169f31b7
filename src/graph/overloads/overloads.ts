/**
 * Overload resolution by argument types, as far as they are known (the ordinary cases of the Java Language
 * Specification, section 15.12.2). What is unknown rules nothing out.
 */

import { maxCandidates } from "../entities.ts";
import { placesOf } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";
import { type ArgumentType, impossible, type Parameter, unlikely } from "./argument.ts";
import { type Fits, isSure, type Place } from "./argument-fit.ts";

/** A candidate with one parameter for each argument. */
interface Candidate {
  readonly index: number;
  readonly wanted: readonly Parameter[];
  /** The last parameter is variadic, and expanded here. */
  readonly isSpread: boolean;
  /** The last parameter is variadic, and gets one array here. */
  readonly isWhole: boolean;
  readonly levels: readonly (number | undefined)[];
}

/** A function with known parameter types, and the scope of these. */
export interface Written {
  readonly definition: Definition;
  readonly at: Place;
}

export interface Best {
  readonly indices: readonly number[];
  /** Whether one is applicable without an unlikely conversion. */
  readonly isLikely: boolean;
}

/**
 * The indices of the best definitions; all where the arguments do not decide.
 * @param given The type of each argument, as far as it is known.
 * @param names Names of named arguments.
 */
export function bestOverloads(
  fits: Fits,
  given: readonly (ArgumentType | undefined)[],
  args: number,
  definitions: readonly Written[],
  names?: readonly (string | undefined)[],
): Best {
  const fitting: Candidate[] = [];
  const add = (index: number, wanted: readonly Parameter[], isSpread: boolean, isWhole = false): void => {
    const levels = levelsFor(fits, given, wanted, definitions[index]!.at);
    if (levels) fitting.push({ index, wanted, isSpread, isWhole, levels });
  };
  for (const [index, { definition }] of definitions.entries()) {
    const { parameterTypes, optional = 0, rest } = definition;
    const types = parameterTypes!.map(fits.parameter);
    if (!rest) {
      const places = names && placesOf(definition, names);
      const wanted = names ? places?.map((place) => types[place]!) : types.slice(0, args);
      if (wanted && args <= types.length && args >= types.length - optional) add(index, wanted, false);
      continue;
    }
    const first = types.slice(0, -1);
    const last = types.at(-1)!;
    // With the array as such, and expanded.
    if (types.length === args) add(index, [...first, fits.parameter(`${last.text}[]`)], false, true);
    const more = Math.max(0, args - first.length);
    if (first.length - optional <= args)
      add(index, [...first.slice(0, args), ...new Array<Parameter>(more).fill(last)], true);
  }
  // A fixed number of parameters ranks before a variadic one.
  const isLikely = fitting.some(isLikelyOne);
  const plain = likelyOf(fitting).filter(({ isSpread }) => !isSpread);
  const isDecided = plain.some((one) => one.levels.every((level, at) => isSure(level, one.wanted[at]!)));
  const open = likelyOf(isDecided ? plain : fitting);
  // Too many to compare pairwise.
  if (open.length > maxCandidates) return { indices: indicesOf(open), isLikely };
  const best = open.filter((one) => !open.some((other) => isBetter(other, one)));
  return { indices: best.length > 0 ? indicesOf(best) : [...definitions.keys()], isLikely };
}

const indicesOf = (all: readonly Candidate[]): readonly number[] => [
  ...new Set(all.map(({ index }) => index)),
];

const isLikelyOne = ({ levels }: Candidate): boolean =>
  levels.every((level) => level === undefined || level > unlikely);

/** Those without unlikely conversions; all where each has one. */
function likelyOf(all: readonly Candidate[]): readonly Candidate[] {
  const likely = all.filter(isLikelyOne);
  return likely.length > 0 ? likely : all;
}

/** The rank of each argument's conversion, where known; undefined where one is impossible. */
function levelsFor(
  fits: Fits,
  given: readonly (ArgumentType | undefined)[],
  wanted: readonly Parameter[],
  at: Place,
): Candidate["levels"] | undefined {
  const levels: (number | undefined)[] = [];
  for (let index = 0; index < given.length; index++) {
    const type = given[index];
    const level = type && fits.level(type, wanted[index]!, at);
    if (level === impossible) return undefined;
    levels.push(level);
  }
  return levels;
}

/** Better for one argument and worse for none; for an unknown argument both must have the same type. */
function isBetter(other: Candidate, one: Candidate): boolean {
  if (other.isSpread && !one.isSpread) return false;
  let isSomewhere = false;
  for (let at = 0; at < one.levels.length; at++) {
    const mine = one.levels[at];
    const theirs = other.levels[at];
    if (mine === undefined || theirs === undefined) {
      // An unknown argument is seldom an array.
      const isArray = one.isWhole && at === one.levels.length - 1 && other.wanted[at]!.isAny;
      if (other.wanted[at] !== one.wanted[at] && !isArray) return false;
    } else if (theirs < mine) return false;
    else if (theirs > mine) isSomewhere = true;
  }
  // A variadic candidate is a last resort.
  const takesAny = (each: Candidate): boolean => each.isSpread || each.isWhole;
  return isSomewhere || (takesAny(one) && !takesAny(other));
}
