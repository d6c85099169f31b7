import type { ContextAnswer } from "./answer.ts";

/** One reason, as far as it is told. */
interface Told {
  readonly text: string;
}

/**
 * The heaviest reasons for a person, at most `most`. What a search found in the title it found in the whole request,
 * too: words and names that were told already are not told again, nor that a definition's file was found by `own`, its name.
 */
export function told(reasons: readonly Told[], most: number, own: string): readonly string[] {
  const known = new Set<string>();
  const texts: string[] = [];
  for (const { text } of reasons) {
    if (texts.length === most) break;
    if (text.endsWith(`: ${own}`)) continue;
    const evidence = /: (.*)$/s.exec(text)?.[1]?.split(", ");
    if (evidence?.every((one) => known.has(one))) continue;
    for (const one of evidence ?? []) known.add(one);
    texts.push(text);
  }
  return texts;
}

/** What is said where a requirement leads to nothing. */
export const nothingFound =
  "Nothing here has words like these. Say it in other words, name a file or a function, or give the place (FILE:LINE).";

/** Whether neither a place nor code was found, nor a place given. */
export const isEmpty = ({ target, places, support, passages }: ContextAnswer): boolean =>
  target === null &&
  [support, passages, places.files, places.definitions, places.newPlaces].every(
    (found) => found.length === 0,
  );
