/** Parameters of functions with their types, as signatures and types of functions have them; those of templates; arguments that are given by the names of parameters. */

import type { Definition } from "../outline.ts";
import { closing, endsArrow, splitTop } from "./brackets.ts";
import { ofThis } from "./function-places.ts";

/** What stands between the first parentheses that are not within `<` and `>`. */
export const parametersIn = (text: string): readonly string[] | undefined =>
  // That says what `this` is.
  listIn(text)?.filter((part) => !saysThis.test(part));

const saysThis = /^this\s*:\s*/;

function listIn(text: string): readonly string[] | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "<") depth++;
    else if (sign === ">" && !endsArrow(text, at)) depth--;
    else if (sign === "(" && depth > 0) at = closing(text, at);
    else if (sign === "(") return splitTop(text.slice(at + 1, closing(text, at)), ",");
  }
  return undefined;
}

/** The type that is written for a parameter; the last one may stand for any number. */
export function typeAt(parameters: readonly string[] | undefined, place: number): string | undefined {
  const last = parameters?.at(-1);
  const isRest = last?.startsWith("...") === true && place >= parameters!.length - 1;
  const [name, ...type] = splitTop((isRest ? last : parameters?.[place]) ?? "", ":");
  const text = type.join(": ").replace(/\s=(?!>)[\s\S]*$/, "");
  return name === undefined || text === "" ? undefined : isRest ? text.replace(/\[\]$/, "") : text;
}

/** What a function gets for a parameter, or as its `this`, by its type or signature. */
export const typeOfParameter = (text: string, place: number): string | undefined =>
  place === ofThis
    ? listIn(text)
        ?.find((part) => saysThis.test(part))
        ?.replace(saysThis, "")
    : typeAt(parametersIn(text), place);

// The parameters for types of a template of C++ stand before all else that is said of it.

/** By function: each is called in many places. */
const templateNames = new WeakMap<Definition, readonly string[]>();

/** The names of those of a function or a class: `T` and `All` of `template <typename T, class... All> void add(T one)`. */
export function templateTypes(definition: Definition): readonly string[] {
  const names = templateNames.get(definition) ?? namesIn(definition.signature);
  templateNames.set(definition, names);
  return names;
}

const namesIn = (signature: string): readonly string[] =>
  (templateHead(signature)?.parameters ?? []).flatMap(
    (part) => /^(?:typename|class)\b\s*(?:\.\.\.\s*)?(\w+)(?!\w|\s*::)/.exec(part)?.[1] ?? [],
  );

interface TemplateHead {
  /** As they are written. */
  readonly parameters: readonly string[];
  /** What stands behind them. */
  readonly rest: string;
}

/** What a template begins with; undefined of what is none. */
export function templateHead(signature: string): TemplateHead | undefined {
  const [start] = /^template\s*</.exec(signature) ?? [];
  if (start === undefined) return undefined;
  const end = closing(signature, start.length - 1);
  return { parameters: splitTop(signature.slice(start.length, end), ","), rest: signature.slice(end + 1) };
}

// Arguments that are given by the names of their parameters: `run(limit: 2)` (C#).

/** An argument as outlines have it: `limit=` before what is known of one that is given by name. */
const byName = /^([\p{L}_]\w*)=(.*)$/su;

export interface NamedArguments {
  /** The names of those that are given by name, by their places; undefined without any. */
  readonly names: readonly (string | undefined)[] | undefined;
  readonly types: readonly string[];
}

export function namedArgumentsIn(argTypes: readonly string[]): NamedArguments {
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

const ownNames = new WeakMap<Definition, readonly string[] | undefined>();

/** Those that a call gives: without what an extension method is called on. */
function parameterNames(definition: Definition): readonly string[] | undefined {
  if (ownNames.has(definition)) return ownNames.get(definition);
  const { signature, parameterTypes = [] } = definition;
  const parts = parametersIn(signature) ?? [];
  const left = parts.length - parameterTypes.length;
  const all = parts.map((part) => /([\p{L}_]\w*)\s*(?:=[\s\S]*)?$/u.exec(part)?.[1] ?? "");
  const names = left === 0 || (left === 1 && /^this\b/.test(parts[0]!)) ? all.slice(left) : undefined;
  ownNames.set(definition, names);
  return names;
}
