/** The heads of classes and functions, as they are written. */

import { wholeWordAt } from "../../source/whole-word.ts";
import type { Definition } from "../outline.ts";
import { closing, splitTop } from "./brackets.ts";

/** What stands behind the name in the signature of a definition. */
export function afterName({ name, signature }: Definition): string {
  const at = wholeWordAt(signature, name);
  return at < 0 ? "" : signature.slice(at + name.length);
}

/** What stands in the head of a class behind its name and its parameters of both kinds, conditions for these left aside. */
export function headOf(definition: Definition): string {
  if (isNameless(definition)) return definition.signature;
  const rest = afterName(definition);
  const start = /^[<[]/.test(rest) ? closing(rest, 0) + 1 : 0;
  const list = rest[start] === "(" ? closing(rest, start) + 1 : start;
  // In Python the bases themselves stand there.
  const end = list < rest.length ? list : start;
  return rest.slice(end).replace(/\swhere\s[\s\S]*/, "");
}

/** Types that are given types, outside of the brackets of others. */
export function appliedIn(text: string): readonly string[] {
  const found: string[] = [];
  const begins = /(?<![\p{L}\p{N}_$.])[\p{L}_$][\p{L}\p{N}_$.]*[<[]/gu;
  for (let match = begins.exec(text); match; match = begins.exec(text)) {
    const end = closing(text, begins.lastIndex - 1);
    if (end === text.length) break;
    found.push(text.slice(match.index, end + 1));
    begins.lastIndex = end + 1;
  }
  return found;
}

/** How many parameters for types a definition has. */
export const arityOf = (definition: Definition): number => countIn(afterName(definition));

/** How many types stand in the brackets that a text begins with. */
export function countIn(text: string): number {
  if (!text.startsWith("<")) return 0;
  const end = closing(text, 0);
  return end === text.length ? 0 : splitTop(text.slice(1, end), ",").length;
}

/** The parameters for types that a class or a function has, as written: `<A extends B, C>` behind its name, before its own parameters, or before what it gives (Java). */
export function typeParametersOf(definition: Definition): readonly string[] {
  const rest = afterName(definition);
  const start = /^(?:\s*=\s*(?:async\s*)?(?:function\s*\*?\s*[\w$]*\s*)?)?(?=<)/.exec(rest)?.[0].length;
  if (start !== undefined) return bracketedAt(rest, start);
  const { kind, signature } = definition;
  const before = kind === "function" ? modifiers.exec(signature)?.[0] : undefined;
  return before === undefined ? [] : bracketedAt(signature, before.length);
}

/** A class without a name has that of its base, and what stands behind that is given to it: `new Box<Foo>() { }`. */
export const isNameless = ({ kind, name, detached, bases, signature }: Definition): boolean =>
  kind === "class" && detached === true && bases?.includes(name) === true && signature.startsWith(name);

/** Words and annotations before a method's parameters for types. */
const modifiers =
  /^(?:(?:@[\w.]+(?:\([^()]*\))?|public|protected|private|static|final|abstract|default|synchronized|native)\s+)*(?=<)/;

/** What stands in the brackets that open at a place. */
export function bracketedAt(text: string, start: number): readonly string[] {
  const end = closing(text, start);
  const parts = splitTop(text.slice(start + 1, end), ",");
  // Of a head that is too long those are known that it was not cut in.
  return end < text.length ? parts : text.endsWith("…") ? parts.slice(0, -1) : [];
}

/** `void IFoo.Run()` in C#: nobody calls it but by the interface, which has it too. */
export const isOfInterface = ({ kind, name, signature }: Definition): boolean =>
  kind === "function" && (signature.includes(`.${name}(`) || signature.includes(`.${name}<`));
