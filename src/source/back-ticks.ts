/** Back-ticks that nothing in a text can end: more than any run of them in it, and at least so many. */
export function ticksAround(text: string, least: number): string {
  const runs = text.match(/`+/g) ?? [];
  return "`".repeat(runs.reduce((longest, run) => Math.max(longest, run.length + 1), least));
}
