/**
 * Outlines on disk, by blob hash, language and the version of what made them. One pack a run rather than one file an
 * outline: reading thousands of small files takes longer than parsing some of them. A pack is written whole under
 * another name and then renamed, so readers see all of it or nothing; whatever does not check out is rebuilt. See
 * outline-packs.ts.
 */
import { createRequire } from "node:module";
import { extname, join } from "node:path";
import { makeFolder } from "../../compile-cache.mjs";
import type { FileOutline } from "../../graph/outline.ts";
import { hashOfSources, remove } from "./cache-files.ts";
import { type Chunks, chunksOf, type InChunks } from "./outline-chunks.ts";
import { openPacks, readFromPack, writePack } from "./outline-packs.ts";
import { isFileOutline } from "./outline-shape.ts";

export interface OutlineCache {
  get(hash: string, language: string): FileOutline | undefined;
  has(hash: string, language: string): boolean;
  /** @param packed Where it is compressed already. */
  put(hash: string, language: string, json: string, packed?: InChunks): void;
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

interface Added {
  readonly json: string;
  readonly packed: InChunks | undefined;
}

export function openOutlineCache(folder: string): OutlineCache {
  makeFolder(folder);
  const version = cacheVersion();
  const packs = openPacks(folder, version);
  /** What was put since the last flush. */
  const added = new Map<string, Added>();
  const find = (key: string): string | undefined => {
    const fresh = added.get(key)?.json;
    if (fresh !== undefined) return fresh;
    for (const pack of packs) {
      const bytes = readFromPack(pack, key);
      if (bytes) return bytes.toString("utf8");
    }
    return undefined;
  };
  return {
    get: (hash, language) => {
      const json = find(`${hash} ${language}`);
      return json === undefined ? undefined : outlineIn(json, language);
    },
    has: (hash, language) => {
      const key = `${hash} ${language}`;
      return added.has(key) || packs.some(({ table }) => table.has(key));
    },
    put: (hash, language, json, packed) => void added.set(`${hash} ${language}`, { json, packed }),
    skipped: (hash, language) => {
      const json = find(skipKey(hash, language));
      return json === undefined ? undefined : skipIn(json);
    },
    putSkip: (hash, language, reason, cause) => {
      const until = cause === "time" ? Date.now() + skipDuration : undefined;
      added.set(skipKey(hash, language), { json: JSON.stringify({ reason, until }), packed: undefined });
    },
    flush: () => {
      if (added.size === 0) return;
      const merged = packs.length >= maxPacks ? packs.splice(0) : [];
      const entries = new Map<string, string>();
      for (const pack of merged.reverse())
        for (const key of pack.table.keys()) {
          const bytes = readFromPack(pack, key);
          if (bytes) entries.set(key, bytes.toString("utf8"));
        }
      const packed = new Map<Chunks, string[]>();
      for (const [key, { json, packed: place }] of added) {
        if (!place) {
          entries.set(key, json);
          continue;
        }
        entries.delete(key);
        const keys = packed.get(place.chunks) ?? [];
        packed.set(place.chunks, keys);
        keys[place.at] = key;
      }
      added.clear();
      const others = { keys: [...entries.keys()], chunks: chunksOf([...entries.values()]) };
      const all = [others, ...[...packed].map(([chunks, keys]) => ({ chunks, keys }))];
      packs.unshift(writePack(folder, version, all));
      for (const { file } of merged) remove(file);
    },
  };
}

const skipKey = (hash: string, language: string): string => `${hash} ${language} skipped`;

/** Everything that decides what an outline looks like: code, queries and settings of the languages, how chains and types are written, and the grammars. */
export function cacheVersion(): string {
  // The code of a process does not change while it runs.
  version ??= versionOfOutlines();
  return version;
}

let version: string | undefined;

function versionOfOutlines(): string {
  const grammars = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  const ours = (path: string): string => join(import.meta.dirname, "../..", path);
  const files = ["graph/outline", "source/paths"].map((path) => ours(path + extname(import.meta.filename)));
  return hashOfSources([ours("languages"), ours("graph/notation")], [grammars, ...files]);
}

/** Undefined where it is not the shape of one: compression carries a checksum, but code that wrote it may have erred. */
function outlineIn(json: string, language: string): FileOutline | undefined {
  const value = parsed(json);
  return isFileOutline(value) && value.language === language ? value : undefined;
}

/** The reason; undefined where it has had its day, or the text is not what was written. */
function skipIn(json: string): string | undefined {
  const value = parsed(json) as { reason?: unknown; until?: unknown } | null | undefined;
  const isOver = value?.until !== undefined && !(Number(value.until) > Date.now());
  return typeof value?.reason === "string" && !isOver ? value.reason : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    // Not what was written. The caller reads the file again.
    return undefined;
  }
}
