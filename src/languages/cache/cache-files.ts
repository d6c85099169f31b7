/** Files of caches: shared by processes, each of which may die at any moment; on a disk that may be full or read-only. */
import { createHash, randomUUID } from "node:crypto";
import {
  closeSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { join } from "node:path";
import { zstdDecompressSync } from "node:zlib";

/** What may be wrong with a disk or folder, by the code of the error. None of it is a reason to fail: caches are a help. */
const faults: ReadonlyMap<string, string> = new Map(
  Object.entries({
    ENOSPC: "the disk is full",
    EDQUOT: "the disk quota is used up",
    EFBIG: "a file may not be so large there",
    EROFS: "the disk is read-only",
    EACCES: "the folder may not be written",
    EPERM: "the folder may not be written",
    ENOTDIR: "a file is where the folder should be",
    EEXIST: "a file is where the folder should be",
    EISDIR: "a folder is where a file should be",
    EIO: "the disk does not answer",
    EMFILE: "too many files are open",
    ENFILE: "too many files are open",
    ENOENT: "the folder is gone",
  }),
);

/** Does something for a cache. Gives the end of a sentence where the disk or the folder does not allow it. */
export function tryOnDisk<T>(work: () => T): { readonly value: T } | { readonly fault: string } {
  try {
    return { value: work() };
  } catch (error) {
    return { fault: faultOf(error) };
  }
}

/** The same of what takes its time; undefined where nothing was wrong. */
export function faultIn(work: Promise<void>): Promise<string | undefined> {
  return work.then(() => undefined, faultOf);
}

/** Throws the error where it is not one of a disk or folder. */
function faultOf(error: unknown): string {
  const fault = faults.get((error as NodeJS.ErrnoException).code ?? "");
  if (fault === undefined) throw error;
  return fault;
}

/** Readers see all of a file or nothing of it: it is written under another name first. */
export function writeWhole(file: string, parts: readonly Uint8Array[]): void {
  const draft = `${file}.${randomUUID()}.part`;
  try {
    const open = openSync(draft, "wx", 0o600);
    try {
      for (const part of parts) writeAll(open, part);
    } finally {
      closeSync(open);
    }
    renameSync(draft, file);
  } catch (error) {
    remove(draft);
    throw error;
  }
}

function writeAll(open: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length; ) at += writeSync(open, bytes, at);
}

/** Where it cannot be removed it stays: whoever reads it sees that it is of no use. */
export function remove(file: string): void {
  tryOnDisk(() => rmSync(file, { force: true }));
}

/** Milliseconds after which a file that is being written has no writer any more. */
const longestWrite = 600_000;

/** Removes what processes left behind that died while writing. */
export function removeLeftOvers(folder: string): void {
  for (const name of readdirSync(folder).filter((one) => one.endsWith(".part"))) {
    const file = join(folder, name);
    const found = tryOnDisk(() => statSync(file).mtimeMs);
    if ("value" in found && Date.now() - found.value > longestWrite) remove(file);
  }
}

const smallestChunk = 16_384;

/**
 * Undefined where the bytes are not what was written: any failure means the same, and what they stood for is made anew.
 * @param length Bytes that are said to come out: then they come out in one piece that need not be copied.
 * @param most Bytes that may come out.
 */
export function decompressed(bytes: Uint8Array, length: number, most: number): Buffer | undefined {
  try {
    const chunkSize = length >= smallestChunk && length < most ? length + 1 : smallestChunk;
    return zstdDecompressSync(bytes, { maxOutputLength: most, chunkSize });
  } catch {
    return undefined;
  }
}

/** A version for what is made by the code and queries of these folders, and by these files besides. */
export function hashOfSources(folders: readonly string[], others: readonly string[] = []): string {
  const hash = createHash("sha256");
  for (const folder of folders) {
    const files = readdirSync(folder, { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /\.(?:ts|m?js|scm|json)$/.test(name)).sort())
      hash.update(file).update(readFileSync(join(folder, file)));
  }
  for (const file of others) hash.update(readFileSync(file));
  return hash.digest("hex").slice(0, 16);
}
