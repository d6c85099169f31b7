/** A place at which something waits until a test lets it go on. */
export interface Hold {
  /** Resolves when somebody waits here. */
  readonly reached: Promise<void>;
  /** Waits; rejects when the signal aborts first. */
  wait(signal?: AbortSignal): Promise<void>;
  release(): void;
}

export function createHold(): Hold {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  return {
    reached: reached.promise,
    async wait(signal) {
      reached.resolve();
      const aborted = new Promise<never>((_resolve, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason as Error), { once: true });
      });
      await Promise.race([released.promise, aborted]);
    },
    release: released.resolve,
  };
}
