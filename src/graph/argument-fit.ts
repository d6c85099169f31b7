/** How well types of arguments go with types of parameters. */
import type { ArgumentType, Parameter } from "./argument.ts";
import { conversion, convertedCall, convertedParameter, isFundamental } from "./conversions.ts";
import type { Entity } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";

/** Asked while one file is linked. */
export interface Fits {
  /** What is known of an argument as its call gives it: a chain, or `:` and a type. */
  argument(scope: number, text: string): ArgumentType | undefined;
  /** The same object for the same text. */
  parameter(text: string): Parameter;
  /** 0 where it cannot be, higher the better it goes. */
  level(argument: ArgumentType, parameter: Parameter): number;
}

/** What each file says of itself and others is found once while it is linked: its links note it then. */
export function createFits(linker: Linker): (file: FileTable) => Fits {
  const parameter = remembered(parameterOf);
  const converted = remembered(convertedParameter);
  return (file) => {
    const classes = new Map<number, ArgumentType>();
    const classOf = (id: number): ArgumentType => {
      const known = classes.get(id) ?? classArgument(linker, id);
      classes.set(id, known);
      return known;
    };
    const ours = new Map<string, boolean>();
    const isOurs = (name: string): boolean => {
      const known =
        ours.get(name) ?? linker.typed(file, 0, name).entities.some(({ kind }) => kind === "instance");
      ours.set(name, known);
      return known;
    };
    const converts = file.rules?.converts === true;
    return {
      argument: (scope, text) => argumentType(linker, file, scope, text, classOf),
      parameter: converts ? converted : parameter,
      level: (argument, wanted) =>
        converts ? conversion(argument, wanted, isOurs) : levelFor(argument, wanted, isOurs),
    };
  };
}

/** The same object for the same text. */
function remembered(read: (text: string) => Parameter): (text: string) => Parameter {
  const all = new Map<string, Parameter>();
  return (text) => {
    const known = all.get(text) ?? read(text);
    all.set(text, known);
    return known;
  };
}

export const impossible = 0;
/** By putting a number into an object, or taking it out of one: what needs no such thing comes first. */
const boxed = 0.5;
const possible = 1;
const wider = 2;
const same = 3;

function argumentType(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  classOf: (id: number) => ArgumentType,
): ArgumentType | undefined {
  if (text === "") return undefined;
  const isType = text.startsWith(":");
  if (text === ":null" || text === ":lambda") return named(text);
  if (file.rules?.converts && isType && isFundamental(text.slice(1))) return named(text.slice(1));
  // No class has the name of a primitive type.
  if (isType && boxes.has(text.slice(1))) return named(text.slice(1));
  const { entities } = isType ? linker.typed(file, scope, text.slice(1)) : linker.chain(file, scope, text);
  const only = entities.every((one) => isOfClass(one, entities[0]!)) ? entities[0] : undefined;
  if (only && "name" in only && only.name !== undefined) return named(simple(only.name));
  if (only?.kind !== "instance") return file.rules?.converts ? convertedCall(text) : given(text);
  return classOf(only.id);
}

/** Whatever it is given: a `Foo<A>` is a `Foo` like a `Foo<B>`. */
const isOfClass = (one: Entity, other: Entity): boolean =>
  one === other || (one.kind === "instance" && other.kind === "instance" && one.id === other.id);

const named = (name: string): ArgumentType => ({ key: name, name, bases: undefined });

function classArgument(linker: Linker, id: number): ArgumentType {
  const { ids, complete } = linker.lineage(id);
  const names = ids.map((one) => linker.tables.definition(one).name);
  return { key: `#${id}`, name: names[0]!, bases: names, complete };
}

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

/** Whether an argument goes with a parameter for certain, by what `level` said of it. */
export const isSure = (level: number | undefined, wanted: Parameter): boolean =>
  (level !== undefined && level !== possible) || wanted.text === "Object" || isTypeParameter(wanted.text);

const takesFunction = ({ name, isPrimitive, isFinal }: Parameter): boolean =>
  !name.endsWith("[]") && name !== "Object" && !isPrimitive && !isFinal;

const isTypeParameter = (name: string): boolean => /^\p{Lu}\d?$/u.test(name);

const isFinal = (name: string): boolean => finals.has(name);

function parameterOf(text: string): Parameter {
  const name = simple(text);
  return {
    text,
    name,
    isPrimitive: boxes.has(name),
    isFinal: isFinal(name),
    isAny: isTypeParameter(name) || name === "Object",
  };
}

/** `java.util.Map<K, V>` is `Map`. */
function simple(type: string): string {
  if (/^\w*$/.test(type)) return type;
  const bare = type.replace(/<.*>/s, "").replace(/\s+/g, "");
  return bare.slice(bare.lastIndexOf(".") + 1);
}
