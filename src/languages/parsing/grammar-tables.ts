/**
 * The symbol and production tables of a grammar, read once from the runtime's memory: `struct TSLanguage` of
 * tree-sitter's lib/src/parser.h, as laid out in 32-bit memory.
 */

/** The memory of the parser's runtime. */
export interface ParserMemory {
  readonly HEAPU8: Uint8Array;
  readonly HEAPU16: Uint16Array;
  readonly HEAP32: Int32Array;
}

export interface GrammarTables {
  /** Names by symbol; after the last, that of `ERROR`. */
  readonly types: readonly string[];
  /** Fields by name. */
  readonly fields: ReadonlyMap<string, number>;
  /** The number of symbols, which is also the number that stands for `ERROR`. */
  readonly symbolCount: number;
  /** By symbol: the first of the same name and kind, which patterns refer to. */
  readonly publicSymbols: Uint16Array;
  /** By symbol: 1 for named nodes, 0 for anonymous tokens. */
  readonly named: Uint8Array;
  /** By symbol: 1 where its nodes are visible. */
  readonly visible: Uint8Array;
  /** Supertypes by name: symbols for a choice of others, without nodes of their own. */
  readonly supertypes: ReadonlyMap<string, number>;
  /** The number of children per production in the two tables below. */
  readonly width: number;
  /** By `production * width + child`: the alias symbol of the child, 0 for none. */
  readonly aliases: Uint16Array;
  /** Likewise the field of the child, 0 for none. */
  readonly childFields: Uint16Array;
}

/** Word offsets in the struct; `width` is a half-word. */
const place = {
  symbolCount: 1,
  aliasCount: 2,
  productionCount: 7,
  fieldCount: 8,
  width: 9,
  names: 14,
  fieldSlices: 16,
  fieldEntries: 17,
  metadata: 18,
  publicSymbols: 19,
  aliases: 21,
};

export function readGrammar(
  { HEAPU8, HEAPU16, HEAP32 }: ParserMemory,
  address: number,
  types: readonly string[],
  fields: readonly (string | null)[],
): GrammarTables {
  const word = (at: number): number => HEAP32[(address >> 2) + at]!;
  const symbolCount = word(place.symbolCount) + word(place.aliasCount);
  const productionCount = word(place.productionCount);
  const width = HEAPU16[(address >> 1) + place.width * 2]!;
  const named = new Uint8Array(symbolCount + 1);
  const visible = new Uint8Array(symbolCount + 1);
  const supertypes = new Map<string, number>();
  for (let symbol = 0; symbol < symbolCount; symbol++) {
    const metadata = word(place.metadata) + symbol * 3;
    visible[symbol] = HEAPU8[metadata]!;
    named[symbol] = HEAPU8[metadata + 1]!;
    if (HEAPU8[metadata + 2] === 1)
      supertypes.set(wordAt(HEAPU8, HEAP32[(word(place.names) >> 2) + symbol]!), symbol);
  }
  const publicSymbols = HEAPU16.slice(
    word(place.publicSymbols) >> 1,
    (word(place.publicSymbols) >> 1) + symbolCount,
  );
  const aliases = HEAPU16.slice(
    word(place.aliases) >> 1,
    (word(place.aliases) >> 1) + productionCount * width,
  );
  const childFields = new Uint16Array(productionCount * width);
  for (let production = 0; word(place.fieldCount) > 0 && production < productionCount; production++) {
    const slice = (word(place.fieldSlices) >> 1) + production * 2;
    const [first, length] = [HEAPU16[slice]!, HEAPU16[slice + 1]!];
    for (let entry = first + length - 1; entry >= first; entry--) {
      const at = word(place.fieldEntries) + entry * 4;
      const [child, isInherited] = [HEAPU8[at + 2]!, HEAPU8[at + 3]! === 1];
      // In reverse, since of two fields of a child the first counts.
      if (!isInherited) childFields[production * width + child] = HEAPU16[at >> 1]!;
    }
  }
  return {
    types: [...types, "ERROR"],
    fields: new Map(fields.flatMap((name, number) => (name === null ? [] : [[name, number]]))),
    symbolCount,
    publicSymbols,
    named,
    visible,
    supertypes,
    width,
    aliases,
    childFields,
  };
}

/** A null-terminated string. */
const wordAt = (bytes: Uint8Array, start: number): string =>
  Buffer.from(bytes.subarray(start, bytes.indexOf(0, start))).toString("utf8");
