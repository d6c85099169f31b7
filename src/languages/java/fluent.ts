/**
 * Classes that tell a base from elsewhere what they are, so that its methods give that: assertions of AssertJ, containers
 * of Testcontainers, builders.
 */
import { callMark, type Definition } from "../../graph/outline.ts";

/** `class Foo extends Base<Foo>` or `class Foo<S extends Foo<S>> extends Base<S>`. Longer heads are not read. */
export function isFluent({ name, signature }: Definition, called: string): boolean {
  if (!signature.includes(" extends ") || signature.length > maxHead) return false;
  if (!called.endsWith(callMark) || givesAnother.test(called)) return false;
  const [head = ""] = signature.split(" implements ");
  const base = head.slice(head.lastIndexOf(" extends "));
  const own = new RegExp(`(\\w+) extends ${name}\\b`).exec(head)?.[1] ?? name;
  return new RegExp(`<(?:.*\\W)?${own}\\b`).test(base);
}

const maxHead = 500;

/** By convention, what is asked for gives something else. */
const givesAnother = /^(?:get\p{Lu}|to\p{Lu}|(?:clone|compareTo|equals|hashCode|size)!$)/u;
