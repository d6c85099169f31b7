import { words } from "../retrieval/words.ts";

/** The words of a text, those of one family alike. */
export const familiesIn = (text: string): readonly string[] => words(text).map(family);

/** Endings that make one word of another: `translator`, `translation` of `translate`. The longest that fits goes. */
const endings =
  /(?:ization|isation|ational|ation|ition|ion|ator|itor|or|er|ment|ance|ence|able|ible|iv|iz|is|ity|ly|al|at)$/;
/** What is left of a word says enough. */
const fewestLetters = 4;

/** Words of one family are one: `encrypt` and `encryption`, `organise` and `organizer`. Takes a word of `words`. */
export function family(word: string): string {
  if (!/^[a-z]{5,}$/.test(word)) return word;
  const root = shorter(shorter(word)).replace(/e$|(?<=[^aeiou])y$/, "");
  return root.replace(/([^aeious])\1$/, "$1");
}

function shorter(word: string): string {
  const root = word.replace(endings, "");
  return root.length < fewestLetters ? word : root;
}
