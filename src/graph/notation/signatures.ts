/** Parameters of functions with their types, as signatures and types of functions have them. */
import { closing, endsArrow, splitTop } from "./brackets.ts";

/** What stands between the first parentheses that are not within `<` and `>`. */
export function parametersIn(text: string): readonly string[] | undefined {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at]!;
    if (sign === "<") depth++;
    else if (sign === ">" && !endsArrow(text, at)) depth--;
    else if (sign === "(" && depth > 0) at = closing(text, at);
    else if (sign === "(")
      // That says what `this` is.
      return splitTop(text.slice(at + 1, closing(text, at)), ",").filter((part) => !/^this\s*:/.test(part));
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
