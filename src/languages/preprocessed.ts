/**
 * What can be said of a text that a preprocessor changes before anybody parses it. A grammar takes `API(int) f(void);`
 * for a mistake, so of such files only brackets are judged, which macros seldom leave open.
 */
import type { SyntaxFault } from "./syntax-fault.ts";

/** True where the text has conditions, macros of its own, or names that are macros by custom. */
export const usesMacros = (text: string): boolean =>
  /^[ \t]*#[ \t]*(?:define|if|ifdef|ifndef)\b/m.test(text) ||
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{4,}[ \t]*\(/.test(text);

/** Comments, literals with their escapes, preprocessor lines with their continuations, brackets, ends of lines. */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|R"([^()\\\s]{0,16})\([\s\S]*?\)\1"|"(?:[^"\\\n]|\\[\s\S])*"|(?<![\p{L}\p{N}_])'(?:[^'\\\n]|\\[\s\S])*'|^[ \t]*#(?:[^\\\n]|\\[\s\S])*|[()[\]{}]/gmu;

const closes: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The first bracket that does not match, counting the first branch of every `#if`. */
export function bracketFaults(text: string): readonly SyntaxFault[] {
  const open: { bracket: string; index: number }[] = [];
  const skipping: boolean[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^[ \t]*#/.test(token)) followCondition(token, skipping);
    else if (token.length !== 1 || skipping.includes(true)) continue;
    else if (closes[token] === undefined) open.push({ bracket: token, index });
    else if (open.pop()?.bracket !== closes[token]) return [faultAt(text, index, `unexpected \`${token}\``)];
  }
  const last = open.at(-1);
  return last ? [faultAt(text, last.index, `\`${last.bracket}\` is never closed`)] : [];
}

/** The text as a preprocessor leaves it that takes the first branch of every `#if`; what it takes out becomes blank. */
export function firstBranches(text: string): string {
  if (!/^[ \t]*#[ \t]*if\b/m.test(text)) return text;
  const skipping: boolean[] = [];
  return text.replace(/^[^\n]*$/gm, (line) => {
    const directive = /^[ \t]*#[ \t]*(?:if|elif|else|endif)\b/.test(line);
    if (directive) followCondition(line, skipping);
    return directive || skipping.includes(true) ? line.replace(/[^\r]/g, " ") : line;
  });
}

/** One entry for each open `#if`: true while the text is in another than its first branch. */
function followCondition(line: string, skipping: boolean[]): void {
  const word = /#[ \t]*(\w+)/.exec(line)?.[1];
  if (word === undefined) return;
  if (word.startsWith("if")) skipping.push(false);
  else if (word.startsWith("el") && skipping.length > 0) skipping[skipping.length - 1] = true;
  else if (word === "endif") skipping.pop();
}

function faultAt(text: string, index: number, message: string): SyntaxFault {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1, message };
}
