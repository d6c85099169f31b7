/** Versions by the names that a project's own files give them: properties, variables, a parent's list. */
export type Words = ReadonlyMap<string, string>;

/** A word may lead to another one; a circle of them ends here, and so does one that makes texts long. */
const most = { rounds: 3, characters: 300 };

/** A text with `${word}` and `$word` filled in where they are known. `key` makes the name of what is written there. */
export function fill(text: string, words: Words, key = (name: string): string => name): string {
  let filled = text;
  for (let round = 0; round < most.rounds; round++) {
    if (!filled.includes("$") || filled.length > most.characters) break;
    filled = filled.replace(
      /\$(?:\{([^}]{1,200})\}|\(([^)]{1,200})\)|([A-Za-z_][\w.]*))/g,
      (whole, braced?: string, bracketed?: string, bare?: string) => {
        const known = words.get(key((braced ?? bracketed ?? bare)!.trim())) ?? whole;
        return known.length > most.characters ? whole : known;
      },
    );
  }
  return filled;
}
