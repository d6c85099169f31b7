/** Numbers grouped by a hash: a few bytes each, where a map of strings takes a hundred. */

// Looked up once: see fact-numbers.ts.
const { imul } = Math;

/** Gives the numbers that may have this hash, in order. Others may be among them. */
export type Buckets = (hash: number) => Int32Array;

/** @param hashes By number. */
export function createBuckets(hashes: Int32Array): Buckets {
  const bits = Math.max(1, 32 - Math.clz32(hashes.length));
  const slotOf = (hash: number): number => imul(hash, 0x9e3779b1) >>> (32 - bits);
  const starts = new Int32Array(2 ** bits + 1);
  for (let at = 0; at < hashes.length; at++) starts[slotOf(hashes[at]!) + 1]!++;
  for (let slot = 0; slot < 2 ** bits; slot++) starts[slot + 1]! += starts[slot]!;
  const next = starts.slice();
  const order = new Int32Array(hashes.length);
  for (let at = 0; at < hashes.length; at++) order[next[slotOf(hashes[at]!)]!++] = at;
  return (hash) => order.subarray(starts[slotOf(hash)], starts[slotOf(hash) + 1]);
}

const basis = 0x811c9dc5;
const prime = 0x01000193;

/** FNV-1a over UTF-16 units, going on from the hash of what comes before. */
export function hashText(text: string, before: number = basis): number {
  let hash = before;
  for (let at = 0; at < text.length; at++) hash = imul(hash ^ text.charCodeAt(at), prime);
  return hash;
}

/** The same over the bytes of a text. @param wide Two bytes a unit, else one. */
export function hashBytes(bytes: Buffer, start: number, end: number, wide: boolean, before: number = basis) {
  let hash = before;
  if (wide)
    for (let at = start; at < end; at += 2) hash = imul(hash ^ (bytes[at]! | (bytes[at + 1]! << 8)), prime);
  else for (let at = start; at < end; at++) hash = imul(hash ^ bytes[at]!, prime);
  return hash;
}
