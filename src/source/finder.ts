/** `indexOf` for a reader that mostly moves forward: -1 where there is none. */
export type Finder = (needle: string, from: number) => number;

/** Remembers the last answer for each needle, so that many searches for a far (or missing) one cost one pass. */
export function createFinder(text: string): Finder {
  const answers = new Map<string, { readonly from: number; readonly at: number }>();
  return (needle, from) => {
    const known = answers.get(needle);
    if (known && known.from <= from && (known.at >= from || known.at < 0)) return known.at;
    const at = text.indexOf(needle, from);
    answers.set(needle, { from, at });
    return at;
  };
}
