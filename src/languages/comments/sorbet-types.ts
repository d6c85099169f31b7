/** Types that Ruby says before a method, in the notation of Sorbet: `sig { params(foo: T.nilable(Foo)).returns(T::Array[Foo]) }`. */
import { closing, splitTop } from "../../graph/notation/brackets.ts";
import type { DocTypes } from "./doc-types.ts";

/** Longer ones are not read. */
const maxLength = 2_000;

/** A line that begins one, up to the end of the text; what follows one says `def`. */
const signature =
  /^[ \t]*sig\b(?:\([^()\n]*\))?\s*(?:\{|do\b)((?:(?!^[ \t]*(?:sig|def)\b)[\s\S])*)(?:\}|\bend)(?![\s\S])/m;

/** What the one says that ends before a place; undefined without one. */
export function sorbetTypesBefore(text: string, index: number): DocTypes | undefined {
  const before = text.slice(Math.max(0, index - maxLength), index).trimEnd();
  const start = before.lastIndexOf("sig");
  if (start < 0) return undefined;
  const sig = signature.exec(before.slice(before.lastIndexOf("\n", start) + 1))?.[1];
  if (sig === undefined || /\bdef\b/.test(sig)) return undefined;
  const variables = splitTop(argumentsOf(sig, "params"), ",").flatMap((one): [string, string][] => {
    const [, name, written] = /^(\w+):\s*([\s\S]+)$/.exec(one) ?? [];
    const type = written === undefined ? "" : plainType(written);
    return type === "" ? [] : [[name!, type]];
  });
  const returns = plainType(argumentsOf(sig, "returns")) || undefined;
  return { returns, value: undefined, variables, members: [] };
}

/** What stands between the parentheses behind a name. */
function argumentsOf(text: string, name: string): string {
  const open = new RegExp(`\\b${name}\\(`).exec(text);
  const start = open ? open.index + name.length : -1;
  const end = start < 0 ? text.length : closing(text, start);
  return end < text.length ? text.slice(start + 1, end) : "";
}

/** As `typeShape` reads it; nothing for what says no class. */
function plainType(written: string): string {
  const text = written.trim();
  const [, name, given] = /^((?:::)?[\w:.]+)\s*[([]([\s\S]*)[)\]]$/.exec(text) ?? [];
  if (name === undefined)
    return /^(?:::)?\p{Lu}[\w:]*$/u.test(text) && !text.startsWith("T::") ? text : placesOf(text);
  const types = splitTop(given!, ",").map(plainType);
  const known = types.filter((type) => type !== "");
  if (/^T\.(?:nilable|any|all)$/.test(name)) return known.join(" | ");
  if (name === "T.class_of") return known.length > 0 ? `type[${known[0]}]` : "";
  if (name === "T::Hash") return types[1] ? `Map<${types[0] || "unknown"}, ${types[1]}>` : "";
  if (/^T::(?:Array|Set|Enumerable|Enumerator|Range)$/.test(name))
    return known.length > 0 ? `(${known[0]})[]` : "";
  return name.startsWith("T.") || name.startsWith("T::") ? "" : name;
}

/** `[Foo, Bar]`: a list with places. */
function placesOf(text: string): string {
  if (!text.startsWith("[") || !text.endsWith("]")) return "";
  return `[${splitTop(text.slice(1, -1), ",")
    .map((one) => plainType(one) || "unknown")
    .join(", ")}]`;
}
