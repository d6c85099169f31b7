/** Columns of numbers and texts as bytes, each with its length before it, padded to whole numbers. */

export interface ColumnWriter {
  add(column: Int32Array | Uint32Array | Uint8Array): void;
  /** All texts as one column; their lengths and widths as two more. */
  addTexts(texts: readonly string[]): void;
  finish(): Buffer;
}

/** Thrown by a reader where the bytes are not such columns. */
export class DamagedError extends Error {}

/** Every read throws a DamagedError where the next column is not of that kind and length. */
export interface ColumnReader {
  /** 32-bit numbers from `least` to before `end`. */
  numbers(count: number, least: number, end: number): Int32Array;
  /** Lists of unsigned numbers one after the other, with these lengths. */
  lists(lengths: Int32Array): readonly Uint32Array[];
  bytes(count: number, end: number): Uint8Array;
  /** Bytes of any kind. */
  raw(count: number): Buffer;
  texts(count: number): readonly string[];
  finish(): void;
}

const step = 4;

export function createColumnWriter(): ColumnWriter {
  const parts: Buffer[] = [];
  const addBytes = (bytes: Buffer): void => {
    const head = Buffer.alloc(step);
    head.writeUInt32LE(bytes.length);
    parts.push(head, bytes, Buffer.alloc(padding(bytes.length)));
  };
  const add = (column: Int32Array | Uint32Array | Uint8Array): void =>
    addBytes(Buffer.from(column.buffer, column.byteOffset, column.byteLength));
  return {
    add,
    addTexts: (texts) => {
      // Two bytes a character only where one is not enough; both give back exactly what was written.
      const wide = texts.map((text) => /[^\0-\xff]/.test(text));
      const all = texts.map((text, at) => Buffer.from(text, wide[at] ? "utf16le" : "latin1"));
      add(Int32Array.from(all, (bytes) => bytes.length));
      add(Uint8Array.from(wide, Number));
      addBytes(Buffer.concat(all));
    },
    finish: () => Buffer.concat(parts),
  };
}

const padding = (length: number): number => (step - (length % step)) % step;

/** What is read are views of `bytes`: whoever changes those changes it. */
export function createColumnReader(given: Buffer): ColumnReader {
  const bytes = given.byteOffset % step === 0 ? given : Buffer.from(new Uint8Array(given).buffer);
  let at = 0;
  const next = (length: number | undefined): Buffer => {
    const byteLength = at + step <= bytes.length ? bytes.readUInt32LE(at) : -1;
    const start = at + step;
    ensure(
      byteLength >= 0 &&
        start + byteLength <= bytes.length &&
        (length === undefined || byteLength === length),
    );
    at = start + byteLength + padding(byteLength);
    return bytes.subarray(start, start + byteLength);
  };
  const numbers = (count: number, least: number, end: number): Int32Array => {
    const found = next(count * step);
    const column = new Int32Array(found.buffer, found.byteOffset, count);
    let isIn = true;
    for (let row = 0; row < count; row++) isIn = isIn && column[row]! >= least && column[row]! < end;
    ensure(isIn);
    return column;
  };
  const column = (count: number, end: number): Uint8Array => {
    const found = next(count);
    let isIn = true;
    for (let row = 0; row < count; row++) isIn = isIn && found[row]! < end;
    ensure(isIn);
    return new Uint8Array(found.buffer, found.byteOffset, count);
  };
  return {
    numbers,
    bytes: column,
    raw: next,
    lists: (lengths) => {
      const count = sumOf(lengths);
      const found = next(count * step);
      const all = new Uint32Array(found.buffer, found.byteOffset, count);
      let start = 0;
      return Array.from(lengths, (length) => {
        start += length;
        return all.subarray(start - length, start);
      });
    },
    texts: (count) => {
      const [lengths, wide] = [numbers(count, 0, 2 ** 31 - 1), column(count, 2)];
      const all = next(sumOf(lengths));
      let start = 0;
      return Array.from(lengths, (length, index) => {
        start += length;
        return all.toString(wide[index] === 1 ? "utf16le" : "latin1", start - length, start);
      });
    },
    finish: () => ensure(at === bytes.length),
  };
}

const sumOf = (lengths: Int32Array): number => lengths.reduce((sum, length) => sum + length, 0);

export function ensure(holds: boolean): void {
  if (!holds) throw new DamagedError("The bytes are not a snapshot.");
}
