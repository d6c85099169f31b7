/** Ranks how well argument types convert to parameter types. */

import type { Entity } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import type { Linker } from "../linker.ts";
import type { Definition } from "../outline.ts";
import { singleAbstractMethod } from "../types/functional-interfaces.ts";
import { isDelegate } from "../types/generic-aliases.ts";
import {
  type ArgumentType,
  bareName,
  type Conversions,
  type FunctionOf,
  type FunctionShape,
  type IsOurs,
  named,
  type Parameter,
  possible,
  same,
} from "./argument.ts";
import { cppConversions } from "./cpp-conversions.ts";
import { csharpConversions } from "./csharp-conversions.ts";
import { javaConversions } from "./java-conversions.ts";
import { rustConversions } from "./rust-conversions.ts";

/** The ranking for one file while it is linked. */
export interface Fits {
  /** The type of an argument, given as a chain, or as `:` and a type. */
  argument(scope: number, text: string): ArgumentType | undefined;
  /** Memoised by text. */
  parameter(text: string): Parameter;
  /** 0 where no conversion exists; the higher, the better the conversion. */
  level(argument: ArgumentType, parameter: Parameter, at: Place): number;
}

/** The scope of a parameter's declaration, in which type names are resolved. */
export interface Place {
  readonly file: FileTable;
  readonly scope: number;
  /** Unconstrained type parameters of the function, which accept anything. */
  readonly open?: readonly string[] | undefined;
}

const no = (): boolean => false;
const none = (): undefined => undefined;

/** Caches are per file that is linked, so that each file's links record their own dependencies. */
export function createFits(linker: Linker): (file: FileTable) => Fits {
  const parameters = new Map<Conversions, (text: string) => Parameter>();
  return (file) => {
    const conversions = conversionsOf(file);
    const parameter = parameters.get(conversions) ?? remembered(conversions.parameter);
    parameters.set(conversions, parameter);
    const classes = new Map<number, ArgumentType>();
    const classOf = (id: number): ArgumentType => {
      const known = classes.get(id) ?? classArgument(linker, id, conversions);
      classes.set(id, known);
      return known;
    };
    const places = new Map<string, Classes>();
    const classesAt = ({ file: home, scope }: Place): Classes => {
      const key = `${home.index} ${scope}`;
      const known = places.get(key) ?? classesIn(linker, home, scope);
      places.set(key, known);
      return known;
    };
    const fitsAny = (argument: ArgumentType, wanted: Parameter): number =>
      conversions.level(argument, wanted, no, none, none);
    return {
      argument: (scope, text) => argumentType(linker, file, scope, text, classOf),
      parameter,
      level: (argument, wanted, at) => {
        if (argument.alias !== undefined && argument.alias === wanted.name) return same;
        if (!wanted.isAny && at.open?.includes(wanted.name))
          return fitsAny(argument, parameter(wanted.text.replace(wanted.name, "T")));
        const { isOurs, functionOf, classNamed, meaning } = classesAt(at);
        const isNamed = !conversions.namesTypes || argument.bases?.includes(wanted.name);
        const text = isNamed ? wanted.text : meaning(wanted);
        const meant = text === wanted.text ? wanted : parameter(text);
        return conversions.level(argument, meant, isOurs, functionOf, classNamed);
      },
    };
  };
}

interface Classes {
  readonly isOurs: IsOurs;
  readonly functionOf: FunctionOf;
  /** The name of the class behind an alias; undefined for a trait, which many types may implement. */
  classNamed(name: string): string | undefined;
  /** The text of a parameter, with an alias of a type that is no class of the repository expanded. */
  meaning(parameter: Parameter): string;
}

/** Resolves type names in a scope. */
function classesIn(linker: Linker, file: FileTable, scope: number): Classes {
  const classes = new Map<string, number | undefined>();
  const idOf = (name: string): number | undefined => {
    if (classes.has(name)) return classes.get(name);
    const found = linker
      .typed(file, scope, name)
      .entities.find((one) => one.kind === "instance" && !isDelegate(linker.tables.definition(one.id)));
    const id = found?.kind === "instance" ? found.id : undefined;
    classes.set(name, id);
    return id;
  };
  const meanings = new Map<string, string>();
  return {
    isOurs: (name) => idOf(name) !== undefined,
    meaning: ({ name, text }) => {
      const known = meanings.get(text) ?? withMeaning(linker, text, name, idOf(name));
      meanings.set(text, known);
      return known;
    },
    classNamed: (name) => {
      const definition = originalOf(linker, idOf(name));
      return definition && /\btrait\b/.test(definition.signature) ? undefined : definition?.name;
    },
    functionOf: (name) => {
      const method = singleAbstractMethod(linker, idOf(name)!);
      if (method === undefined) return undefined;
      const { parameters = 0, returns } = linker.tables.definition(method);
      return { takes: parameters, gives: returns !== "void" };
    },
  };
}

/** A class, or the class behind an alias. */
function originalOf(linker: Linker, id: number | undefined): Definition | undefined {
  const definition = id === undefined ? undefined : linker.tables.definition(id);
  if (definition?.alias === undefined) return definition;
  const { entities } = linker.typed(linker.tables.fileOf(id!), definition.scope, definition.alias);
  const [meant] = entities.flatMap((one) => (one.kind === "instance" ? [one.id] : []));
  return meant === undefined ? definition : linker.tables.definition(meant);
}

const withMeaning = (linker: Linker, text: string, name: string, id: number | undefined): string => {
  const outside = outsideNamed(linker, id);
  // A dependent type cannot be resolved here.
  const alias = outside !== undefined && /^typename\b/.test(outside) ? "UNKNOWN" : outside;
  // A macro may expand to anything; other non-numeric aliases keep the name that they have here.
  if (alias === undefined || !(cppConversions.isBuiltIn(alias) || /^[A-Z][A-Z\d_]*$/.test(alias)))
    return text;
  const at = text.lastIndexOf(name);
  return at < 0 ? text : text.slice(0, at).replace(/[\w:]*$/, "") + alias + text.slice(at + name.length);
};

/** Limit of aliases of aliases. */
const maxNames = 4;

/** The external or built-in type behind an alias, as written: `long` of `typedef long Size`. */
function outsideNamed({ tables, typed }: Linker, start: number | undefined): string | undefined {
  let id = start;
  for (let count = 0; id !== undefined && count < maxNames; count++) {
    const { alias, scope } = tables.definition(id);
    if (alias === undefined) return undefined;
    const meant = typed(tables.fileOf(id), scope, alias).entities.filter(({ kind }) => kind === "instance");
    const [next] = meant;
    if (next?.kind !== "instance") return alias;
    // Each branch of an `#if` may define it differently.
    if (meant.length > 1) return undefined;
    id = next.id;
  }
  return undefined;
}

const conversionsOf = ({ rules }: FileTable): Conversions =>
  rules?.conversions === "C++"
    ? cppConversions
    : rules?.conversions === "C#"
      ? csharpConversions
      : rules?.conversions === "Rust"
        ? rustConversions
        : javaConversions;

/** Shapes of expressions that have no named type. */
const shapes = /^:(?:null|\[\]|out|ref|lambda\d*a?[nvp]?)$/;

/** Memoised by text. */
function remembered(read: (text: string) => Parameter): (text: string) => Parameter {
  const all = new Map<string, Parameter>();
  return (text) => {
    const known = all.get(text) ?? read(text);
    all.set(text, known);
    return known;
  };
}

function argumentType(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  classOf: (id: number) => ArgumentType,
): ArgumentType | undefined {
  if (text === "") return undefined;
  if (shapes.test(text)) return named(text);
  const isType = text.startsWith(":");
  const conversions = conversionsOf(file);
  if (isType && conversions.isBuiltIn(text.slice(1))) return named(text.slice(1));
  const { entities } = isType ? linker.typed(file, scope, text.slice(1)) : linker.chain(file, scope, text);
  const shape = conversions.function && !isType && functionNamed(linker, file, scope, text, entities);
  if (shape) return conversions.function!(shape);
  const only = entities.every((one) => isOfClass(one, entities[0]!)) ? entities[0] : undefined;
  if (only && "name" in only && only.name !== undefined) return named(bareName(only.name));
  if (only?.kind === "instance") return classOf(only.id);
  // A built-in type that the repository extends: `impl Ext for str`.
  if (only?.kind === "expando" && conversions.isBuiltIn(only.on)) return named(only.on);
  const argument = (one: string): ArgumentType | undefined => argumentType(linker, file, scope, one, classOf);
  return conversions.given(text) ?? (file.rules?.overloadsByArity ? ofNullable(text, argument) : undefined);
}

/** The value inside a nullable: `count.Value` of an `int?` (C#). */
function ofNullable(
  text: string,
  argument: (text: string) => ArgumentType | undefined,
): ArgumentType | undefined {
  const [, before, way] = /^(.+)\.(Value|GetValueOrDefault\([^()]*\))$/s.exec(text) ?? [];
  const whole = before === undefined ? undefined : argument(before);
  if (whole?.name.endsWith("?")) return named(whole.name.slice(0, -1));
  return whole?.bases && way !== "Value" ? whole : undefined;
}

/** By C# convention, a method name. */
const methodName = /(?:^|\.)\p{Lu}[\p{L}\p{N}_]*$/u;

/** A function that is passed by name; functions have a namespace of their own there. */
function functionNamed(
  linker: Linker,
  file: FileTable,
  scope: number,
  text: string,
  entities: readonly Entity[],
): FunctionShape | undefined {
  const shape = functionShape(linker, entities);
  if (shape || !methodName.test(text) || entities.some(({ kind }) => kind !== "external")) return shape;
  return functionShape(linker, linker.called(file, scope, text).entities);
}

/** The shape of functions passed by name; undefined where anything else is among them. */
function functionShape({ tables }: Linker, entities: readonly Entity[]): FunctionShape | undefined {
  const [first] = entities;
  if (first?.kind === "callable" && entities.length === 1)
    return { takes: first.parameters?.length, type: first.name, whole: first.whole };
  const counts = new Set<number | undefined>();
  for (const one of entities) {
    const definition = one.kind === "definition" ? tables.definition(one.id) : undefined;
    if (definition?.kind !== "function") return undefined;
    counts.add(definition.parameters);
  }
  if (counts.size === 0) return undefined;
  return { takes: counts.size === 1 ? [...counts][0] : undefined, type: undefined };
}

/** Ignores type arguments: `Foo<A>` and `Foo<B>` are of the same class. */
const isOfClass = (one: Entity, other: Entity): boolean =>
  one === other ||
  (one.kind === "instance" && other.kind === "instance" && one.id === other.id) ||
  (one.kind === "external" && other.kind === "external" && one.name !== undefined && one.name === other.name);

function classArgument(linker: Linker, id: number, conversions: Conversions): ArgumentType {
  const { nameOf, outside, namesTypes, isBuiltIn } = conversions;
  const number = namesTypes ? outsideNamed(linker, id) : undefined;
  if (number !== undefined && isBuiltIn(number))
    return { ...named(number), key: `#${id}`, alias: linker.tables.definition(id).name };
  const { ids, complete } = linker.ancestors(id);
  const definitions = ids.map((one) => linker.tables.definition(one));
  const names = definitions.map((one) => nameOf?.(one) ?? one.name);
  const others = outside?.(definitions);
  const bases = others ? [...names, ...others.names] : names;
  return { key: `#${id}`, name: names[0]!, bases, complete: complete || others?.areAll === true };
}

/** Whether `level` was certain that an argument converts to a parameter. */
export const isSure = (level: number | undefined, wanted: Parameter): boolean =>
  (level !== undefined && level !== possible) || /^(?:[Oo]bject\??|\p{Lu}\d?)$/u.test(wanted.text);
