/** How well the type of an argument goes with the type of a parameter. */
import type { FileTable } from "./file-table.ts";
import type { Linker } from "./linker.ts";

/** The type of an argument: a name, and the names of all bases where it is a class of the repository. */
export interface ArgumentType {
  readonly name: string;
  /** Nearest first, itself among them. */
  readonly bases: readonly string[] | undefined;
  /** False where it also builds on what is outside of the repository. */
  readonly complete?: boolean;
}

export const impossible = 0;
/** By putting a number into an object, or taking it out of one: what needs no such thing comes first. */
const boxed = 0.5;
const possible = 1;
const wider = 2;
const same = 3;

/** What is known of an argument as its call gives it: a chain, or `:` and a type. */
export function argumentType(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
): ArgumentType | undefined {
  if (text === "") return undefined;
  if (text === ":null" || text === ":lambda") return { name: text, bases: undefined };
  // No class has the name of a primitive type.
  if (text.startsWith(":") && boxes.has(text.slice(1))) return { name: text.slice(1), bases: undefined };
  const { entities } = text.startsWith(":")
    ? linker.typed(file, scope, text.slice(1))
    : linker.chain(file, scope, text);
  const only = entities.length === 1 ? entities[0]! : undefined;
  if ((only?.kind === "external" || only?.kind === "collection") && only.name !== undefined)
    return { name: simple(only.name), bases: undefined };
  if (only?.kind !== "instance") return given(text);
  const { ids, complete } = linker.lineage(only.id);
  const names = ids.map((id) => linker.tables.definition(id).name);
  return { name: names[0]!, bases: names, complete };
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
    return { name: number ?? owner, bases: undefined };
  }
  const name = usual.get(/\.(\w+)\(\)$/.exec(text)?.[1] ?? "");
  return name === undefined ? undefined : { name, bases: undefined };
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
const known: ReadonlyMap<string, string> = new Map(
  Object.entries({
    String: "CharSequence Comparable Serializable Constable",
    StringBuilder: "CharSequence Appendable Comparable Serializable",
    Class: "Type AnnotatedElement GenericDeclaration Serializable Constable",
  }),
);

/** 0 where it cannot be, higher the better it goes. */
export function levelFor(linker: Linker, file: FileTable, argument: ArgumentType, parameter: string): number {
  const { name, bases, complete } = argument;
  const wanted = simple(parameter);
  if (name === ":null") return boxes.get(wanted) === undefined ? possible : impossible;
  if (name === ":lambda") return takesFunction(wanted) ? possible : impossible;
  if (wanted === name) return same;
  const isPrimitive = boxes.get(name) !== undefined;
  const step = bases?.indexOf(wanted) ?? -1;
  // The nearer base is the narrower type.
  if (step > 0) return wider - step / 1000;
  // A type parameter takes everything, and so does the base of all classes.
  if (isTypeParameter(wanted) || wanted === "Object") return isPrimitive ? boxed : possible;
  if (wanted.endsWith("[]") || name.endsWith("[]")) return ofArrays(name, wanted);
  if (complete === true || (bases && isFinal(wanted))) return impossible;
  if (boxes.get(wanted) !== undefined) return intoNumber(name, wanted);
  if (isPrimitive)
    return boxes.get(name) === wanted || /^(?:Number|Comparable|Serializable)$/.test(wanted)
      ? boxed
      : impossible;
  if (known.has(name)) return known.get(name)!.split(" ").includes(wanted) ? wider : impossible;
  // What is outside of the repository builds on nothing in it.
  const isOurs = linker.typed(file, 0, wanted).entities.some(({ kind }) => kind === "instance");
  return isOurs ? impossible : possible;
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

/** Whether an argument goes with a parameter for certain, by what `levelFor` said of it. */
export const isSure = (level: number | undefined, wanted: string): boolean =>
  (level !== undefined && level !== possible) || wanted === "Object" || isTypeParameter(wanted);

const takesFunction = (wanted: string): boolean =>
  !wanted.endsWith("[]") && wanted !== "Object" && boxes.get(wanted) === undefined && !isFinal(wanted);

const isTypeParameter = (name: string): boolean => /^\p{Lu}\d?$/u.test(name);

const isFinal = (name: string): boolean =>
  known.has(name) || boxes.has(name) || [...boxes.values()].includes(name);

/** `java.util.Map<K, V>` is `Map`. */
function simple(type: string): string {
  if (/^\w*$/.test(type)) return type;
  const bare = type.replace(/<.*>/s, "").replace(/\s+/g, "");
  return bare.slice(bare.lastIndexOf(".") + 1);
}
