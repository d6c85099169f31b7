/**
 * Keeps what GitHub answered to reads of public code, under GitHub's own tag (ETag), so that it is asked again only
 * whether it changed. Nothing depends on it: what is missing or damaged is read anew.
 */
export interface AnswerCache {
  /** What was kept under these parts. */
  get(parts: readonly string[]): Promise<Uint8Array | undefined>;
  put(parts: readonly string[], value: Uint8Array): Promise<void>;
}

/** A cache for one run. */
export function answersInMemory(): AnswerCache {
  const kept = new Map<string, Uint8Array>();
  return {
    get: async (parts) => kept.get(JSON.stringify(parts)),
    put: async (parts, value) => void kept.set(JSON.stringify(parts), value),
  };
}

/** One answer as it is kept. `value` is null where GitHub has nothing there (404). */
export interface KeptAnswer {
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly value: unknown;
}

/** Reads what was kept; damaged or foreign bytes are nothing. */
export function keptAnswer(bytes: Uint8Array | undefined): KeptAnswer | undefined {
  if (bytes === undefined) return undefined;
  try {
    const kept = JSON.parse(Buffer.from(bytes).toString("utf8")) as Partial<KeptAnswer> | null;
    const isWhole =
      typeof kept === "object" && kept !== null && typeof kept.at === "number" && "value" in kept;
    return isWhole ? { etag: kept.etag ?? null, at: kept.at!, value: kept.value } : undefined;
  } catch {
    // Not what was written: asked anew.
    return undefined;
  }
}
