/** Types of arguments and parameters for overload resolution, and the conversions between them. */

import { withoutArguments } from "../notation/brackets.ts";
import { lastName } from "../notation/chain-steps.ts";
import type { Definition } from "../outline.ts";

/** The type of an argument: its name, and the names of its bases where it is a class of the repository. */
export interface ArgumentType {
  /** Equal for equal types, as seen from one file. */
  readonly key: string;
  readonly name: string;
  /** Nearest first, including itself. */
  readonly bases: readonly string[] | undefined;
  /** False where it also has unknown external bases. */
  readonly complete?: boolean;
  /** The repository's alias of it. */
  readonly alias?: string;
  /** The function type of a variable as written, without blanks. */
  readonly whole?: string;
}

/** The type of a parameter. */
export interface Parameter {
  readonly text: string;
  /** The bare name of the type. */
  readonly name: string;
  readonly isPrimitive: boolean;
  readonly isFinal: boolean;
  /** Accepts everything: a type parameter, or the root of all classes. */
  readonly isAny: boolean;
}

/** Ranks of a conversion. 0: there is none; the higher, the better. */
export const impossible = 0;
/** Only by a user-defined conversion. */
export const unlikely = 0.2;
/** Not ruled out by what is known. */
export const possible = 1;
export const wider = 2;
export const same = 3;

/** A function that is passed by name, as far as it is known. */
export interface FunctionShape {
  readonly takes: number | undefined;
  /** For a variable that holds it, the name of its type; `whole` is the type as written, without blanks. */
  readonly type: string | undefined;
  readonly whole?: string | undefined;
}

/** Whether a name means a class of the repository in the scope of the parameter. */
export type IsOurs = (name: string) => boolean;

/** The number of parameters, and whether a value is returned. */
export interface FunctionTaken {
  readonly takes: number;
  readonly gives: boolean;
}

/** The function that can implement a functional interface of the repository; undefined where none can, or it is unknown. */
export type FunctionOf = (name: string) => FunctionTaken | undefined;

/** The conversions of one language. */
export interface Conversions {
  parameter(text: string): Parameter;
  /** @param classNamed Resolves a name to the class's own name, through aliases; undefined for a trait. */
  level(
    argument: ArgumentType,
    parameter: Parameter,
    isOurs: IsOurs,
    functionOf: FunctionOf,
    classNamed: (name: string) => string | undefined,
  ): number;
  /** The type of a chain that calls, or reads a constant of, the standard library. */
  given(chain: string): ArgumentType | undefined;
  /** Set where aliases of numbers are common: `typedef long Size`. */
  readonly namesTypes?: true;
  /** Whether a type is built in. */
  isBuiltIn(type: string): boolean;
  /** The name that tells a class from others: `Foo` and `Foo<T>` in C#. */
  nameOf?(definition: Definition): string;
  /** Library types among the bases of classes, nearest first, and whether these are all. */
  outside?(definitions: readonly Definition[]): {
    readonly names: readonly string[];
    readonly areAll: boolean;
  };
  /** The type of a function that is passed by name, in languages that allow it. */
  function?(shape: FunctionShape): ArgumentType;
}

export const named = (name: string): ArgumentType => ({ key: name, name, bases: undefined });

/** Looks a result up by the name of the last call. */
export const givenByLast =
  (types: Readonly<Record<string, string>>): Conversions["given"] =>
  (chain) => {
    const called = /(?:^|\.)(\w+)\([^()]*\)$/.exec(chain)?.[1] ?? "";
    return Object.hasOwn(types, called) ? named(types[called]!) : undefined;
  };

/** `java.util.Map<K, V>` is `Map`. */
export function bareName(type: string): string {
  if (/^\w*$/.test(type)) return type;
  const bare = withoutArguments(type).replace(/\s+/g, "");
  return lastName(bare);
}
