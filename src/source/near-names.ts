/**
 * The names that take the fewest changes of letters, nearest first; none where more than one letter of `oneOf` is
 * another one.
 */
export function nearestNames(
  names: Iterable<string>,
  asked: string,
  most: number,
  oneOf = 2,
): readonly string[] {
  if (asked.length > longest) return [];
  const wanted = asked.toLowerCase();
  const limit = Math.max(1, Math.floor(wanted.length / oneOf));
  return [...new Set(names)]
    .filter((name) => Math.abs(name.length - wanted.length) <= limit)
    .map((name) => ({ name, distance: distance(name.toLowerCase(), wanted) }))
    .filter((one) => one.distance <= limit)
    .sort((a, b) => a.distance - b.distance || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name);
}

/** Letters of a name that somebody may have misspelt: the time grows with their square. */
const longest = 200;

/** Levenshtein's, a row at a time. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1));
    row = next;
  }
  return row[b.length]!;
}
