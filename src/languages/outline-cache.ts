/**
 * Outlines on disk, by blob hash, language and the version of what made them. One pack a run rather than one file an
 * outline: reading thousands of small files takes longer than parsing some of them. A pack is written whole under
 * another name and then renamed, so readers see all of it or nothing; whatever does not check out is rebuilt. See
 * outline-packs.ts.
 */
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { constants, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { FileOutline } from "../graph/outline.ts";
import { hashOfSources, remove } from "./cache-files.ts";
import { openPacks, readFromPack, writePack } from "./outline-packs.ts";
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

export function openOutlineCache(folder: string): OutlineCache {
  mkdirSync(folder, { recursive: true });
  const version = cacheVersion();
  const packs = openPacks(folder, version);
  const added = new Map<string, Buffer>();
  const find = (key: string): Buffer | undefined => {
    const fresh = added.get(key);
    if (fresh) return fresh;
    for (const pack of packs) {
      const bytes = readFromPack(pack, key);
      if (bytes) return bytes;
    }
    return undefined;
  };
  return {
    get: (hash, language) => {
      const bytes = find(`${hash} ${language}`);
      return bytes && unpack(bytes, language);
    },
    has: (hash, language) => {
      const key = `${hash} ${language}`;
      return added.has(key) || packs.some(({ table }) => table.has(key));
    },
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
        for (const key of pack.table.keys()) {
          const bytes = readFromPack(pack, key);
          if (bytes) entries.set(key, bytes);
        }
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
