/**
 * Packs of outlines: 4 bytes length of the table, the table as JSON, then chunks of some ten outlines, each compressed
 * with a checksum. The table says how long each chunk is, and of each outline its chunk and its place in what comes
 * out of it. Of a pack the table is read, and a chunk when it is asked for: whoever brings a graph up to date needs a
 * few of thousands.
 */
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { decompressed, remove, removeLeftOvers, tryOnDisk, writeWhole } from "./cache-files.ts";
import type { Chunks } from "./outline-chunks.ts";

export interface Pack {
  readonly file: string;
  /** Bytes of the file, and where chunks begin in it. */
  readonly size: number;
  readonly body: number;
  readonly table: ReadonlyMap<string, Place>;
  /** Where each chunk begins after the table, and the end of the last. */
  readonly starts: readonly number[];
  /** Bytes that come out of each chunk, as far as outlines lie in them. */
  readonly sizes: readonly number[];
  /** How many chunks were read one by one; then everything that comes after the table. */
  reads: number;
  bytes: Buffer | undefined;
  /** What came out of the chunks that were asked for last, by their numbers. */
  readonly open: Map<number, Buffer>;
}

export type Place = readonly [chunk: number, offset: number, length: number];

/** Outlines in chunks, and by what each is asked for; one that has no key is not asked for. */
export interface Packed {
  readonly keys: readonly (string | undefined)[];
  readonly chunks: Chunks;
}

/** Bytes of packs that are kept; the rest is parsed again when it is needed. */
const maxBytes = 512_000_000;
/** Whoever needs more chunks than this of one pack will need most of them. */
const maxReads = 24;
const maxOpen = 4;
/** Bytes that may come out of a chunk: one outline may be larger than all others of a chunk. */
const maxUnpacked = 100_000_000;

/** Tables that this process has read; a pack never changes under its name. */
const known = new Map<string, Pack>();

/** The packs of this version, newest first; those of other versions and beyond the size are removed. */
export function openPacks(folder: string, version: string): Pack[] {
  removeLeftOvers(folder);
  const names = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  const packs: Pack[] = [];
  let bytes = 0;
  for (const name of names.sort().reverse()) {
    const file = join(folder, name);
    const pack = name.startsWith(`${version}-`) && bytes < maxBytes ? openPack(file) : undefined;
    if (pack) packs.push(pack);
    else remove(file);
    bytes += pack?.size ?? 0;
  }
  const files = new Set(packs.map(({ file }) => file));
  for (const file of known.keys())
    if (file.startsWith(join(folder, "/")) && !files.has(file)) known.delete(file);
  for (const pack of packs) known.set(pack.file, pack);
  return packs;
}

/** Undefined where it is damaged, or merged away by another process since the folder was listed. */
function openPack(file: string): Pack | undefined {
  if (!existsSync(file)) return undefined;
  return readIn(file, (open) => {
    const { size } = fstatSync(open);
    const opened = known.get(file);
    if (opened?.size === size) return { ...opened, ...unread() };
    const head = bytesAt(open, 0, 4)?.readUInt32LE(0) ?? size;
    const text = head + 4 <= size ? bytesAt(open, 4, head) : undefined;
    const found = text && tableOf(text.toString("utf8"), size - 4 - head);
    return found && { ...{ file, size, body: 4 + head }, ...found, ...unread() };
  });
}

const unread = () => ({ reads: 0, bytes: undefined, open: new Map<number, Buffer>() });

/** Undefined where the pack does not have it, is no longer there, or the bytes are not what was written. */
export function readFromPack(pack: Pack, key: string): Buffer | undefined {
  const place = pack.table.get(key);
  if (!place) return undefined;
  const [chunk, offset, length] = place;
  const bytes = pack.open.get(chunk) ?? unpackedChunk(pack, chunk);
  if (!bytes || offset + length > bytes.length) return undefined;
  pack.open.delete(chunk);
  pack.open.set(chunk, bytes);
  for (const [oldest] of pack.open) if (pack.open.size > maxOpen) pack.open.delete(oldest);
  return bytes.subarray(offset, offset + length);
}

function unpackedChunk(pack: Pack, chunk: number): Buffer | undefined {
  const bytes = chunkOf(pack, chunk);
  return bytes && decompressed(bytes, pack.sizes[chunk] ?? 0, maxUnpacked);
}

function chunkOf(pack: Pack, chunk: number): Buffer | undefined {
  const [start, end] = [pack.starts[chunk]!, pack.starts[chunk + 1]!];
  if (!pack.bytes && pack.reads++ >= maxReads)
    pack.bytes = inFile(pack.file, (open) => readFileSync(open).subarray(pack.body));
  if (pack.bytes) return pack.bytes.subarray(start, end);
  return inFile(pack.file, (open) => bytesAt(open, pack.body + start, end - start));
}

/** Undefined where the disk does not give it: as if it were not there. Another process may have merged it away. */
function inFile<T>(file: string, read: (open: number) => T): T | undefined {
  const done = tryOnDisk(() => readIn(file, read));
  return "value" in done ? done.value : undefined;
}

function readIn<T>(file: string, read: (open: number) => T): T {
  const open = openSync(file, "r");
  try {
    return read(open);
  } finally {
    closeSync(open);
  }
}

/** Undefined where the file ends before. */
function bytesAt(open: number, start: number, length: number): Buffer | undefined {
  const bytes = Buffer.allocUnsafe(length);
  let at = 0;
  while (at < length) {
    const read = readSync(open, bytes, at, length - at, start + at);
    if (read === 0) return undefined;
    at += read;
  }
  return bytes;
}

/** Undefined where it is damaged, or says nothing: the pack is rebuilt from the sources. */
function tableOf(text: string, size: number): Pick<Pack, "table" | "starts" | "sizes"> | undefined {
  const { chunks, outlines } = parseTable(text);
  const starts = [0];
  for (const length of chunks) if (isIndex(length)) starts.push(starts.at(-1)! + length);
  if (starts.length !== chunks.length + 1 || starts.at(-1)! > size) return undefined;
  const table = new Map<string, Place>();
  for (const one of outlines) {
    const [key, chunk, offset, length] = Array.isArray(one) ? (one as readonly unknown[]) : [];
    if (typeof key !== "string" || !isIndex(chunk) || !isIndex(offset) || !isIndex(length)) return undefined;
    if (chunk >= chunks.length) return undefined;
    table.set(key, [chunk, offset, length]);
  }
  return table.size === 0 ? undefined : { table, starts, sizes: sizesIn(table) };
}

function sizesIn(table: ReadonlyMap<string, Place>): readonly number[] {
  const sizes: number[] = [];
  for (const [chunk, offset, length] of table.values())
    sizes[chunk] = Math.max(sizes[chunk] ?? 0, offset + length);
  return sizes;
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseTable(text: string): {
  readonly chunks: readonly unknown[];
  readonly outlines: readonly unknown[];
} {
  try {
    const { chunks, outlines } = (JSON.parse(text) ?? {}) as Record<string, unknown>;
    return Array.isArray(chunks) && Array.isArray(outlines)
      ? { chunks, outlines }
      : { chunks: [], outlines: [] };
  } catch {
    return { chunks: [], outlines: [] };
  }
}

/** Of an outline that is in several of them the last counts. */
export function writePack(folder: string, version: string, all: readonly Packed[]): Pack {
  const table = new Map<string, Place>();
  const starts = [0];
  for (const { keys, chunks } of all) {
    const { places, lengths } = chunks;
    const first = starts.length - 1;
    for (const [at, key] of keys.entries())
      if (key !== undefined)
        table.set(key, [first + places[3 * at]!, places[3 * at + 1]!, places[3 * at + 2]!]);
    for (const length of lengths) starts.push(starts.at(-1)! + length);
  }
  const outlines = [...table].map(([key, place]) => [key, ...place]);
  const lengths = all.flatMap(({ chunks }) => chunks.lengths);
  const head = Buffer.from(JSON.stringify({ chunks: lengths, outlines }));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const time = Date.now().toString(36).padStart(9, "0");
  const file = join(folder, `${version}-${time}-${randomUUID()}.pack`);
  writeWhole(file, [size, head, ...all.map(({ chunks }) => chunks.bytes)]);
  const body = 4 + head.length;
  return {
    ...{ file, size: body + starts.at(-1)!, body, table, starts, sizes: sizesIn(table) },
    ...unread(),
  };
}
