/** Outlines as they lie in a pack: some ten of them one after the other, compressed together. */
import { constants, zstdCompressSync } from "node:zlib";

/** Chunks one after the other. */
export interface Chunks {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Of each chunk, in bytes. */
  readonly lengths: readonly number[];
  /** For each outline its chunk, and where it begins and how long it is in what comes out of that. */
  readonly places: Int32Array<ArrayBuffer>;
}

/** One of the outlines that were compressed together. */
export interface InChunks {
  readonly chunks: Chunks;
  readonly at: number;
}

/** Bytes of outlines that are compressed together: large enough to be quick, small enough for one of them to be read. */
const chunkSize = 32_000;
const compression = {
  chunkSize: chunkSize / 2,
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
};

/** @param texts Outlines as JSON. */
export function chunksOf(texts: readonly string[]): Chunks {
  const places = new Int32Array(3 * texts.length);
  const compressed: Buffer[] = [];
  let first = 0;
  let size = 0;
  texts.forEach((text, at) => {
    const length = Buffer.byteLength(text);
    places.set([compressed.length, size, length], 3 * at);
    size += length;
    if (size < chunkSize && at + 1 < texts.length) return;
    compressed.push(zstdCompressSync(Buffer.from(texts.slice(first, at + 1).join("")), compression));
    first = at + 1;
    size = 0;
  });
  // In memory of its own, which can be handed to another thread: that of a Buffer may be one of a pool.
  const bytes = new Uint8Array(Buffer.concat(compressed));
  return { bytes, lengths: compressed.map(({ length }) => length), places };
}
