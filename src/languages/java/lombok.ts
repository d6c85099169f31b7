/** Methods that Lombok makes of the fields of a class. */
import { callMark, type Definition } from "../../graph/outline.ts";

const makesGetters = /^(?:lombok\.)?(?:Data|Getter|Value)\b/;

/** `customer` of `getCustomer` in a class with `@Getter`. */
export function getterOf({ decorators }: Definition, name: string): string | undefined {
  if (!decorators?.some((one) => makesGetters.test(one)) || !name.endsWith(callMark)) return undefined;
  const [, first, rest = ""] = /^get(\p{Lu})([\p{L}\p{N}_$]*)!$/u.exec(name) ?? [];
  return first === undefined ? undefined : first.toLowerCase() + rest;
}
