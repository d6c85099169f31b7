/**
 * Checks of texts that a preprocessor changes before they are parsed. A grammar reports `API(int) f(void);` as an
 * error, so in such files only brackets are checked, which macros seldom leave unbalanced.
 */
import type { SyntaxFault } from "../checking/syntax-fault.ts";

/** Whether the text has conditionals, own macros, or names that are macros by convention. */
export const usesMacros = (text: string): boolean =>
  /^[ \t]*#[ \t]*(?:define|if|ifdef|ifndef)\b/m.test(text) ||
  /\b[A-Z][A-Z0-9]*_[A-Z0-9_]+\b|\b[A-Z]{4,}[ \t]*\(/.test(text);

/**
 * Comments, literals with escapes, directives with continuations, brackets, line ends. What has no end goes on to the
 * line's, or the text's: nothing is read twice.
 */
const tokens =
  /\/\/[^\n]*|\/\*[\s\S]*?(?:\*\/|(?![\s\S]))|R"([^()\\\s]{0,16})\([\s\S]*?(?:\)\1"|(?![\s\S]))|"(?:[^"\\\n]|\\[\s\S]?)*(?:"|$)|(?<![\p{L}\p{N}_])'(?:[^'\\\n]|\\[\s\S]?)*(?:'|$)|^[ \t]*#(?:[^\\\n]|\\[\s\S])*|[()[\]{}]/gmu;

const closes: Readonly<Record<string, string>> = { ")": "(", "]": "[", "}": "{" };

/** The first unbalanced bracket, in the first branch of every `#if` but `#if 0`. */
export function bracketFaults(text: string): readonly SyntaxFault[] {
  const open: { bracket: string; index: number }[] = [];
  const conditions: Branch[] = [];
  for (const { 0: token, index } of text.matchAll(tokens)) {
    if (/^[ \t]*#/.test(token)) followCondition(token, conditions);
    else if (token.length !== 1 || isSkipped(conditions)) continue;
    else if (closes[token] === undefined) open.push({ bracket: token, index });
    else if (open.pop()?.bracket !== closes[token]) return [faultAt(text, index, `unexpected \`${token}\``)];
  }
  const last = open.at(-1);
  return last ? [faultAt(text, last.index, `\`${last.bracket}\` is never closed`)] : [];
}

/**
 * The text as preprocessed with the first branch of every `#if` but `#if 0`; the rest is blanked. With `near`, only
 * conditionals with one of these lines (from 0), or else the nearest enclosing one, and those with the same condition
 * elsewhere: the two halves of `extern "C" { }`.
 */
export function firstBranches(text: string, near?: readonly Lines[]): string {
  if (!/^[ \t]*#[ \t]*if/m.test(text)) return text;
  const lines = text.split("\n");
  const groups = groupsIn(lines);
  const condition = ({ directives }: Group): string => lines[directives[0]!]!.trim();
  const meant = near && new Set(near.flatMap((range) => groupsNear(groups, range)).map(condition));
  const taken = meant ? groups.filter((group) => meant.has(condition(group))) : groups;
  for (const { lines: blanks } of taken)
    for (const at of blanks) lines[at] = lines[at]!.replace(/[^\r]/g, " ");
  return lines.join("\n");
}

/** First and last line, inclusive. */
export type Lines = readonly [first: number, last: number];

/** An `#if` with its `#endif`. */
interface Group {
  readonly directives: number[];
  /** Lines to blank: directives, and branches that are not taken. */
  readonly lines: number[];
}

/** Limit of nested conditionals. */
const deepest = 100;

/** Empty where they are nested too deeply. */
function groupsIn(lines: readonly string[]): readonly Group[] {
  const all: Group[] = [];
  const open: Group[] = [];
  const branches: Branch[] = [];
  let continues = false;
  for (const [at, line] of lines.entries()) {
    if (continues) open.at(-1)?.lines.push(at);
    const isDirective: boolean = !continues && conditional.test(line);
    const isOfDirective: boolean = isDirective || continues;
    continues = isOfDirective && /\\\r?$/.test(line);
    if (isDirective) followCondition(line, branches);
    if (branches.length > deepest) return [];
    if (branches.length > open.length) {
      const group = { directives: [], lines: [] };
      open.push(group);
      all.push(group);
    }
    if (isDirective) {
      open.at(-1)?.directives.push(at);
      open.at(-1)?.lines.push(at);
    }
    if (branches.length < open.length) open.pop();
    else if (!isOfDirective)
      for (const [depth, branch] of branches.entries()) if (branch !== "read") open[depth]!.lines.push(at);
  }
  return all;
}

const conditional = /^[ \t]*#[ \t]*(?:if(?:n?def)?|el(?:if(?:n?def)?|se)|endif)\b/;

function groupsNear(groups: readonly Group[], [first, last]: Lines): readonly Group[] {
  const isNear = ({ directives }: Group): boolean => directives.some((at) => first <= at && at <= last);
  const near = groups.filter(isNear);
  if (near.length > 0) return near;
  const around = groups.findLast(({ directives }) => directives[0]! < first && last < directives.at(-1)!);
  return around ? [around] : [];
}

/** The state of an open `#if`: its chosen branch is being read, is still to come, or is over. */
type Branch = "read" | "awaited" | "over";

/** `#if 0`, and conditions for documentation or binding generators rather than compilers. */
function followCondition(line: string, open: Branch[]): void {
  const [, word, never] = /#[ \t]*(\w+)[ \t]*((?:0|false|\w*DOXYGEN\w*|SWIG)\b)?/.exec(line) ?? [];
  if (word === undefined) return;
  if (word.startsWith("if")) open.push(word !== "ifndef" && never ? "awaited" : "read");
  else if (word.startsWith("el") && open.length > 0)
    open[open.length - 1] = open.at(-1) === "awaited" ? (never ? "awaited" : "read") : "over";
  else if (word === "endif") open.pop();
}

const isSkipped = (open: readonly Branch[]): boolean => open.some((branch) => branch !== "read");

function faultAt(text: string, index: number, message: string): SyntaxFault {
  const before = text.slice(0, index).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1, message };
}
