/** What the yardstick takes on the machine on which the tests' limits of time were chosen, a slow one. */
const usualMilliseconds = 125;

/**
 * Milliseconds of this thread alone, as a machine of usual speed needs them: neither what else the machine does nor
 * how slow it is today is a part of it.
 */
export async function timeOf(work: () => unknown): Promise<number> {
  const milliseconds = await workOf(work);
  // The limits are far above this, and most work is far below.
  if (milliseconds < 400) return milliseconds;
  return milliseconds / Math.max(1, (await workOf(yardstick)) / usualMilliseconds);
}

async function workOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1000;
}

/** Texts, numbers and memory, as most programs have them. */
function yardstick(): number {
  const words = Array.from({ length: 200_000 }, (_, i) => `${(i * 48_271) % 2_147_483}`);
  const counts = new Map<string, number>();
  for (const word of words.sort()) counts.set(word, (counts.get(word) ?? 0) + word.search(/7[89]/));
  return counts.size;
}
