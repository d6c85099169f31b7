/** Ranks method invocation conversions of Java (JLS, section 5.3, as far as type names tell). */

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

/** By boxing or unboxing, which ranks after everything without. */
const boxed = 0.5;

/** Results of library methods by name, whatever their class. */
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

/** Mockito's argument matchers: `anyString()`. */
const matched: ReadonlyMap<string, string> = new Map(
  Object.entries({
    anyString: "String",
    anyInt: "int",
    anyLong: "long",
    anyBoolean: "boolean",
    anyDouble: "double",
  }),
);

/** Static members of wrapper classes and `String`: `Long.valueOf(x)`, `Integer.MAX_VALUE`. */
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

/** Names of library factory methods that return their own class: `Duration.ofMillis(50)`. */
const makes =
  /^(?:of(?:\p{Lu}\w*)?|now|parse|valueOf|copyOf|between|from|compile|forName|getInstance|noneOf|allOf)$/u;
/** Classes whose factory methods return another class. */
const makesOther = /^(?:Enum|Thread)$/;
/** `Collections.emptyList()`. */
const kept = /^(?:empty|singleton|unmodifiable|synchronized|checked)(\p{Lu}\w*)$/u;

/** The result of a static library method, by class and method. */
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
/** Final library classes. */
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
  // A nearer base is more specific.
  if (step >= 0 && !isPrimitive) return wider - step / 1000;
  if (parameter.isAny) return isPrimitive ? boxed : possible;
  if (wanted.endsWith("[]") || name.endsWith("[]")) return ofArrays(name, wanted);
  if (complete === true || (bases && parameter.isFinal)) return impossible;
  if (parameter.isPrimitive) return intoNumber(name, wanted);
  if (isPrimitive) return boxes.get(name) === wanted || step >= 0 ? boxed : impossible;
  // External types do not inherit from the repository's.
  if (isOurs(wanted)) return bases ? possible : impossible;
  const isKnown = !bases && isOfPlatform(name);
  return isKnown && (finals.has(name) || isOfPlatform(wanted)) ? impossible : possible;
}

/** A lambda by shape: `:lambda`, its number of parameters, `v` or `p` where it returns a value, `n` where it returns none. */
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

/** Library bases of classes, as written in their heads or implied by their kind (`enum`, `record`). */
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

/** Arrays of objects are covariant; those of primitives are not. */
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
