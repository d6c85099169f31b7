/** Parameters of functions with their types, as signatures and types of functions have them. */
import { closing, endsArrow, splitTop } from "./brackets.ts";
import { ofThis } from "./function-places.ts";

/** What stands between the first parentheses that are not within `<` and `>`. */
export const parametersIn = (text: string): readonly string[] | undefined =>
  // That says what `this` is.
  listIn(text)?.filter((part) => !saysThis.test(part));

const saysThis = /^this\s*:\s*/;

function listIn(text: string): readonly string[] | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "<") depth++;
    else if (sign === ">" && !endsArrow(text, at)) depth--;
    else if (sign === "(" && depth > 0) at = closing(text, at);
    else if (sign === "(") return splitTop(text.slice(at + 1, closing(text, at)), ",");
  }
  return undefined;
}

/** The type that is written for a parameter; the last one may stand for any number. */
export function typeAt(parameters: readonly string[] | undefined, place: number): string | undefined {
  const last = parameters?.at(-1);
  const isRest = last?.startsWith("...") === true && place >= parameters!.length - 1;
  const [name, ...type] = splitTop((isRest ? last : parameters?.[place]) ?? "", ":");
  const text = type.join(": ").replace(/\s=(?!>)[\s\S]*$/, "");
  return name === undefined || text === "" ? undefined : isRest ? text.replace(/\[\]$/, "") : text;
}

/** What a function gets for a parameter, or as its `this`, by its type or signature. */
export const typeOfParameter = (text: string, place: number): string | undefined =>
  place === ofThis
    ? listIn(text)
        ?.find((part) => saysThis.test(part))
        ?.replace(saysThis, "")
    : typeAt(parametersIn(text), place);
