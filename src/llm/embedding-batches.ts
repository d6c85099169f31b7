export interface BatchLimits {
  /** Estimated tokens of one request. */
  readonly tokens: number;
  readonly texts: number;
}

/**
 * Tokens of a text, roughly, for batches and budgets: every embedding model counts by a table of its own. Bytes rather
 * than characters, because scripts without spaces take about a token a character.
 */
export const roughTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / 3);

/** Where the request ends that begins with the text at `start`: at least one text, however long it is. */
export function batchEnd(texts: readonly string[], start: number, limits: BatchLimits): number {
  let tokens = 0;
  let end = start;
  while (end < texts.length && end - start < limits.texts) {
    tokens += roughTokens(texts[end]!);
    if (end > start && tokens > limits.tokens) break;
    end += 1;
  }
  return end;
}
