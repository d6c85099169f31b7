import { stripInvisible } from "../source/invisible.ts";

const most = { characters: 200, words: 32, word: 60 };

/**
 * What of a model's query leaves this machine: one line, short, without secrets (`redact` takes out known ones and
 * everything of a secret's form), without words that are too long to be words, and without addresses, which could carry
 * anything. Nothing else of a run is ever sent.
 */
export function outwardQuery(query: string, redact: (text: string) => string): string {
  const words = redact(stripInvisible(query).text)
    .split(/\s+/)
    .filter((word) => word !== "" && word.length <= most.word && !word.includes("://"))
    .slice(0, most.words);
  // Words may make a secret only once they stand together.
  return redact(words.join(" ").slice(0, most.characters)).trim();
}
