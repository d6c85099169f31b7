import type { Pointed } from "../draw.ts";
import { placeOf } from "./place.ts";

/** Comments, texts (which end with their line at the latest) and addresses, in which brackets count for nothing, and brackets. */
const tokens =
  /\/\*[\s\S]*?(?:\*\/|$(?![\s\S]))|url\(\s*[^"'\s()][^\n()]*\)|\/\/[^\n]*|"(?:[^"\\\n]|\\[\s\S])*"?|'(?:[^'\\\n]|\\[\s\S])*'?|[()[\]{}]/g;
const closes: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The first bracket of a SCSS or Less file that does not match: more than that no grammar of ours knows of them. */
export function sassFaults(text: string): readonly Pointed[] {
  const open: { readonly bracket: string; readonly index: number }[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (token.length !== 1 || /["']/.test(token)) continue;
    if (closes[token] === undefined) open.push({ bracket: token, index });
    else if (open.pop()?.bracket !== closes[token])
      return [{ ...placeOf(text, index), message: `unexpected \`${token}\`` }];
  }
  const last = open.at(-1);
  return last ? [{ ...placeOf(text, last.index), message: `\`${last.bracket}\` is never closed` }] : [];
}
