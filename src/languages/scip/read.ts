/**
 * Reads an index in the form of SCIP (github.com/sourcegraph/scip, scip.proto), which precise indexers write:
 * which symbol stands at which place of which file. Only what edges follow from is kept.
 */
import { MalformedIndexError, readMessage, readPacked } from "./message.ts";

export interface ScipIndex {
  /** The indexer: `scip-python 0.6.6`; empty where it does not say. */
  readonly tool: string;
  readonly documents: readonly ScipDocument[];
}

export interface ScipDocument {
  /** Relative to the indexed folder, with `/`. */
  readonly path: string;
  readonly occurrences: readonly ScipOccurrence[];
  readonly symbols: readonly ScipSymbol[];
}

export interface ScipOccurrence {
  /** 0-based line and column; the unit of columns is the indexer's, UTF-16 for most. */
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
  /** The same string wherever the same thing is meant; `local 4` is known in its document alone. */
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

/** @throws MalformedIndexError where the bytes are no such index. */
export function readScip(bytes: Uint8Array): ScipIndex {
  const documents: ScipDocument[] = [];
  let tool = "";
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 1) tool = readTool(value);
      else if (field === 2) documents.push(readDocument(value));
    },
  });
  return { tool, documents };
}

function readTool(metadata: Uint8Array): string {
  const words: string[] = [];
  readMessage(metadata, {
    bytes: (field, value) => {
      if (field !== 2) return;
      readMessage(value, { bytes: (inner, said) => void (inner <= 2 && words.push(text.decode(said))) });
    },
  });
  return words.join(" ");
}

function readDocument(bytes: Uint8Array): ScipDocument {
  let path = "";
  const occurrences: ScipOccurrence[] = [];
  const symbols: ScipSymbol[] = [];
  // Each of thousands of occurrences names its symbol; the same string is kept once.
  const names = new Map<string, string>();
  const once = (name: string): string => {
    const known = names.get(name);
    if (known === undefined) names.set(name, name);
    return known ?? name;
  };
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 1) path = text.decode(value);
      else if (field === 2) occurrences.push(readOccurrence(value, once));
      else if (field === 3) symbols.push(readSymbol(value));
    },
  });
  return { path, occurrences, symbols };
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
      if (field === 1) range = readPacked(value);
      else if (field === 2) symbol = once(text.decode(value));
    },
  });
  // Three numbers where it ends in the line in which it starts.
  const [line, column, third, fourth] = range;
  if (line === undefined || column === undefined || third === undefined || range.length > 4)
    throw new MalformedIndexError(`A place has ${range.length} numbers.`);
  const [endLine, endColumn] = fourth === undefined ? [line, third] : [third, fourth];
  return { line, column, endLine, endColumn, symbol, isDefinition: roles % 2 === definitionRole };
}

function readSymbol(bytes: Uint8Array): ScipSymbol {
  let symbol = "";
  const implemented: string[] = [];
  readMessage(bytes, {
    bytes: (field, value) => {
      if (field === 1) symbol = text.decode(value);
      else if (field === 4) {
        const other = readImplemented(value);
        if (other !== undefined) implemented.push(other);
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
      if (field === 1) symbol = text.decode(value);
    },
  });
  return isImplementation ? symbol : undefined;
}
