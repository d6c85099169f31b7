/** How well types of arguments go with types of parameters in Java (JLS, section 5.3, as far as names of types tell it). */
import {
  type ArgumentType,
  bareName,
  type Conversions,
  impossible,
  named,
  type Parameter,
  possible,
  same,
  wider,
} from "./argument.ts";

/** By putting a number into an object, or taking it out of one: what needs no such thing comes first. */
const boxed = 0.5;

/** What the methods give that every object of the standard library has, or every collection. */
const usual: ReadonlyMap<string, string> = new Map(
  Object.entries({
    toString: "String",
    hashCode: "int",
    equals: "boolean",
    size: "int",
    length: "int",
    isEmpty: "boolean",
    toCharArray: "char[]",
  }),
);

/** Methods and constants of the library's classes for numbers and texts: `Long.valueOf(x)`, `Integer.MAX_VALUE`. */
const constants =
  /^(\w+)\.(?:MIN_VALUE|MAX_VALUE|NaN|(?:POSI|NEGA)TIVE_INFINITY|(?:valueOf|format|join)\(\))$/;

function given(text: string): ArgumentType | undefined {
  const owner = constants.exec(text)?.[1];
  if (owner !== undefined && isFinal(owner)) {
    const number = [...boxes].find(([, box]) => box === owner && !text.endsWith("()"))?.[0];
    return named(number ?? owner);
  }
  const name = usual.get(/\.(\w+)\(\)$/.exec(text)?.[1] ?? "");
  return name === undefined ? undefined : named(name);
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
/** All that a final class of the standard library is besides itself and `Object`. */
const known: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  Object.entries({
    String: "CharSequence Comparable Serializable Constable",
    StringBuilder: "CharSequence Appendable Comparable Serializable",
    Class: "Type AnnotatedElement GenericDeclaration Serializable Constable",
  }).map(([name, bases]) => [name, new Set(bases.split(" "))]),
);
const finals: ReadonlySet<string> = new Set([...known.keys(), ...boxes.keys(), ...boxes.values()]);

function levelFor(
  { name, bases, complete }: ArgumentType,
  parameter: Parameter,
  isOurs: (name: string) => boolean,
): number {
  const wanted = parameter.name;
  if (name === ":null") return parameter.isPrimitive ? impossible : possible;
  if (name === ":lambda") return takesFunction(parameter) ? possible : impossible;
  if (wanted === name) return same;
  const isPrimitive = boxes.has(name);
  const step = bases?.indexOf(wanted) ?? -1;
  // The nearer base is the narrower type.
  if (step > 0) return wider - step / 1000;
  if (parameter.isAny) return isPrimitive ? boxed : possible;
  if (wanted.endsWith("[]") || name.endsWith("[]")) return ofArrays(name, wanted);
  if (complete === true || (bases && parameter.isFinal)) return impossible;
  if (parameter.isPrimitive) return intoNumber(name, wanted);
  if (isPrimitive)
    return boxes.get(name) === wanted || /^(?:Number|Comparable|Serializable)$/.test(wanted)
      ? boxed
      : impossible;
  const library = known.get(name);
  if (library) return library.has(wanted) ? wider : impossible;
  // What is outside of the repository builds on nothing in it.
  return isOurs(wanted) ? impossible : possible;
}

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

const takesFunction = ({ name, isPrimitive, isFinal }: Parameter): boolean =>
  !name.endsWith("[]") && name !== "Object" && !isPrimitive && !isFinal;

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
  isBuiltIn: (type) => boxes.has(type),
};
