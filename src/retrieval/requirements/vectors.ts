/**
 * Nearest vectors by brute force over bytes. Each vector is stored in 8 bits a number with one factor of its own, which
 * is a quarter of the memory and of the table, and as near as makes no difference (bench/vectors.ts).
 */

export interface Neighbour {
  /** Row of the table. */
  readonly row: number;
  readonly cosine: number;
}

/** Vectors of one width, compared by their angle. */
export interface VectorTable {
  readonly size: number;
  readonly dimensions: number;
  /** The rows most alike to a vector of length 1, best first; ties by row. One of another width finds nothing. */
  nearest(query: Float32Array, limit: number): readonly Neighbour[];
}

const factorBytes = 4;

/** A vector as it is kept: a 32-bit factor (little-endian), then a signed byte a number. */
export function packVector(vector: Float32Array): Buffer {
  const [bytes, factor] = quantised(vector);
  const packed = Buffer.alloc(factorBytes + bytes.length);
  packed.writeFloatLE(factor);
  packed.set(new Uint8Array(bytes.buffer), factorBytes);
  return packed;
}

/** True for what `packVector` can have written, of that width. */
export function isPackedVector(packed: Uint8Array, dimensions: number): boolean {
  if (packed.length !== factorBytes + dimensions || dimensions === 0) return false;
  const factor = factorOf(packed);
  return Number.isFinite(factor) && factor > 0 && packed.subarray(factorBytes).some((byte) => byte !== 0);
}

/** `packed`: what `isPackedVector` let through, all of one width. */
export function createVectorTable(packed: readonly Uint8Array[]): VectorTable {
  const dimensions = Math.max(0, (packed[0]?.length ?? 0) - factorBytes);
  const bytes = new Int8Array(packed.length * dimensions);
  const factors = new Float32Array(packed.length);
  for (const [row, one] of packed.entries()) {
    bytes.set(new Int8Array(one.buffer, one.byteOffset + factorBytes, dimensions), row * dimensions);
    factors[row] = factorOf(one);
  }
  return {
    ...{ size: packed.length, dimensions },
    nearest: (query, limit) => {
      if (query.length !== dimensions || packed.length === 0) return [];
      // As doubles: V8 multiplies these with bytes faster than bytes with bytes.
      const asked = Float64Array.from(query);
      const cosines = new Float32Array(packed.length);
      for (let row = 0; row < packed.length; row++)
        cosines[row] = product(asked, bytes, row * dimensions) * factors[row]!;
      return largest(cosines, limit);
    },
  };
}

/** The vector in steps of its largest number over 127, and the factor that gives the result length 1. */
function quantised(vector: Float32Array): readonly [Int8Array, number] {
  let largest = 0;
  for (const value of vector) largest = Math.max(largest, Math.abs(value));
  const bytes = new Int8Array(vector.length);
  let sum = 0;
  for (let at = 0; at < vector.length; at++) {
    const step = Math.round((vector[at]! / largest) * 127);
    bytes[at] = step;
    sum += step * step;
  }
  return [bytes, 1 / Math.sqrt(sum)];
}

/** Four sums side by side: the processor need not wait for one to add to it again. */
function product(asked: Float64Array, bytes: Int8Array, from: number): number {
  let [a, b, c, d] = [0, 0, 0, 0];
  const whole = asked.length - (asked.length % 4);
  for (let at = 0; at < whole; at += 4) {
    const row = from + at;
    a += asked[at]! * bytes[row]!;
    b += asked[at + 1]! * bytes[row + 1]!;
    c += asked[at + 2]! * bytes[row + 2]!;
    d += asked[at + 3]! * bytes[row + 3]!;
  }
  for (let at = whole; at < asked.length; at++) a += asked[at]! * bytes[from + at]!;
  return a + b + c + d;
}

/** The largest values in order, by keeping the best so far in a sorted list: `limit` is small. */
export function largest(cosines: Float32Array, limit: number): readonly Neighbour[] {
  const kept: Neighbour[] = [];
  if (limit < 1) return kept;
  for (let row = 0; row < cosines.length; row++) {
    const cosine = cosines[row]!;
    if (kept.length === limit && cosine <= kept[limit - 1]!.cosine) continue;
    let at = kept.length;
    while (at > 0 && kept[at - 1]!.cosine < cosine) at--;
    kept.splice(at, 0, { row, cosine });
    if (kept.length > limit) kept.pop();
  }
  return kept;
}

const factorOf = (packed: Uint8Array): number =>
  new DataView(packed.buffer, packed.byteOffset, factorBytes).getFloat32(0, true);
