/**
 * Types that Ruby says in comments: in the notation of YARD, `@param foo [Foo, nil] what it is`, `@return [Array<Foo>]`, or
 * in that of TomDoc, `foo - The Foo that is asked` and `Returns the new Foo`.
 */
import { closing, splitTop } from "../../graph/notation/brackets.ts";
import type { DocTypes } from "./doc-types.ts";

/** A parameter has its name before the brackets or behind them. */
const tag = /^[ \t]*@(param|return)[ \t]+(?:[*&]*(\w+)[ \t]+)?(?=\[)/gm;

const constant = String.raw`(?:::)?\p{Lu}[\p{L}\p{N}_]*(?:::\p{Lu}[\p{L}\p{N}_]*)*`;

/** A sentence of TomDoc. At most two words stand before the class, and behind it nothing that makes it one of several, or another's. */
const sentence = new RegExp(
  String.raw`^[ \t]*(?:(\w+)[ \t]+-|Returns)[ \t]+(?:[Aa]n?|[Tt]he)[ \t]+` +
    String.raw`(?:(?!(?:of|for|from|to|in|on|at|by|as|with|that|which)\b)[a-z]\w*[ \t]+){0,2}\{?(${constant})\}?` +
    String.raw`(?![\w'’#-]|\.\w|::|[ \t]+\p{Lu}|,[ \t]*\p{Lu}|,?[ \t]+(?:or|and)\b(?![ \t]+nil))`,
  "gmu",
);

/** Longer types are not read. */
const maxLength = 300;

/** @param comment Without its marks. */
export function yardTypesIn(comment: string): DocTypes {
  let returns: string | undefined;
  const variables: [string, string][] = [];
  for (const match of comment.matchAll(tag)) {
    const rest = comment.slice(match.index + match[0].length).slice(0, maxLength);
    const end = closing(rest, 0);
    const type = end < rest.length ? plainType(rest.slice(1, end)) : "";
    if (type === "") continue;
    const name = match[2] ?? /^[ \t]*[*&]*(\w+)/.exec(rest.slice(end + 1))?.[1];
    if (match[1] === "return") returns ??= type;
    else if (name !== undefined) variables.push([name, type]);
  }
  for (const [, name, written] of comment.matchAll(sentence)) {
    const type = plainType(written!);
    if (type === "") continue;
    if (name === undefined) returns ??= type;
    else variables.push([name, type]);
  }
  return { returns, value: undefined, variables, members: [] };
}

const oneType = new RegExp(`^(${constant})?(?:([<({])(.*)[>)}])?$`, "su");

/** Types of no class, or of any. */
const anything = /^(?:::)?(?:Boolean|Bool|(?:True|False|Nil)Class|(?:Basic)?Object|Class|Module)$/;

/** As `typeShape` reads it; nothing for what says no class: `nil`, `:name`, `#read`. */
function plainType(written: string): string {
  const parts = splitTop(written, ",").map(plainPart);
  return [...new Set(parts)].filter(Boolean).join(" | ");
}

function plainPart(part: string): string {
  const [, name = "", open, inside] = oneType.exec(part) ?? [];
  if (open === undefined) return anything.test(name) ? "" : name;
  // A list with places: `Array(Foo, Bar)`.
  if (open === "(")
    return wrapped(
      "[",
      splitTop(inside!, ",").map((one) => plainPart(one) || "unknown"),
      "]",
    );
  if (name === "Class") return wrapped("type[", [plainType(inside!)], "]");
  if (name !== "Hash") return wrapped("(", [plainType(inside!)], ")[]");
  const [keys = "", values = ""] = splitTop(inside!.replace("=>", ","), ",").map(plainPart);
  return values === "" ? "" : `Map<${keys || "unknown"}, ${values}>`;
}

const wrapped = (before: string, types: readonly string[], after: string): string =>
  types.every((type) => type === "" || type === "unknown") ? "" : before + types.join(", ") + after;
