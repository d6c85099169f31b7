/** What is known of an argument and of the parameter that takes it. */

import { lastName } from "../notation/chain-steps.ts";
import type { Definition } from "../outline.ts";

/** The type of an argument: a name, and the names of all bases where it is a class of the repository. */
export interface ArgumentType {
  /** The same for types that are alike, as seen from one file. */
  readonly key: string;
  readonly name: string;
  /** Nearest first, itself among them. */
  readonly bases: readonly string[] | undefined;
  /** False where it also builds on what is outside of the repository. */
  readonly complete?: boolean;
  /** The name that the repository has for it. */
  readonly alias?: string;
  /** Of a function in a variable its type as written, without blanks. */
  readonly whole?: string;
}

/** The type of a parameter. */
export interface Parameter {
  readonly text: string;
  /** Without what is around the bare name of the type. */
  readonly name: string;
  readonly isPrimitive: boolean;
  readonly isFinal: boolean;
  /** Takes everything: a type parameter, or the base of all classes. */
  readonly isAny: boolean;
}

/** 0: an argument cannot go with a parameter; the higher, the better it goes. */
export const impossible = 0;
/** Hardly: only where somebody has written how. */
export const unlikely = 0.2;
/** Nothing speaks against it. */
export const possible = 1;
export const wider = 2;
export const same = 3;

/** As far as it is known. */
export interface FunctionShape {
  readonly takes: number | undefined;
  /** Of a variable the name of its type, and all of that as written without blanks. */
  readonly type: string | undefined;
  readonly whole?: string | undefined;
}

/** Whether a class of the repository has that name where a parameter is written. */
export type IsOurs = (name: string) => boolean;

/** What a function takes, and whether it gives a value. */
export interface FunctionTaken {
  readonly takes: number;
  readonly gives: boolean;
}

/** What a function is that may stand for an object of a class of the repository; undefined where none may, or that is not known. */
export type FunctionOf = (name: string) => FunctionTaken | undefined;

/** How a language makes arguments into what parameters want. */
export interface Conversions {
  parameter(text: string): Parameter;
  /** @param classNamed The name that a class of the repository has itself which is meant by one there, perhaps another; not a trait. */
  level(
    argument: ArgumentType,
    parameter: Parameter,
    isOurs: IsOurs,
    functionOf: FunctionOf,
    classNamed: (name: string) => string | undefined,
  ): number;
  /** What a call, or a constant, of the standard library gives, by its chain. */
  given(chain: string): ArgumentType | undefined;
  /** Set where names may stand for numbers: `typedef long Size`. */
  readonly namesTypes?: true;
  /** A type that is no class. */
  isBuiltIn(type: string): boolean;
  /** A class of the repository by its name, where that tells it from others. */
  nameOf?(definition: Definition): string;
  /** What classes build on besides each other, nearest first, and whether that is all. */
  outside?(definitions: readonly Definition[]): {
    readonly names: readonly string[];
    readonly areAll: boolean;
  };
  /** A function that is named and not called, where that may be given on. */
  function?(shape: FunctionShape): ArgumentType;
}

export const named = (name: string): ArgumentType => ({ key: name, name, bases: undefined });

/** What a call gives, by the name of what is called last. */
export const givenByLast =
  (types: Readonly<Record<string, string>>): Conversions["given"] =>
  (chain) => {
    const called = /(?:^|\.)(\w+)\([^()]*\)$/.exec(chain)?.[1] ?? "";
    return Object.hasOwn(types, called) ? named(types[called]!) : undefined;
  };

/** `java.util.Map<K, V>` is `Map`. */
export function bareName(type: string): string {
  if (/^\w*$/.test(type)) return type;
  const bare = type.replace(/<.*>/s, "").replace(/\s+/g, "");
  return lastName(bare);
}
