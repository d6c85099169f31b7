/**
 * How well types of arguments go with types of parameters in C++: the same type first, then promotions and bases, then
 * what another type can be made of ([over.ics.rank] in the standard, as far as names of types tell it).
 */
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

/** An object of a class is made of it, or it hands out another type. */
const byClass = 0.5;
const standard = 1.5;
/** What a template takes is of the very type, but a function that is no template comes first. */
const byTemplate = 2.9;
/** A text goes with a pointer to characters, whatever those are called. */
const byPointer = 2.95;

/** Those before `int` become one before anything else. */
const whole =
  "bool,signed char,char,unsigned char,short,unsigned short,int,unsigned,long,unsigned long,long long,unsigned long long".split(
    ",",
  );
const numbers = new Set([...whole, "float", "double", "long double"]);
/** As they are on most systems with 64 bits. */
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

/** The one name of a number's type, however it is written: `unsigned long long int`, `std::size_t`. */
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

/** True for a number, and for the text that a `char*` is. */
const isFundamental = (name: string): boolean => name.startsWith("char*") || numbers.has(numberOf(name));

/** Bare of references, of what is constant and of what a template is given. */
function convertedParameter(text: string): Parameter {
  const bare = text
    .replace(/<[\s\S]*>/, "")
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

/** 0 where it cannot be, higher the better it goes. */
function conversion(
  { name: said, bases, complete }: ArgumentType,
  { name: wanted, text, isPrimitive, isFinal, isAny }: Parameter,
  isOurs: (name: string) => boolean,
): number {
  const name = numbers.has(numberOf(said)) ? numberOf(said) : said;
  // Whatever follows takes everything, after all that says what it takes.
  if (text === "") return byClass / 2;
  if (name === ":null") return isPrimitive ? impossible : isFinal ? standard : byClass;
  if (name === ":lambda") return isPrimitive || isFinal ? impossible : standard;
  if (wanted === name) return same;
  // Nothing but one is made into a list of arguments.
  if (wanted === "va_list") return impossible;
  const step = bases?.indexOf(wanted) ?? -1;
  if (step > 0) return wider - step / 1000;
  if (wanted === "void*") return name === "char*" ? standard : bases ? standard / 2 : byClass;
  if (isAny) return byTemplate;
  if (name === "char*") {
    if (wanted === "bool") return standard;
    // What is a pointer to something unknown may be one to characters.
    const isOther = isPrimitive || (isFinal && (numbers.has(wanted.replace("*", "")) || isOurs(wanted)));
    return isOther ? impossible : isFinal ? byPointer : byClass;
  }
  if (numbers.has(name)) {
    if (isPrimitive) return betweenNumbers(name, wanted);
    return isFinal ? impossible : byClass;
  }
  if (bases) return isFinal && complete ? impossible : isPrimitive || isFinal ? byClass / 2 : byClass;
  // Of the library's types some are known. Any other name may be that of a number or a pointer, so it tells nothing.
  const isKnown = /^(?:string|vector|map|set|function|shared_ptr|unique_ptr)$/.test(name);
  if (isKnown && (isPrimitive || isFinal)) return impossible;
  return isKnown && isOurs(wanted) ? byClass : byClass / 2;
}

/** Small ones become an `int` before anything else. */
function betweenNumbers(name: string, wanted: string): number {
  if (name === "float" && wanted === "double") return wider;
  const [from, to] = [whole.indexOf(name), whole.indexOf(wanted)];
  if (from >= 0 && from < whole.indexOf("int") && wanted === "int") return wider;
  if (from < 0 || to < 0) return standard;
  // Where what is known is not quite right, what can hold it is meant.
  const isAlike = wanted.startsWith("unsigned") === name.startsWith("unsigned");
  return to > from && isAlike ? standard + (whole.length - to + from) / 100 : standard;
}

/** What the standard library's methods and functions give by their names. */
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
