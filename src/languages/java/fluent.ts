/**
 * Classes that tell a base from elsewhere what they are, so that its methods give that: assertions of AssertJ, containers
 * of Testcontainers, builders.
 */
import { callMark, type Definition } from "../../graph/outline.ts";

/** Whether a method of that name is taken to give the object, which the base of its class has. */
export function isFluent(definition: Definition, called: string): boolean {
  const isTold = told.get(definition) ?? tellsBase(definition);
  told.set(definition, isTold);
  return isTold && called.endsWith(callMark) && !givesAnother.test(called);
}

const told = new WeakMap<Definition, boolean>();

/** `class Foo extends Base<Foo>` or `class Foo<S extends Foo<S>> extends Base<S>`. Longer heads are not read. */
function tellsBase({ name, signature }: Definition): boolean {
  if (!signature.includes(" extends ") || signature.length > maxHead) return false;
  const [head = ""] = signature.split(" implements ");
  const base = head.slice(head.lastIndexOf(" extends "));
  if (!base.includes("<")) return false;
  const own = new RegExp(`(\\w+) extends ${name}\\b`).exec(head)?.[1] ?? name;
  return new RegExp(`<(?:.*\\W)?${own}\\b`).test(base);
}

const maxHead = 500;

/** By convention, what is asked for gives something else. */
const givesAnother = /^(?:get\p{Lu}|to\p{Lu}|(?:clone|compareTo|equals|hashCode|size)!$)/u;
