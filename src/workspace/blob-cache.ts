/** Contents by hash, within a number of bytes; what was asked for least lately goes first. */
export interface BlobCache {
  get(hash: string): Buffer | undefined;
  put(hash: string, content: Buffer): void;
}

/** What a run reads it reads again: the index, the search, the context. */
export function createBlobCache(maxBytes: number): BlobCache {
  const kept = new Map<string, Buffer>();
  let bytes = 0;
  return {
    get: (hash) => {
      const content = kept.get(hash);
      if (content === undefined) return undefined;
      kept.delete(hash);
      kept.set(hash, content);
      return content;
    },
    put: (hash, content) => {
      if (content.length > maxBytes || kept.has(hash)) return;
      // A copy: what git printed comes in larger pieces, which a part of them would keep alive.
      kept.set(hash, Buffer.from(content));
      bytes += content.length;
      for (const [oldest, { length }] of kept) {
        if (bytes <= maxBytes) return;
        kept.delete(oldest);
        bytes -= length;
      }
    },
  };
}
