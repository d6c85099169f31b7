/**
 * A minimal decoder of protocol buffers (protobuf.dev, "Encoding"): a message is a sequence of fields, each a key and
 * then a number, or a length with that many bytes. Indexes are untrusted input, so every length is checked.
 */

/** The file is no index, or is truncated. */
export class MalformedIndexError extends Error {
  override readonly name = "MalformedIndexError";
}

/** Callbacks per field, by wire type. */
export interface FieldReaders {
  /** Numbers and flags; larger than 2^53 loses its last digits. */
  readonly number?: (field: number, value: number) => void;
  /** Strings, inner messages and packed numbers. */
  readonly bytes?: (field: number, value: Uint8Array) => void;
}

/** Numbers take at most 10 bytes of 7 bits each. */
const maxNumberBytes = 10;

/** @throws MalformedIndexError where the bytes are no message. */
export function readMessage(bytes: Uint8Array, { number, bytes: inner }: FieldReaders): void {
  const cursor = { at: 0 };
  while (cursor.at < bytes.length) {
    const key = readNumber(bytes, cursor);
    const field = Math.floor(key / 8);
    const wire = key % 8;
    if (field === 0) throw new MalformedIndexError("A field has the number 0.");
    if (wire === 0) {
      const value = readNumber(bytes, cursor);
      number?.(field, value);
    } else if (wire === 1 || wire === 5) take(bytes, cursor, wire === 1 ? 8 : 4);
    else if (wire === 2) {
      const value = take(bytes, cursor, readNumber(bytes, cursor));
      inner?.(field, value);
    } else throw new MalformedIndexError(`A field has the unknown wire type ${wire}.`);
  }
}

/** Packed repeated numbers. */
export function readPacked(bytes: Uint8Array): readonly number[] {
  const cursor = { at: 0 };
  const values: number[] = [];
  while (cursor.at < bytes.length) values.push(readNumber(bytes, cursor));
  return values;
}

function readNumber(bytes: Uint8Array, cursor: { at: number }): number {
  let value = 0;
  for (let place = 0; place < maxNumberBytes; place++) {
    const byte = bytes[cursor.at++];
    if (byte === undefined) throw new MalformedIndexError("A number is cut off.");
    value += (byte & 0x7f) * 2 ** (7 * place);
    if (byte < 0x80) return value;
  }
  throw new MalformedIndexError("A number is too long.");
}

function take(bytes: Uint8Array, cursor: { at: number }, length: number): Uint8Array {
  const start = cursor.at;
  cursor.at += length;
  if (cursor.at > bytes.length) throw new MalformedIndexError("A field is longer than what holds it.");
  return bytes.subarray(start, cursor.at);
}
