/**
 * Overload resolution: the candidates that a call may mean, by the types of its arguments as far as they are known
 * (the ordinary cases of the Java Language Specification, section 15.12.2). What is not known rules nothing out.
 */

import { maxCandidates } from "../entities.ts";
import { placesOf } from "../notation/signatures.ts";
import type { Definition } from "../outline.ts";
import { type ArgumentType, impossible, type Parameter, unlikely } from "./argument.ts";
import { type Fits, isSure, type Place } from "./argument-fit.ts";

/** A function with as many parameters as the call has arguments. */
interface Candidate {
  readonly index: number;
  readonly wanted: readonly Parameter[];
  /** Its last parameter stands for any number of arguments here. */
  readonly isSpread: boolean;
  /** Its last parameter, which may stand for any number, is taken for the one array that it is. */
  readonly isWhole: boolean;
  readonly levels: readonly (number | undefined)[];
}

/** A function that says the types of its parameters, and where it does. */
export interface Written {
  readonly definition: Definition;
  readonly at: Place;
}

export interface Best {
  readonly indices: readonly number[];
  /** Whether one of them may be meant, by what is known of the arguments, without anything strange. */
  readonly isLikely: boolean;
}

/**
 * The indices of those definitions that fit best; all where the arguments do not tell them apart.
 * @param given What is known of each of so many arguments.
 * @param names The names of those that are given by name.
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
    // As they are written, and with the last one repeated.
    if (types.length === args) add(index, [...first, fits.parameter(`${last.text}[]`)], false, true);
    const more = Math.max(0, args - first.length);
    if (first.length - optional <= args)
      add(index, [...first.slice(0, args), ...new Array<Parameter>(more).fill(last)], true);
  }
  // What takes so many arguments comes before what takes any number of them.
  const isLikely = fitting.some(isLikelyOne);
  const plain = likelyOf(fitting).filter(({ isSpread }) => !isSpread);
  const isDecided = plain.some((one) => one.levels.every((level, at) => isSure(level, one.wanted[at]!)));
  const open = likelyOf(isDecided ? plain : fitting);
  // So many are not compared with each other.
  if (open.length > maxCandidates) return { indices: indicesOf(open), isLikely };
  const best = open.filter((one) => !open.some((other) => isBetter(other, one)));
  return { indices: best.length > 0 ? indicesOf(best) : [...definitions.keys()], isLikely };
}

const indicesOf = (all: readonly Candidate[]): readonly number[] => [
  ...new Set(all.map(({ index }) => index)),
];

const isLikelyOne = ({ levels }: Candidate): boolean =>
  levels.every((level) => level === undefined || level > unlikely);

/** Those that need nothing strange; all where each of them does. */
function likelyOf(all: readonly Candidate[]): readonly Candidate[] {
  const likely = all.filter(isLikelyOne);
  return likely.length > 0 ? likely : all;
}

/** How well each argument goes with its parameter, where that is known; undefined where one cannot go. */
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

/** Nowhere worse and somewhere better; where the argument is not known both must want the same. */
function isBetter(other: Candidate, one: Candidate): boolean {
  if (other.isSpread && !one.isSpread) return false;
  let isSomewhere = false;
  for (let at = 0; at < one.levels.length; at++) {
    const mine = one.levels[at];
    const theirs = other.levels[at];
    if (mine === undefined || theirs === undefined) {
      // Of what nothing is known is seldom an array.
      const isArray = one.isWhole && at === one.levels.length - 1 && other.wanted[at]!.isAny;
      if (other.wanted[at] !== one.wanted[at] && !isArray) return false;
    } else if (theirs < mine) return false;
    else if (theirs > mine) isSomewhere = true;
  }
  // What takes any number of arguments is meant where nothing else is.
  const takesAny = (each: Candidate): boolean => each.isSpread || each.isWhole;
  return isSomewhere || (takesAny(one) && !takesAny(other));
}
