/**
 * Which of several functions of one name a call means, by the types of its arguments as far as they are known
 * (the ordinary cases of the Java Language Specification, section 15.12.2). What is not known rules nothing out.
 */
import { type ArgumentType, argumentType, impossible, isSure, levelFor } from "./argument-fit.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";
import type { Definition, Reference } from "./outline.ts";

/** A function with as many parameter types as the call has arguments. */
interface Candidate {
  readonly index: number;
  readonly wanted: readonly string[];
  /** Its last parameter stands for any number of arguments here. */
  readonly isSpread: boolean;
  readonly levels: readonly (number | undefined)[];
}

/** The indices of those definitions that fit best; all where the arguments do not tell them apart. */
export function bestOverloads(
  linker: Linker,
  file: FileTable,
  { scope, argTypes, args }: Reference,
  definitions: readonly Definition[],
): readonly number[] {
  const all = definitions.map((_, index) => index);
  if (args === undefined || definitions.some((one) => one.parameterTypes === undefined)) return all;
  const texts = argTypes ?? new Array<string>(args).fill("");
  const given = texts.map((text) => argumentType(linker, file, scope, text));
  const fitting: Candidate[] = [];
  for (const [index, definition] of definitions.entries())
    for (const { wanted, isSpread } of waysToCall(definition, args)) {
      const levels = levelsFor(linker, file, given, wanted);
      if (levels) fitting.push({ index, wanted, isSpread, levels });
    }
  // What takes so many arguments comes before what takes any number of them.
  const plain = fitting.filter(({ isSpread }) => !isSpread);
  const isDecided = plain.some((one) => one.levels.every((level, at) => isSure(level, one.wanted[at]!)));
  const open = isDecided ? plain : fitting;
  const best = open.filter((one) => !open.some((other) => isBetter(other, one)));
  return best.length > 0 ? [...new Set(best.map(({ index }) => index))] : all;
}

/** How well each argument goes with its parameter, where that is known; undefined where one cannot go. */
function levelsFor(
  linker: Linker,
  file: FileTable,
  given: readonly (ArgumentType | undefined)[],
  wanted: readonly string[],
): Candidate["levels"] | undefined {
  const levels: (number | undefined)[] = [];
  for (const [at, type] of given.entries()) {
    const level = type ? levelFor(linker, file, type, wanted[at]!) : undefined;
    if (level === impossible) return undefined;
    levels.push(level);
  }
  return levels;
}

/** The parameter types that so many arguments meet: as they are written, and with the last one repeated. */
function waysToCall(
  { parameterTypes, rest }: Definition,
  args: number,
): readonly Pick<Candidate, "wanted" | "isSpread">[] {
  const types = parameterTypes!;
  if (!rest) return types.length === args ? [{ wanted: types, isSpread: false }] : [];
  const first = types.slice(0, -1);
  const last = types.at(-1)!;
  const spread = [...first, ...new Array<string>(Math.max(0, args - first.length)).fill(last)];
  const ways = spread.length === args ? [{ wanted: spread, isSpread: true }] : [];
  return types.length === args ? [{ wanted: [...first, `${last}[]`], isSpread: false }, ...ways] : ways;
}

/** Nowhere worse and somewhere better; where the argument is not known both must want the same. */
function isBetter(other: Candidate, one: Candidate): boolean {
  if (other.isSpread && !one.isSpread) return false;
  let isSomewhere = false;
  for (const [at, mine] of one.levels.entries()) {
    const theirs = other.levels[at];
    if (mine === undefined || theirs === undefined) {
      if (other.wanted[at] !== one.wanted[at]) return false;
    } else if (theirs < mine) return false;
    else if (theirs > mine) isSomewhere = true;
  }
  return isSomewhere;
}
