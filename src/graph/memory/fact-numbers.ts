/** Numbers of facts: what a file, or one of its scopes, says of a name; see memory.ts for who asks. */
import type { Outline } from "../outline.ts";
import { noUnit } from "./answer-rows.ts";

// Looked up once: in a context of its own, as tests have one, every look-up of a global is a call.
const { imul } = Math;

/** A number for what a file says of a name. Two facts may share one: then more is linked again than needed. */
export function factNumber(file: number, name: string, start = 0, end = name.length): number {
  return factFrom(file, textNumber(name, start, end));
}

/** The same of a name's number. */
export const factFrom = (file: number, name: number): number => imul(file ^ name, 0x9e3779b1);

/** FNV-1a over UTF-16 units. */
export function textNumber(text: string, start = 0, end = text.length): number {
  let hash = 0x811c9dc5;
  for (let i = start; i < end; i++) hash = imul(hash ^ text.charCodeAt(i), 0x01000193);
  return hash;
}

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
 * For each scope the number of the unit that it is inside of (see noUnit): that of its function's definition, counted from 1.
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
