/** How well types of arguments go with types of parameters in Java (JLS, section 5.3, as far as names of types tell it). */

import type { Definition } from "../outline.ts";
import {
  type ArgumentType,
  bareName,
  type Conversions,
  type FunctionOf,
  type IsOurs,
  impossible,
  named,
  type Parameter,
  possible,
  same,
  unlikely,
  wider,
} from "./argument.ts";
import { aboveInPlatform, functionOfPlatform, isOfPlatform } from "./java-platform.ts";

/** By putting a number into an object, or taking it out of one: what needs no such thing comes first. */
const boxed = 0.5;

/** What methods of the standard library give that have such a name, whichever class has them. */
const usual: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String:
      "toString name substring trim strip toLowerCase toUpperCase getMessage getSimpleName lineSeparator",
    int: "hashCode size length ordinal indexOf lastIndexOf compareTo intValue nextInt parseInt",
    long: "longValue nextLong parseLong toNanos toMicros toMillis toSeconds toEpochMilli currentTimeMillis nanoTime",
    double: "doubleValue nextDouble parseDouble",
    boolean: "equals equalsIgnoreCase isEmpty contains containsKey startsWith endsWith hasNext parseBoolean",
    char: "charAt",
    Class: "getClass",
    File: "toFile",
    Path: "toPath toAbsolutePath",
    "byte[]": "getBytes toByteArray",
    "char[]": "toCharArray",
    "String[]": "split",
  }).flatMap(([type, names]) => names.split(" ").map((name) => [name, type] as const)),
);

/** What stands for any such argument in a test: `anyString()`. */
const matched: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anyString: "String",
    anyInt: "int",
    anyLong: "long",
    anyBoolean: "boolean",
    anyDouble: "double",
  }),
);

/** Methods and constants of the library's classes for numbers and texts: `Long.valueOf(x)`, `Integer.MAX_VALUE`. */
const constants =
  /^(\w+)\.(?:MIN_VALUE|MAX_VALUE|NaN|(?:POSI|NEGA)TIVE_INFINITY|(?:valueOf|format|join)\([^()]*\))$/;

function given(text: string): ArgumentType | undefined {
  const owner = constants.exec(text)?.[1];
  if (owner !== undefined && isFinal(owner)) {
    const number = [...boxes].find(([, box]) => box === owner && !text.endsWith(")"))?.[0];
    return named(number ?? owner);
  }
  const made = madeBy(text);
  if (made !== undefined) return named(made);
  if (text.endsWith(".length")) return named("int");
  const last = /(?:^|\.)(\w+)\([^()]*\)$/.exec(text)?.[1] ?? "";
  const name = usual.get(last) ?? matched.get(last);
  return name === undefined ? undefined : named(name);
}

/** Names of the functions of a class of the library that make an object of it: `Duration.ofMillis(50)`. */
const makes =
  /^(?:of(?:\p{Lu}\w*)?|now|parse|valueOf|copyOf|between|from|compile|forName|getInstance|noneOf|allOf)$/u;
/** What they give is of another class. */
const makesOther = /^(?:Enum|Thread)$/;
/** `Collections.emptyList()`. */
const kept = /^(?:empty|singleton|unmodifiable|synchronized|checked)(\p{Lu}\w*)$/u;

/** What a function gives that a class of the library has itself, by both names. */
function madeBy(text: string): string | undefined {
  const [, owner = "", name = ""] = /^(\w+)\.(\w+)\([^()]*\)$/.exec(text) ?? [];
  if (owner === "Arrays" && name === "asList") return "List";
  if (owner === "Paths" && name === "get") return "Path";
  const type = owner === "Collections" ? kept.exec(name)?.[1] : makes.test(name) ? owner : undefined;
  return type !== undefined && isOfPlatform(type) && !makesOther.test(type) ? type : undefined;
}

const numbers = ["byte", "short", "int", "long", "float", "double"];
const boxes: ReadonlyMap<string, string> = new Map(
  Object.entries({
    byte: "Byte",
    short: "Short",
    int: "Integer",
    long: "Long",
    float: "Float",
    double: "Double",
    boolean: "Boolean",
    char: "Character",
  }),
);
/** Classes of the standard library that nothing builds on. */
const finals: ReadonlySet<string> = new Set([
  ...["String", "StringBuilder", "Class", "Optional"],
  ...boxes.keys(),
  ...boxes.values(),
]);

function levelFor(
  { name, bases, complete }: ArgumentType,
  parameter: Parameter,
  isOurs: IsOurs,
  functionOf: FunctionOf,
): number {
  const wanted = parameter.name;
  if (name === ":null") return parameter.isPrimitive ? impossible : possible;
  if (name.startsWith(":lambda")) return ofFunction(name, parameter, isOurs, functionOf);
  if (wanted === name) return same;
  const isPrimitive = boxes.has(name);
  const above = bases ?? aboveInPlatform(boxes.get(name) ?? name);
  const step = above.indexOf(wanted);
  // The nearer base is the narrower type.
  if (step >= 0 && !isPrimitive) return wider - step / 1000;
  if (parameter.isAny) return isPrimitive ? boxed : possible;
  if (wanted.endsWith("[]") || name.endsWith("[]")) return ofArrays(name, wanted);
  if (complete === true || (bases && parameter.isFinal)) return impossible;
  if (parameter.isPrimitive) return intoNumber(name, wanted);
  if (isPrimitive) return boxes.get(name) === wanted || step >= 0 ? boxed : impossible;
  // What is outside of the repository builds on nothing in it.
  if (isOurs(wanted)) return bases ? possible : impossible;
  const isKnown = !bases && isOfPlatform(name);
  return isKnown && (finals.has(name) || isOfPlatform(wanted)) ? impossible : possible;
}

/** `:lambda`, and what is known of its shape: how many it takes, `v` or `p` where it gives a value, `n` where it gives none. */
function ofFunction(shape: string, parameter: Parameter, isOurs: IsOurs, functionOf: FunctionOf): number {
  const { name } = parameter;
  if (name.endsWith("[]") || name === "Object" || parameter.isPrimitive || parameter.isFinal)
    return impossible;
  if (parameter.isAny) return unlikely;
  const areOurs = isOurs(name);
  const wanted = areOurs ? functionOf(name) : functionOfPlatform(name);
  if (!wanted) return areOurs || isOfPlatform(name) ? impossible : possible;
  const [, count = "", gives = ""] = /^:lambda(\d*)a?([nvp]?)$/.exec(shape) ?? [];
  if (count !== "" && Number(count) !== wanted.takes) return impossible;
  if (gives === "") return possible;
  return (gives === "n") === wanted.gives ? impossible : wider;
}

/** What classes have from Java's own library by what stands in their heads, or by what kind of class they are. */
function outside(definitions: readonly Definition[]): { names: readonly string[]; areAll: boolean } {
  const own = new Set(definitions.map(({ name }) => name));
  const named = definitions.flatMap(({ bases = [], signature }) => {
    const kind = /(?:^|\s)(@?(?:enum|record|interface))\s/.exec(signature)?.[1];
    return [...bases.map(bareName), ...(kind === undefined ? [] : (kinds[kind] ?? []))];
  });
  const others = named.filter((name) => !own.has(name));
  const names = [...new Set([...others, ...others.flatMap(aboveInPlatform)])];
  return { names, areAll: others.length > 0 && others.every(isOfPlatform) };
}

const kinds: Readonly<Record<string, readonly string[]>> = {
  "@interface": ["Annotation"],
  enum: ["Enum"],
  record: ["Record"],
};

/** Arrays of objects are also arrays of their bases; those of numbers are nothing else. */
function ofArrays(name: string, wanted: string): number {
  if (!wanted.endsWith("[]")) return /^(?:Cloneable|Serializable)$/.test(wanted) ? wider : impossible;
  if (!name.endsWith("[]")) return impossible;
  const [mine, theirs] = [name.slice(0, -2), wanted.slice(0, -2)];
  if (!boxes.has(mine) && (theirs === "Object" || isTypeParameter(theirs))) return wider - 1 / 2;
  return boxes.get(mine) === undefined && boxes.get(theirs) === undefined ? possible : impossible;
}

function intoNumber(name: string, wanted: string): number {
  if (boxes.get(wanted) === name) return boxed;
  const from = name === "char" ? numbers.indexOf("short") : numbers.indexOf(name);
  const to = numbers.indexOf(wanted);
  return boxes.get(name) !== undefined && from >= 0 && to > from ? wider - (to - from) / 10 : impossible;
}

const isTypeParameter = (name: string): boolean => /^\p{Lu}\d?$/u.test(name);

const isFinal = (name: string): boolean => finals.has(name);

function parameterOf(text: string): Parameter {
  const name = bareName(text);
  return {
    text,
    name,
    isPrimitive: boxes.has(name),
    isFinal: isFinal(name),
    isAny: isTypeParameter(name) || name === "Object",
  };
}

export const javaConversions: Conversions = {
  parameter: parameterOf,
  level: levelFor,
  given,
  outside,
  isBuiltIn: (type) => boxes.has(type),
};
