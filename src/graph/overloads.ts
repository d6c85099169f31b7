/**
 * Which of several functions of one name a call means, by the types of its arguments as far as they are known
 * (the ordinary cases of the Java Language Specification, section 15.12.2). What is not known rules nothing out.
 */
import type { Linker } from "./linker.ts";
import type { Definition, Reference } from "./outline.ts";
import type { FileTable } from "./tables.ts";

/** How well an argument goes with a parameter. */
const impossible = 0;
const possible = 1;
const wider = 2;
const same = 3;

/** The type of an argument: a name, and the names of all bases where it is a class of the repository. */
interface ArgumentType {
  readonly name: string;
  readonly bases: ReadonlySet<string> | undefined;
  /** False where it also builds on what is outside of the repository. */
  readonly complete?: boolean;
}

/** The indices of those definitions that fit best; all where the arguments do not tell them apart. */
export function bestOverloads(
  linker: Linker,
  file: FileTable,
  { scope, argTypes }: Reference,
  definitions: readonly Definition[],
): readonly number[] {
  const all = definitions.map((_, index) => index);
  if (!argTypes || definitions.some(({ parameterTypes }) => parameterTypes?.length !== argTypes.length))
    return all;
  const given = argTypes.map((text) => argumentType(linker, file, scope, text));
  const levels = definitions.map(({ parameterTypes }) =>
    given.map((type, at) => (type ? level(linker, file, type, parameterTypes![at]!) : undefined)),
  );
  const fitting = all.filter((index) => !levels[index]!.includes(impossible));
  const best = fitting.filter((one) => !fitting.some((other) => isBetter(other, one)));
  return best.length > 0 ? best : all;

  /** Nowhere worse and somewhere better; where the argument is not known both must want the same. */
  function isBetter(other: number, one: number): boolean {
    let isSomewhere = false;
    for (const [at, mine] of levels[one]!.entries()) {
      const theirs = levels[other]![at];
      if (mine === undefined || theirs === undefined) {
        if (definitions[other]!.parameterTypes![at] !== definitions[one]!.parameterTypes![at]) return false;
      } else if (theirs < mine) return false;
      else if (theirs > mine) isSomewhere = true;
    }
    return isSomewhere;
  }
}

function argumentType(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
): ArgumentType | undefined {
  if (text === "") return undefined;
  const { entities } = text.startsWith(":")
    ? linker.typed(file, scope, text.slice(1))
    : linker.chain(file, scope, text);
  const only = entities.length === 1 ? entities[0]! : undefined;
  if ((only?.kind === "external" || only?.kind === "collection") && only.name !== undefined)
    return { name: simple(only.name), bases: undefined };
  if (only?.kind !== "instance") return undefined;
  const { ids, complete } = linker.lineage(only.id);
  const names = ids.map((id) => linker.tables.definition(id).name);
  return { name: names[0]!, bases: new Set(names), complete };
}

const numbers = ["byte", "short", "int", "long", "float", "double"];
const boxes: Readonly<Record<string, string>> = {
  byte: "Byte",
  short: "Short",
  int: "Integer",
  long: "Long",
  float: "Float",
  double: "Double",
  boolean: "Boolean",
  char: "Character",
};
/** All that a final class of the standard library is besides itself and `Object`. */
const known: Readonly<Record<string, string>> = {
  String: "CharSequence Comparable Serializable Constable",
  Class: "Type AnnotatedElement GenericDeclaration Serializable Constable",
};

function level(linker: Linker, file: FileTable, argument: ArgumentType, parameter: string): number {
  const { name, bases, complete } = argument;
  const wanted = simple(parameter);
  if (wanted === name) return same;
  if (bases?.has(wanted)) return wider;
  // A type parameter takes everything, and so does the base of all classes.
  if (/^(?:\p{Lu}\d?|Object)$/u.test(wanted)) return possible;
  // Arrays of objects are also arrays of their bases; those of numbers are nothing else.
  if (wanted.endsWith("[]") !== name.endsWith("[]")) return impossible;
  if (wanted.endsWith("[]")) {
    const [mine, theirs] = [name.slice(0, -2), wanted.slice(0, -2)];
    return boxes[mine] === undefined && boxes[theirs] === undefined ? possible : impossible;
  }
  if (complete === true || (bases && isFinal(wanted))) return impossible;
  const isPrimitive = boxes[name] !== undefined;
  if (boxes[wanted] !== undefined) {
    if (boxes[wanted] === name) return possible;
    const from = name === "char" ? numbers.indexOf("short") : numbers.indexOf(name);
    return isPrimitive && from >= 0 && numbers.indexOf(wanted) > from ? wider : impossible;
  }
  if (isPrimitive)
    return boxes[name] === wanted || /^(?:Number|Comparable|Serializable)$/.test(wanted)
      ? possible
      : impossible;
  if (known[name]) return known[name].split(" ").includes(wanted) ? wider : impossible;
  // What is outside of the repository builds on nothing in it.
  const isOurs = linker.typed(file, 0, wanted).entities.some(({ kind }) => kind === "instance");
  return isOurs ? impossible : possible;
}

const isFinal = (name: string): boolean =>
  known[name] !== undefined || boxes[name] !== undefined || Object.values(boxes).includes(name);

/** `java.util.Map<K, V>` is `Map`. */
function simple(type: string): string {
  const bare = type.replace(/<.*>/s, "").replace(/\s+/g, "");
  return bare.slice(bare.lastIndexOf(".") + 1);
}
