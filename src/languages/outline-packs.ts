/**
 * Packs of outlines: 4 bytes length of the table, the table as JSON (`key`, offset, length), then outlines, each
 * compressed on its own with a checksum. Of a pack its table is read, and an outline when it is asked for: whoever
 * brings a graph up to date needs a few of thousands.
 */
import { randomUUID } from "node:crypto";
import { closeSync, existsSync, fstatSync, openSync, readdirSync, readFileSync, readSync } from "node:fs";
import { join } from "node:path";
import { remove, removeLeftOvers, tryOnDisk, writeWhole } from "./cache-files.ts";

export interface Pack {
  readonly file: string;
  /** Bytes of the file, and where outlines begin in it. */
  readonly size: number;
  readonly body: number;
  readonly table: ReadonlyMap<string, readonly [offset: number, length: number]>;
  /** How many outlines were read one by one; then everything that comes after the table. */
  reads: number;
  bytes: Buffer | undefined;
}

/** Bytes of packs that are kept; the rest is parsed again when it is needed. */
const maxBytes = 512_000_000;
/** Whoever needs more outlines than this of one pack will need most of them. */
const mostReads = 24;

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
    if (opened?.size === size) return { ...opened, reads: 0, bytes: undefined };
    const head = bytesAt(open, 0, 4)?.readUInt32LE(0) ?? size;
    const text = head + 4 <= size ? bytesAt(open, 4, head) : undefined;
    const table = text && tableOf(text.toString("utf8"), size - 4 - head);
    return table && { ...{ file, size, body: 4 + head, table }, reads: 0, bytes: undefined };
  });
}

/** Undefined where the pack does not have it, or is no longer there. */
export function readFromPack(pack: Pack, key: string): Buffer | undefined {
  const place = pack.table.get(key);
  if (!place) return undefined;
  const [start, length] = place;
  if (!pack.bytes && pack.reads++ >= mostReads)
    pack.bytes = inFile(pack.file, (open) => readFileSync(open).subarray(pack.body));
  if (pack.bytes) return pack.bytes.subarray(start, start + length);
  return inFile(pack.file, (open) => bytesAt(open, pack.body + start, length));
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
function tableOf(text: string, size: number): Pack["table"] | undefined {
  const table = new Map<string, readonly [number, number]>();
  for (const [key, start, length] of parseTable(text)) {
    if (typeof key !== "string" || !isIndex(start) || !isIndex(length) || start + length > size)
      return undefined;
    table.set(key, [start, length]);
  }
  return table.size === 0 ? undefined : table;
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseTable(text: string): readonly (readonly unknown[])[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(Array.isArray) ? value : [];
  } catch {
    return [];
  }
}

export function writePack(folder: string, version: string, entries: ReadonlyMap<string, Buffer>): Pack {
  const table = new Map<string, readonly [number, number]>();
  let offset = 0;
  for (const [key, bytes] of entries) {
    table.set(key, [offset, bytes.length]);
    offset += bytes.length;
  }
  const head = Buffer.from(JSON.stringify([...table].map(([key, place]) => [key, ...place])));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const time = Date.now().toString(36).padStart(9, "0");
  const file = join(folder, `${version}-${time}-${randomUUID()}.pack`);
  writeWhole(file, [size, head, ...entries.values()]);
  const body = 4 + head.length;
  return { ...{ file, size: body + offset, body, table }, reads: 0, bytes: undefined };
}
