/**
 * Outlines on disk, by blob hash, language and the version of what made them. One pack a run rather than one file an
 * outline: reading thousands of small files takes longer than parsing some of them. A pack is written whole under
 * another name and then renamed, so readers see all of it or nothing; whatever does not check out is rebuilt.
 *
 * Layout of a pack: 4 bytes length of the table, the table as JSON (`key` to `[offset, length]`), then outlines, each
 * compressed on its own with a checksum.
 */
import { randomUUID } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { FileOutline } from "../graph/outline.ts";
import { hashOfSources, remove, removeLeftOvers, writeWhole } from "./cache-files.ts";
import { isFileOutline } from "./outline-shape.ts";

export interface OutlineCache {
  get(hash: string, language: string): FileOutline | undefined;
  has(hash: string, language: string): boolean;
  put(hash: string, language: string, json: string): void;
  /** Why a file was left out the last time, as the end of a sentence; undefined where it is to be read. */
  skipped(hash: string, language: string): string | undefined;
  /** Remembers that a file was left out: for good where its bytes alone decide, else for a day. */
  putSkip(hash: string, language: string, reason: string, cause: "bytes" | "time"): void;
  /** Writes what was put since the last time as one pack. Throws what the disk answers; see `tryOnDisk`. */
  flush(): void;
}

/** With more packs than this the next flush makes one of all. */
const maxPacks = 12;
/** Milliseconds for which a file that was too slow is not tried again: the machine may only have been busy. */
const skipDuration = 24 * 60 * 60 * 1_000;
/** Bytes of packs that are kept; the rest is parsed again when it is needed. */
const maxBytes = 512_000_000;

export function openOutlineCache(folder: string): OutlineCache {
  mkdirSync(folder, { recursive: true });
  const version = cacheVersion();
  const packs = readPacks(folder, version);
  const added = new Map<string, Buffer>();
  const find = (key: string): Buffer | undefined => {
    const fresh = added.get(key);
    if (fresh) return fresh;
    for (const pack of packs) {
      const place = pack.table.get(key);
      if (place) return pack.bytes.subarray(place[0], place[0] + place[1]);
    }
    return undefined;
  };
  return {
    get: (hash, language) => {
      const bytes = find(`${hash} ${language}`);
      return bytes && unpack(bytes, language);
    },
    has: (hash, language) => find(`${hash} ${language}`) !== undefined,
    put: (hash, language, json) => {
      added.set(`${hash} ${language}`, pack(json));
    },
    skipped: (hash, language) => {
      const bytes = find(skipKey(hash, language));
      return bytes && unpackSkip(bytes);
    },
    putSkip: (hash, language, reason, cause) => {
      const until = cause === "time" ? Date.now() + skipDuration : undefined;
      added.set(skipKey(hash, language), pack(JSON.stringify({ reason, until })));
    },
    flush: () => {
      if (added.size === 0) return;
      const merged = packs.length >= maxPacks ? packs.splice(0) : [];
      const entries = new Map<string, Buffer>();
      for (const pack of merged.reverse())
        for (const [key, [start, length]] of pack.table)
          entries.set(key, pack.bytes.subarray(start, start + length));
      for (const [key, bytes] of added) entries.set(key, bytes);
      added.clear();
      packs.unshift(writePack(folder, version, entries));
      for (const { file } of merged) remove(file);
    },
  };
}

const skipKey = (hash: string, language: string): string => `${hash} ${language} skipped`;

const pack = (json: string): Buffer =>
  zstdCompressSync(json, {
    params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  });

interface Pack {
  readonly file: string;
  readonly bytes: Buffer;
  readonly table: ReadonlyMap<string, readonly [offset: number, length: number]>;
}

/** Everything that decides what an outline looks like: this folder's code, queries and settings, and the grammars. */
export function cacheVersion(): string {
  // The code of a process does not change while it runs.
  version ??= versionOfOutlines();
  return version;
}

let version: string | undefined;

function versionOfOutlines(): string {
  const grammars = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  return hashOfSources(import.meta.dirname, [grammars]);
}

/** The packs of this version, newest first; those of other versions and beyond the size are removed. */
function readPacks(folder: string, version: string): Pack[] {
  removeLeftOvers(folder);
  const names = readdirSync(folder).filter((name) => name.endsWith(".pack"));
  const packs: Pack[] = [];
  let bytes = 0;
  for (const name of names.sort().reverse()) {
    const file = join(folder, name);
    const pack = name.startsWith(`${version}-`) && bytes < maxBytes ? readPack(file) : undefined;
    if (!pack) remove(file);
    else packs.push(pack);
    bytes += pack?.bytes.length ?? 0;
  }
  return packs;
}

function readPack(file: string): Pack | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch (error) {
    // Another process may have merged it away since the folder was listed.
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return undefined;
    throw error;
  }
  const size = bytes.length < 4 ? -1 : bytes.readUInt32LE(0);
  if (size < 0 || size + 4 > bytes.length) return undefined;
  const body = bytes.subarray(4 + size);
  const table = new Map<string, readonly [number, number]>();
  for (const row of parseTable(bytes.toString("utf8", 4, 4 + size))) {
    const [key, start, length] = row as [unknown, unknown, unknown];
    if (typeof key !== "string" || !isIndex(start) || !isIndex(length) || start + length > body.length)
      return undefined;
    table.set(key, [start, length]);
  }
  return table.size === 0 ? undefined : { file, bytes: body, table };
}

const isIndex = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;

function parseTable(text: string): readonly (readonly unknown[])[] {
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) && value.every(Array.isArray) ? value : [];
  } catch {
    // A damaged table: the pack is rebuilt from the sources.
    return [];
  }
}

function writePack(folder: string, version: string, entries: ReadonlyMap<string, Buffer>): Pack {
  const table = new Map<string, readonly [number, number]>();
  let offset = 0;
  for (const [key, bytes] of entries) {
    table.set(key, [offset, bytes.length]);
    offset += bytes.length;
  }
  const head = Buffer.from(JSON.stringify([...table].map(([key, place]) => [key, ...place])));
  const size = Buffer.alloc(4);
  size.writeUInt32LE(head.length);
  const body = Buffer.concat([...entries.values()]);
  const time = Date.now().toString(36).padStart(9, "0");
  const file = join(folder, `${version}-${time}-${randomUUID()}.pack`);
  writeWhole(file, [size, head, body]);
  return { file, bytes: body, table };
}

/** Undefined where the bytes are not what was written: compression carries a checksum, and the shape is checked. */
function unpack(bytes: Buffer, language: string): FileOutline | undefined {
  const value = unpackJson(bytes);
  return isFileOutline(value) && value.language === language ? value : undefined;
}

/** The reason; undefined where it has had its day, or the bytes are not what was written. */
function unpackSkip(bytes: Buffer): string | undefined {
  const value = unpackJson(bytes) as { reason?: unknown; until?: unknown } | null | undefined;
  const isOver = value?.until !== undefined && !(Number(value.until) > Date.now());
  return typeof value?.reason === "string" && !isOver ? value.reason : undefined;
}

function unpackJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(zstdDecompressSync(bytes, { maxOutputLength: 50_000_000 }).toString("utf8"));
  } catch {
    // Any failure here means the same: not what was written. The caller reads the file again.
    return undefined;
  }
}
