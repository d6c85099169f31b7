/**
 * Reads a SCIP index (github.com/sourcegraph/scip, scip.proto), as written by precise indexers: which symbol occurs
 * where. Only what edges are derived from is kept.
 */
import { MalformedIndexError, readMessage, readPacked } from "./message.ts";

export interface ScipIndex {
  /** The indexer, `scip-python 0.6.6`; empty where it is not given. */
  readonly tool: string;
  /** URI of the folder where the index was made: `file:///home/runner/work/shop/shop`. */
  readonly projectRoot: string;
  readonly documents: readonly ScipDocument[];
}

/** An index whose documents are not decoded yet, so that a large one is never in memory as a whole. */
export interface SealedIndex {
  readonly tool: string;
  readonly projectRoot: string;
  readonly documents: readonly SealedDocument[];
  /** Documents left out because they are too large, damaged or too many. */
  readonly leftOut: number;
}

export interface SealedDocument {
  readonly path: string;
  readonly bytes: Uint8Array;
}

export interface ScipDocument {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  /** The unit of columns; undefined where the indexer does not give it. */
  readonly unit: ColumnUnit | undefined;
  readonly occurrences: readonly ScipOccurrence[];
  readonly symbols: readonly ScipSymbol[];
}

/** Bytes, UTF-16 units or code points. */
export type ColumnUnit = "utf-8" | "utf-16" | "utf-32";

export interface ScipOccurrence {
  /** 0-based line and column, in the document's `unit`, mostly UTF-16. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** Globally unique, except for local symbols, `local 4`, which are unique within the document. */
  readonly symbol: string;
  readonly isDefinition: boolean;
}

export interface ScipSymbol {
  readonly symbol: string;
  /** Symbols that this one implements or, for a class, extends. */
  readonly implements: readonly string[];
}

const definitionRole = 1;
const text = new TextDecoder();
const units: readonly (ColumnUnit | undefined)[] = [undefined, "utf-8", "utf-16", "utf-32"];

/** Limits of an index. The largest measured one, of a repository with 420 files, has 16 MB. */
export const scipLimits = {
  indexBytes: 200 * 2 ** 20,
  documentBytes: 50 * 2 ** 20,
  documents: 100_000,
  /** Occurrences and symbols of one document, each. */
  items: 1_000_000,
  /** Longer symbols and paths are ignored. */
  stringBytes: 8_192,
};

/** Limit of bases per class, since finding the direct ones compares each pair. */
const maxBases = 100;

/** A range is three or four numbers of at most ten bytes. */
const placeBytes = 40;

/** @throws MalformedIndexError where the bytes are no such index. */
export function readScip(bytes: Uint8Array): ScipIndex {
  const { tool, projectRoot, documents } = openScip(bytes);
  return { tool, projectRoot, documents: documents.map((sealed) => readDocument(sealed.bytes)) };
}

/** Locates the documents of an index without decoding them. @throws MalformedIndexError */
export function openScip(bytes: Uint8Array): SealedIndex {
  if (bytes.length > scipLimits.indexBytes) throw new MalformedIndexError("The index is too large.");
  const documents: SealedDocument[] = [];
  let leftOut = 0;
  let metadata = { tool: "", projectRoot: "" };
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 1) metadata = readMetadata(value);
      if (field !== 2) return;
      if (value.length > scipLimits.documentBytes || documents.length >= scipLimits.documents) leftOut++;
      else documents.push({ path: pathOf(value), bytes: value });
    },
  });
  return { ...metadata, documents, leftOut };
}

function readMetadata(bytes: Uint8Array): { tool: string; projectRoot: string } {
  let tool = "";
  let projectRoot = "";
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 2) tool = readTool(value);
      else if (field === 3) projectRoot = decoded(value);
    },
  });
  return { tool, projectRoot };
}

/** The path alone, which is the first field of most documents. Empty for a damaged document. */
function pathOf(document: Uint8Array): string {
  let path = "";
  try {
    readMessage(document, {
      bytes: (field, value) => {
        if (field === 1) path = decoded(value);
      },
    });
  } catch (error) {
    if (!(error instanceof MalformedIndexError)) throw error;
  }
  return path;
}

const decoded = (bytes: Uint8Array): string =>
  bytes.length > scipLimits.stringBytes ? "" : text.decode(bytes);

function readTool(bytes: Uint8Array): string {
  const words: string[] = [];
  readMessage(bytes, { bytes: (field, value) => void (field <= 2 && words.push(decoded(value))) });
  return words.slice(0, 2).join(" ");
}

/** @throws MalformedIndexError where the bytes are no document, or exceed a limit. */
export function readDocument(bytes: Uint8Array): ScipDocument {
  let path = "";
  let unit = 0;
  const occurrences: ScipOccurrence[] = [];
  const symbols: ScipSymbol[] = [];
  // Interned, since thousands of occurrences repeat their symbol.
  const names = new Map<string, string>();
  const once = (name: string): string => {
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  readMessage(bytes, {
    number: (field, value) => {
      if (field === 6) unit = value;
    },
    bytes: (field, value) => {
      if (field === 1) path = decoded(value);
      else if (field === 2) occurrences.push(readOccurrence(value, once));
      else if (field === 3) symbols.push(readSymbol(value, once));
      if (occurrences.length > scipLimits.items || symbols.length > scipLimits.items)
        throw new MalformedIndexError("A document has too much in it.");
    },
  });
  return { path, unit: units[unit], occurrences, symbols };
}

function readOccurrence(bytes: Uint8Array, once: (name: string) => string): ScipOccurrence {
  let range: readonly number[] = [];
  let symbol = "";
  let roles = 0;
  readMessage(bytes, {
    number: (field, value) => {
      if (field === 3) roles = value;
      else if (field === 1 && range.length < 5) range = [...range, value];
    },
    bytes: (field, value) => {
      if (field === 1 && value.length <= placeBytes) range = readPacked(value);
      else if (field === 2) symbol = once(decoded(value));
    },
  });
  // Three numbers where the range is within one line.
  const [line, column, third, fourth] = range;
  if (line === undefined || column === undefined || third === undefined || range.length > 4)
    throw new MalformedIndexError(`A place has ${range.length} numbers.`);
  const [endLine, endColumn] = fourth === undefined ? [line, third] : [third, fourth];
  return { line, column, endLine, endColumn, symbol, isDefinition: roles % 2 === definitionRole };
}

function readSymbol(bytes: Uint8Array, once: (name: string) => string): ScipSymbol {
  let symbol = "";
  const implemented: string[] = [];
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 1) symbol = once(decoded(value));
      else if (field === 4) {
        const other = readImplemented(value);
        if (other !== undefined && implemented.length < maxBases) implemented.push(once(other));
      }
    },
  });
  return { symbol, implements: implemented };
}

function readImplemented(relationship: Uint8Array): string | undefined {
  let symbol: string | undefined;
  let isImplementation = false;
  readMessage(relationship, {
    number: (field, value) => {
      if (field === 3) isImplementation = value !== 0;
    },
    bytes: (field, value) => {
      if (field === 1) symbol = decoded(value);
    },
  });
  return isImplementation ? symbol : undefined;
}
