/** One reason, as far as it is told. */
interface Told {
  readonly text: string;
}

/**
 * The heaviest reasons for a person, at most `most`. What a search found in the title it found in the whole request,
 * too: words and names that were told already are not told again.
 */
export function told(reasons: readonly Told[], most: number): readonly string[] {
  const known = new Set<string>();
  const texts: string[] = [];
  for (const { text } of reasons) {
    if (texts.length === most) break;
    const evidence = /: (.*)$/s.exec(text)?.[1]?.split(", ");
    if (evidence?.every((one) => known.has(one))) continue;
    for (const one of evidence ?? []) known.add(one);
    texts.push(text);
  }
  return texts;
}
