/** By which numbers facts begin that are said in the scopes of a file, and which of them are inside of functions. */

import type { Outline } from "../outline.ts";
import { factNumber } from "./fact-numbers.ts";
import { noUnit } from "./units.ts";

/**
 * For each scope a number that is the same as long as the way to it is (see scopeNames in facts.ts): made of the names
 * of what it is inside of. All inside of a function have one, and so have what is beside each other under one name or
 * none.
 * @param seed That of the file, and of its outermost scope.
 */
export function scopeSeeds({ scopes, definitions }: Outline, seed: number, units: Int32Array): Int32Array {
  const seeds = new Int32Array(scopes.length).fill(seed);
  for (let scope = 1; scope < scopes.length; scope++) {
    const { parent, definition } = scopes[scope]!;
    const owner = units[parent] === noUnit ? definitions[definition] : undefined;
    const around = seeds[parent]!;
    seeds[scope] = owner ? factNumber(factNumber(around, owner.name), owner.on ?? "") : around;
  }
  return seeds;
}

/**
 * For each scope the number of the unit that it is inside of (units.ts): that of its function's definition, counted from 1.
 * @param base The number of the file's first definition.
 */
export function scopeUnits({ scopes, definitions }: Outline, base: number): Int32Array {
  const units = new Int32Array(scopes.length);
  for (let scope = 1; scope < scopes.length; scope++) {
    const { parent, definition } = scopes[scope]!;
    const isFunction = definitions[definition]?.kind === "function";
    units[scope] = units[parent] !== noUnit ? units[parent]! : isFunction ? base + definition + 1 : noUnit;
  }
  return units;
}
