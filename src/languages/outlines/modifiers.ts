/** What is written around a definition's name: who may use it, and its decorators. */
import type { Visibility } from "../../graph/graph.ts";
import type { Language } from "../registry.ts";

/** A decorator, and where it stands in the text. */
export interface Annotation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** The calls in it that were taken for the definition around. */
  readonly calls?: PlacedCall[];
}

/** A call that was taken for the definition around, and may turn out to be that of one which comes after it. */
export interface PlacedCall {
  /** Of the reference. */
  readonly key: string;
  readonly line: number;
  /** False where something before it calls the same. */
  readonly isFirst: boolean;
}

/** Modifiers further than this before a name are not read; a decorator is cut to so many characters. */
const limits = { head: 1_000, decorator: 80 };

/** Who may use a definition by the words in front of its name, or by a word that stands alone. */
export function visibilityIn(language: Language, text: string): Visibility | undefined {
  const words = wordsOf(language);
  if (words.length === 0) return undefined;
  const bare = text.slice(-limits.head).replace(/"[^"\n]*"/g, "");
  return words.find(([pattern]) => pattern.test(bare))?.[1];
}

const known = new WeakMap<Language, readonly (readonly [RegExp, Visibility])[]>();

function wordsOf(language: Language): readonly (readonly [RegExp, Visibility])[] {
  let words = known.get(language);
  if (!words) {
    words = Object.entries(language.visibility ?? {}).map(
      ([word, visibility]) => [new RegExp(`(?<![\\w$@.])(?:${word})(?![\\w$])`), visibility] as const,
    );
    known.set(language, words);
  }
  return words;
}

/** A decorator as it is kept: on one line, without its sign, cut short. */
export function decoratorText(written: string): string {
  const line = written.replace(/^@\s*/, "").replace(/\s+/g, " ").trim();
  return line.length > limits.decorator ? `${line.slice(0, limits.decorator - 1)}…` : line;
}

/** The decorators that stand directly before `start`, in order: only brackets and comments are between. */
export function decoratorsBefore(
  text: string,
  annotations: readonly Annotation[],
  start: number,
): readonly Annotation[] {
  const found: Annotation[] = [];
  let next = start;
  for (const one of annotations.toReversed()) {
    if (one.end > next || !between.test(text.slice(one.end, next))) break;
    found.unshift(one);
    next = one.start;
  }
  return found;
}

const between = /^(?:[\s\],@#![]|\/\/[^\n]*\n|\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\/)*$/;
