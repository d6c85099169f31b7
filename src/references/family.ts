import { words } from "../retrieval/words.ts";

/** The words of a text, those of one family alike. */
export const familiesIn = (text: string): readonly string[] => words(text).map(family);

/**
 * Long words that begin alike are one: `translate`, `translator`, `translation`. Seven letters keep `generate` and
 * `general` apart, and words of seven letters (`product`) from longer ones.
 */
export const family = (word: string): string => (/^[a-z]{8,}$/.test(word) ? `${word.slice(0, 7)}~` : word);
