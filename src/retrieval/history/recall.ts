/** The share of what was wanted that stands among the first `cutoff` of a ranking; 1 where nothing was wanted. */
export function recallAt(ranked: readonly string[], wanted: ReadonlySet<string>, cutoff: number): number {
  if (wanted.size === 0) return 1;
  const first = new Set(ranked.slice(0, cutoff));
  return [...wanted].filter((one) => first.has(one)).length / wanted.size;
}
