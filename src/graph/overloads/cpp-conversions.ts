/**
 * Ranks implicit conversions of C++: exact matches, then promotions and bases, then user-defined conversions
 * ([over.ics.rank] of the standard, as far as type names tell).
 */
import { withoutArguments } from "../notation/brackets.ts";
import { lastName } from "../notation/chain-steps.ts";
import {
  type ArgumentType,
  type Conversions,
  givenByLast,
  impossible,
  type Parameter,
  same,
  wider,
} from "./argument.ts";

/** By a converting constructor or a conversion function. */
const byClass = 0.5;
const standard = 1.5;
/** A template matches exactly, but a non-template wins. */
const byTemplate = 2.9;
/** A string literal to a pointer to characters, whatever the character type is called. */
const byPointer = 2.95;

/** Those before `int` are promoted to it. */
const whole =
  "bool,signed char,char,unsigned char,short,unsigned short,int,unsigned,long,unsigned long,long long,unsigned long long".split(
    ",",
  );
const numbers = new Set([...whole, "float", "double", "long double"]);
/** As on most 64-bit systems (LP64). */
const aliases: Readonly<Record<string, string>> = {
  boolean: "bool",
  size_t: "unsigned long",
  uintptr_t: "unsigned long",
  ptrdiff_t: "long",
  intptr_t: "long",
  ssize_t: "long",
  int8_t: "signed char",
  uint8_t: "unsigned char",
  int16_t: "short",
  uint16_t: "unsigned short",
  int32_t: "int",
  uint32_t: "unsigned",
  int64_t: "long",
  uint64_t: "unsigned long",
  wchar_t: "wchar_t",
};

/** The canonical name of an arithmetic type: `unsigned long long int`, `std::size_t`. */
function numberOf(name: string): string {
  const bare = lastName(name);
  if (Object.hasOwn(aliases, bare)) return aliases[bare]!;
  if (!/^(?:(?:unsigned|signed|long|short|int|char|double)\b\s*){2,}$/.test(name))
    return name === "signed" ? "int" : bare;
  const words = name.trim().split(/\s+/);
  const size = words.filter((word) => word === "long").length;
  const kind = ["char", "short", "double"].find((word) => words.includes(word));
  const plain =
    kind === "double" ? "long double" : (kind ?? (size > 0 ? Array(size).fill("long").join(" ") : "int"));
  if (!words.includes("unsigned"))
    return plain === "char" && words.includes("signed") ? "signed char" : plain;
  return plain === "int" ? "unsigned" : `unsigned ${plain}`;
}

/** Whether it is an arithmetic type, or a C string. */
const isFundamental = (name: string): boolean => name.startsWith("char*") || numbers.has(numberOf(name));

/** Without references, `const` and template arguments. */
function convertedParameter(text: string): Parameter {
  const bare = withoutArguments(text)
    .replace(/\b(?:const|volatile|struct|class|enum|typename)\b|&/g, "")
    .replaceAll("::", ".")
    .trim();
  const stars = /^[^*]*/.exec(bare)![0].trim();
  const isPointer = bare.includes("*");
  const number = numberOf(stars);
  const isNumber = numbers.has(number);
  const name = isNumber || stars === "void" ? number + (isPointer ? "*" : "") : lastName(stars);
  return {
    text,
    name,
    isPrimitive: isNumber && !isPointer,
    isFinal: isPointer,
    isAny: text === "" || /^(?:\p{Lu}\p{N}?|\p{Lu}\p{Ll}*Type)$/u.test(name) || name === "void*",
  };
}

/** Ranks a conversion; 0 where there is none. */
function conversion(
  { name: typeName, bases, complete }: ArgumentType,
  { name: wanted, text, isPrimitive, isFinal, isAny }: Parameter,
  isOurs: (name: string) => boolean,
): number {
  const name = numbers.has(numberOf(typeName)) ? numberOf(typeName) : typeName;
  // An ellipsis, `...`, accepts everything, and ranks last.
  if (text === "") return byClass / 2;
  if (name === ":null") return isPrimitive ? impossible : isFinal ? standard : byClass;
  if (name === ":lambda") return isPrimitive || isFinal ? impossible : standard;
  if (wanted === name) return same;
  // Only a `va_list` converts to one.
  if (wanted === "va_list") return impossible;
  const step = bases?.indexOf(wanted) ?? -1;
  if (step > 0) return wider - step / 1000;
  if (wanted === "void*") return name === "char*" ? standard : bases ? standard / 2 : byClass;
  if (isAny) return byTemplate;
  if (name === "char*") {
    if (wanted === "bool") return standard;
    // A pointer to an unknown type may be one to characters.
    const isOther = isPrimitive || (isFinal && (numbers.has(wanted.replace("*", "")) || isOurs(wanted)));
    return isOther ? impossible : isFinal ? byPointer : byClass;
  }
  if (numbers.has(name)) {
    if (isPrimitive) return betweenNumbers(name, wanted);
    return isFinal ? impossible : byClass;
  }
  if (bases) return isFinal && complete ? impossible : isPrimitive || isFinal ? byClass / 2 : byClass;
  // Only these library types are certain: any other unknown name may be an alias of a number or a pointer.
  const isKnown = /^(?:string|vector|map|set|function|shared_ptr|unique_ptr)$/.test(name);
  if (isKnown && (isPrimitive || isFinal)) return impossible;
  return isKnown && isOurs(wanted) ? byClass : byClass / 2;
}

/** Arithmetic conversions: small types are promoted to `int` first. */
function betweenNumbers(name: string, wanted: string): number {
  if (name === "float" && wanted === "double") return wider;
  const [from, to] = [whole.indexOf(name), whole.indexOf(wanted)];
  if (from >= 0 && from < whole.indexOf("int") && wanted === "int") return wider;
  if (from < 0 || to < 0) return standard;
  // Without an exact match, prefer a type that can hold the value.
  const isAlike = wanted.startsWith("unsigned") === name.startsWith("unsigned");
  return to > from && isAlike ? standard + (whole.length - to + from) / 100 : standard;
}

/** Results of standard library functions by name. */
const usual: Readonly<Record<string, string>> = {
  c_str: "char*",
  getenv: "char*",
  size: "unsigned long",
  length: "unsigned long",
  strlen: "unsigned long",
  count: "unsigned long",
  empty: "bool",
  string: "string",
  to_string: "string",
  str: "string",
  substr: "string",
};

export const cppConversions: Conversions = {
  namesTypes: true,
  parameter: convertedParameter,
  level: conversion,
  given: givenByLast(usual),
  isBuiltIn: (type) => isFundamental(type) || type === "byte",
};
