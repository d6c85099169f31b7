/**
 * Occurrences of a document, and whether it describes the current version of its file. An index is made from one
 * commit; in a file that changed since, its positions fall inside of words.
 */
import type { ColumnUnit, ScipDocument, ScipOccurrence } from "./read.ts";
import { isLocal, isModule, nameOf } from "./symbols.ts";

export interface Mention {
  /** 0-based. */
  readonly line: number;
  /** UTF-16 units in the file's text. */
  readonly start: number;
  readonly end: number;
  /** The text there. */
  readonly spelling: string;
  readonly symbol: string;
  readonly isDefinition: boolean;
}

/**
 * The occurrences of a document in text order; undefined where the document describes another version of the file. It
 * fits where every position is a whole word and every definition spells its symbol's name, which held for all fresh
 * documents of eight repositories. Some 0.5 % of references spell something else even then (aliases, slips of the
 * indexer); those that no import explains are left out.
 */
export function mentionsIn(
  { unit, occurrences }: ScipDocument,
  text: string,
): readonly Mention[] | undefined {
  const lines = linesOf(text);
  for (const assumed of unit ? [unit] : guesses) {
    const mentions = mentionsAt(occurrences, text, lines, assumed);
    if (mentions) return mentions.sort((a, b) => a.start - b.start || a.end - b.end);
    // The units differ only behind characters outside of ASCII.
    if (isAscii(text)) return undefined;
  }
  return undefined;
}

const guesses: readonly ColumnUnit[] = ["utf-16", "utf-8", "utf-32"];

function mentionsAt(
  occurrences: readonly ScipOccurrence[],
  text: string,
  lines: readonly number[],
  unit: ColumnUnit,
): Mention[] | undefined {
  const mentions: Mention[] = [];
  const aliases = new Set<string>();
  /** By symbol: its name; none for local symbols. */
  const names = new Map<string, string>();
  for (const { line, column, endLine, endColumn, symbol, isDefinition } of occurrences) {
    const from = lines[line];
    if (from === undefined || lines[endLine] === undefined) return undefined;
    // The symbol of the file itself is at its start, with an empty range.
    if (line === 0 && column === 0 && endLine === 0 && endColumn === 0) {
      mentions.push({ line, start: 0, end: 0, spelling: "", symbol, isDefinition });
      continue;
    }
    // scip-python gives a few multi-line ranges for import statements.
    if (line !== endLine) continue;
    const words = text.slice(from, (lines[line + 1] ?? text.length + 1) - 1);
    const [at, until] = [unitsAt(words, column, unit), unitsAt(words, endColumn, unit)];
    if (at === undefined || until === undefined || !isWhole(words, at, until)) return undefined;
    const spelling = words.slice(at, until);
    const mention = { line, start: from + at, end: from + until, spelling, symbol, isDefinition };
    const named = names.get(symbol) ?? (isLocal(symbol) ? "" : (nameOf(symbol) ?? " "));
    names.set(symbol, named);
    if (named === "" || spelling === named || spells(spelling, symbol)) mentions.push(mention);
    else if (isDefinition) return undefined;
    else if (isAlias(aliases, mention, words)) mentions.push(mention);
  }
  return mentions;
}

const importing = /\b(?:import|from|as|require|use|using|export)\b/;

/** Whether an import has renamed the symbol. */
function isAlias(aliases: Set<string>, { symbol, spelling }: Mention, line: string): boolean {
  const key = `${spelling} ${symbol}`;
  if (!aliases.has(key) && !importing.test(line)) return false;
  aliases.add(key);
  return true;
}

/** Whether a text spells a symbol's name, by the conventions of indexers. */
function spells(spelling: string, symbol: string): boolean {
  const name = nameOf(symbol);
  if (name === undefined) return false;
  const bare = unquoted(spelling);
  if (bare === unquoted(name.replace(/^\[(.*)\]$/, "$1"))) return true;
  // The third property of this name in one file.
  if (symbol.endsWith(":") && bare === name.replace(/\d+$/, "")) return true;
  if (/^<(?:constructor|init)>$/.test(name)) return true;
  // `./options.js` for `source/core/`options.ts`/`, `click.core` for `click.core`/__init__:.
  return isModule(symbol) && bare.split(/[./]/).every((part) => symbol.includes(part));
}

const unquoted = (word: string): string => word.replace(/^(['"`])(.*)\1$/, "$2");

/** Word boundaries on both sides. */
function isWhole(line: string, start: number, end: number): boolean {
  if (start >= end || isSpace(line[start]!) || isSpace(line[end - 1]!)) return false;
  const isCut = (at: number): boolean => isLetter(line[at - 1]) && isLetter(line[at]);
  return !isCut(start) && !isCut(end);
}

const isSpace = (character: string): boolean => character === " " || /\s/.test(character);

function isLetter(character: string | undefined): boolean {
  if (character === undefined || character === " " || character === "." || character === "(") return false;
  return /[\p{L}\p{N}_$]/u.test(character);
}

/** Start of each line, and one past the end. */
function linesOf(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}

/** Converts a column to UTF-16 units; undefined past the end of the line or within a character. */
function unitsAt(line: string, column: number, unit: ColumnUnit): number | undefined {
  if (unit === "utf-16" || isAscii(line)) return column <= line.length ? column : undefined;
  let at = 0;
  let counted = 0;
  for (const character of line) {
    if (counted >= column) break;
    counted += unit === "utf-32" ? 1 : Buffer.byteLength(character);
    at += character.length;
  }
  return counted === column ? at : undefined;
}

const isAscii = (text: string): boolean => /^[\x00-\x7f]*$/.test(text);
