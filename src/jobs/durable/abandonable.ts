/**
 * Waits for work until the signal aborts, and then no longer: GitHub may take half a minute to say nothing, and a
 * person who cancelled should not. What was begun ends unheard, so this is for work that only reads. A write is
 * waited for: what it left must be known.
 */
export async function abandonable<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise: aborted, reject } = Promise.withResolvers<never>();
  const abandon = (): void => reject(signal.reason as Error);
  if (signal.aborted) abandon();
  signal.addEventListener("abort", abandon, { once: true });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener("abort", abandon);
  }
}
