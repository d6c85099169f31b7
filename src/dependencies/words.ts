/** Versions by the names that a project's own files give them: properties, variables, a parent's list. */
export type Words = ReadonlyMap<string, string>;

export type LookUp = (word: string) => string | undefined;

/** What a file says itself, else what the others say. */
export const firstOf =
  (own: Words, others: Words): LookUp =>
  (word) =>
    own.get(word) ?? others.get(word);

/** A word may lead to another one; a circle of them ends here, and so does one that makes texts long. */
const most = { rounds: 3, characters: 300 };

/** A text with `${word}`, `$(word)` and `$word` filled in where they are known. */
export function fill(text: string, known: LookUp): string {
  let filled = text;
  for (let round = 0; round < most.rounds; round++) {
    if (!filled.includes("$") || filled.length > most.characters) break;
    filled = filled.replace(
      /\$(?:\{([^}]{1,200})\}|\(([^)]{1,200})\)|([A-Za-z_][\w.]*))/g,
      (whole, braced?: string, bracketed?: string, bare?: string) => {
        const said = known((braced ?? bracketed ?? bare)!.trim()) ?? whole;
        return said.length > most.characters ? whole : said;
      },
    );
  }
  return filled;
}
