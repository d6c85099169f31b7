/** Arguments that are given by the names of their parameters: `run(limit: 2)` (C#). */
import type { Definition } from "../outline.ts";
import { parametersIn } from "./signatures.ts";

/** An argument as outlines have it: `limit=` before what is known of one that is given by name. */
const byName = /^([\p{L}_]\w*)=(.*)$/su;

export interface Given {
  /** The names of those that are given by name, by their places; undefined without any. */
  readonly names: readonly (string | undefined)[] | undefined;
  readonly types: readonly string[];
}

export function givenIn(argTypes: readonly string[]): Given {
  const all = argTypes.map((text) => byName.exec(text));
  if (all.every((one) => one === null)) return { names: undefined, types: argTypes };
  return { names: all.map((one) => one?.[1]), types: argTypes.map((text, at) => all[at]?.[2] ?? text) };
}

/** For each argument the place of its parameter; undefined where the function has none of such a name. */
export function placesOf(
  definition: Definition,
  names: readonly (string | undefined)[],
): readonly number[] | undefined {
  const own = parameterNames(definition);
  // What cannot be read rules nothing out.
  if (!own) return names.map((_, at) => at);
  const places = names.map((name, at) => (name === undefined ? at : own.indexOf(name)));
  return places.includes(-1) ? undefined : places;
}

const known = new WeakMap<Definition, readonly string[] | undefined>();

/** Those that a call gives: without what an extension method is called on. */
function parameterNames(definition: Definition): readonly string[] | undefined {
  if (known.has(definition)) return known.get(definition);
  const { signature, parameterTypes = [] } = definition;
  const parts = parametersIn(signature) ?? [];
  const left = parts.length - parameterTypes.length;
  const all = parts.map((part) => /([\p{L}_]\w*)\s*(?:=[\s\S]*)?$/u.exec(part)?.[1] ?? "");
  const names = left === 0 || (left === 1 && /^this\b/.test(parts[0]!)) ? all.slice(left) : undefined;
  known.set(definition, names);
  return names;
}
