/**
 * A compiled query as bytes. Compiling one takes 0.05 to 0.9 s in every thread, most of it for an analysis of the
 * grammar that comes out the same each time; putting its bytes into the parser's memory takes less than a millisecond.
 *
 * The runtime keeps a query as a struct of 13 lists (where it lies, how long it is, for how many there is room: three
 * 32-bit words each), the address of its grammar and a number (`struct TSQuery` in tree-sitter's lib/src/query.c).
 * No list but one holds addresses: that of the quantifiers is a list of lists. An image holds the content of all
 * lists. The layout is that of one version of the runtime, so an image is kept under that version, and a test
 * compiles every query anew to see that nothing has changed.
 */

/** What of the parser's runtime is needed here: its memory, and how room in it is got. */
export interface QueryMemory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU32: Uint32Array;
  _malloc(bytes: number): number;
}

/** Bytes of an element of each list, and of those at its end that mean nothing. */
const lists: readonly (readonly [size: number, padding: number])[] = [
  // Names of captures, texts of predicates: characters, then where each begins.
  [1, 0],
  [8, 0],
  [1, 0],
  [8, 0],
  // Quantifiers of captures: lists of bytes.
  [12, 0],
  // Steps, patterns by symbol, steps of predicates, patterns, offsets of steps, negated fields.
  [20, 0],
  [6, 1],
  [8, 0],
  [28, 3],
  [8, 2],
  [2, 0],
  // A buffer that is of no use once the query is compiled, and symbols of repetitions.
  [1, 0],
  [2, 0],
];
const quantifiers = 4;
const listWords = 3;
const headWords = lists.length * listWords;
/** The lists, the grammar, the number of patterns that begin with any node. */
const structBytes = (headWords + 2) * 4;

/** The bytes of a query that lies at `address`. */
export function imageOf({ HEAPU8, HEAPU32 }: QueryMemory, address: number): Buffer {
  const parts: Buffer[] = [];
  const number = (value: number): void => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32LE(value);
    parts.push(bytes);
  };
  const copy = (at: number, size: number, count: number, padding: number): void => {
    const bytes = Buffer.from(HEAPU8.subarray(at, at + size * count));
    for (let end = size; padding > 0 && end <= bytes.length; end += size) bytes.fill(0, end - padding, end);
    number(count);
    parts.push(bytes);
  };
  const word = address >>> 2;
  for (const [place, [size, padding]] of lists.entries()) {
    const [at, count] = [HEAPU32[word + place * listWords]!, HEAPU32[word + place * listWords + 1]!];
    if (place !== quantifiers) copy(at, size, count, padding);
    else {
      number(count);
      for (let one = 0; one < count; one++) {
        const inner = (at >>> 2) + one * listWords;
        copy(HEAPU32[inner]!, 1, HEAPU32[inner + 1]!, 0);
      }
    }
  }
  number(HEAPU32[word + headWords + 1]! & 0xffff);
  return Buffer.concat(parts);
}

/**
 * Puts a query into the memory of a runtime.
 * @param grammar The address of the grammar for which it was compiled.
 * @returns Its address; what lies there is freed like any other query.
 */
export function placeImage(memory: QueryMemory, image: Buffer, grammar: number): number {
  let read = 0;
  const number = (): number => {
    read += 4;
    return image.readUInt32LE(read - 4);
  };
  // Room may move the memory, so it is looked up anew each time.
  const list = (size: number): readonly [at: number, count: number] => {
    const count = number();
    const bytes = size * count;
    const at = bytes === 0 ? 0 : memory._malloc(bytes);
    memory.HEAPU8.set(image.subarray(read, read + bytes), at);
    read += bytes;
    return [at, count];
  };
  const words: number[] = [];
  for (const [place, [size]] of lists.entries())
    if (place !== quantifiers) words.push(...room(list(size)));
    else {
      const inner: number[] = [];
      const count = number();
      for (let one = 0; one < count; one++) inner.push(...room(list(1)));
      words.push(...room([placeWords(memory, inner, inner.length * 4), count]));
    }
  words.push(grammar, number());
  return placeWords(memory, words, structBytes);
}

/** The words of a list that is as long as there is room. */
const room = ([at, count]: readonly [at: number, count: number]): readonly number[] => [at, count, count];

function placeWords(memory: QueryMemory, words: readonly number[], bytes: number): number {
  const at = memory._malloc(bytes);
  memory.HEAPU32.set(words, at >>> 2);
  return at;
}
