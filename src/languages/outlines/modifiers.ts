/** Modifiers of a definition: visibility and decorators. */
import type { Visibility } from "../../graph/graph.ts";
import type { Language } from "../registry.ts";

/** A decorator, and its position. */
export interface Annotation {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Calls in it that were first attributed to the enclosing definition. */
  readonly calls?: AnnotationCall[];
}

/** A call that was attributed to the enclosing definition, and may turn out to belong to a following one. */
export interface AnnotationCall {
  /** Key of the reference. */
  readonly key: string;
  readonly line: number;
  /** False where an earlier call has the same key. */
  readonly isFirst: boolean;
}

/** Limits, in characters, of the text before a name that is searched, and of a decorator. */
const limits = { head: 1_000, decorator: 80 };

/** The visibility by modifiers in front of the name, or by a word that stands alone. */
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

/** A decorator normalised: on one line, without its sign, truncated. */
export function decoratorText(written: string): string {
  const line = written.replace(/^@\s*/, "").replace(/\s+/g, " ").trim();
  return line.length > limits.decorator ? `${line.slice(0, limits.decorator - 1)}…` : line;
}

/** The decorators directly before `start`, in order, with nothing but brackets and comments between. */
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
