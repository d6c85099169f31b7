/**
 * `DerivedStore` in files, for the command line: one a kind, to which records are appended. A record is whole or it is
 * skipped, so a crash, a full disk or two processes at once cost records and never a wrong answer.
 *
 * A record: 4 bytes mark, 4 bytes length of the value, 4 bytes checksum of key and value, 32 bytes key, the value.
 */
import { appendFileSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { crc32 } from "node:zlib";
import { makeFolder } from "../compile-cache.mjs";
import { contentKey, type DerivedKind, type DerivedStore } from "./derived.ts";

export interface DerivedFilesOptions {
  /** Bytes of one file; once it is larger, its older half is forgotten. 256 MB where not given. */
  readonly maxBytes?: number;
  /** Hears once that records cannot be written, and why. */
  readonly onFault?: (message: string) => void;
}

const mark = Buffer.from([0xd3, 0x52, 0x41, 0x47]);
const headBytes = 12;
const keyBytes = 32;
const usualMaxBytes = 256_000_000;

/** Files below `folder`, which is made when the first record is kept. Each file is read once, when it is first asked. */
export function derivedInFiles(folder: string, options: DerivedFilesOptions = {}): DerivedStore {
  const { maxBytes = usualMaxBytes, onFault = () => undefined } = options;
  const known = new Map<DerivedKind, Map<string, Buffer>>();
  let isBroken = false;
  const fileOf = (kind: DerivedKind): string => join(folder, `${kind}.log`);
  const recordsOf = (kind: DerivedKind): Map<string, Buffer> => {
    const records = known.get(kind) ?? readRecords(fileOf(kind));
    known.set(kind, records);
    return records;
  };
  return {
    get: async (kind, keys) => {
      const records = recordsOf(kind);
      return new Map(keys.flatMap((key) => (records.has(key) ? [[key, records.get(key)!]] : [])));
    },
    put: async (kind, entries) => {
      const records = recordsOf(kind);
      const fresh = [...entries]
        .map(([key, value]) => [key, Buffer.from(value)] as const)
        .filter(([key, value]) => !records.get(key)?.equals(value));
      for (const [key, value] of fresh) records.set(key, value);
      if (fresh.length === 0 || isBroken) return;
      try {
        makeFolder(folder, 0o700);
        appendFileSync(fileOf(kind), Buffer.concat(fresh.map(([key, value]) => record(key, value))), {
          mode: 0o600,
        });
        if (statSync(fileOf(kind)).size > maxBytes) forgetOlderHalf(fileOf(kind), maxBytes);
      } catch (error) {
        // A folder that cannot be written is no reason to fail: what was made is used, and made again next time.
        if ((error as NodeJS.ErrnoException).code === undefined) throw error;
        isBroken = true;
        onFault((error as Error).message);
      }
    },
  };
}

function record(key: string, value: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(key, "hex"), value]);
  const head = Buffer.alloc(headBytes);
  mark.copy(head);
  head.writeUInt32LE(value.length, 4);
  head.writeUInt32LE(crc32(body), 8);
  return Buffer.concat([head, body]);
}

/** Whole records, oldest first; what is damaged is skipped up to the next mark. */
function readRecords(file: string): Map<string, Buffer> {
  const records = new Map<string, Buffer>();
  const bytes = readOrNothing(file);
  for (let at = bytes.indexOf(mark); at >= 0 && at + headBytes + keyBytes <= bytes.length; ) {
    const end = at + headBytes + keyBytes + bytes.readUInt32LE(at + 4);
    const body = bytes.subarray(at + headBytes, end);
    const isWhole = end <= bytes.length && crc32(body) === bytes.readUInt32LE(at + 8);
    if (isWhole) records.set(body.toString("hex", 0, keyBytes), body.subarray(keyBytes));
    at = bytes.indexOf(mark, isWhole ? end : at + 1);
  }
  return records;
}

function readOrNothing(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === undefined) throw error;
    // Not there yet, or not to be read: either way nothing is known.
    return Buffer.alloc(0);
  }
}

/** Keeps the newest records, up to half the size. What another process appends meanwhile is lost, and made again. */
function forgetOlderHalf(file: string, maxBytes: number): void {
  const kept: Buffer[] = [];
  let bytes = 0;
  for (const [key, value] of [...readRecords(file)].reverse()) {
    const one = record(key, value);
    bytes += one.length;
    if (bytes > maxBytes / 2) break;
    kept.push(one);
  }
  const part = `${file}.${process.pid}.part`;
  try {
    writeFileSync(part, Buffer.concat(kept.reverse()), { mode: 0o600 });
    renameSync(part, file);
  } finally {
    rmSync(part, { force: true });
  }
}

/** Where what models make of a local folder is kept between commands. */
export const derivedFolder = (home: string, directory: string): string =>
  join(home, "derived", contentKey(resolve(directory)).slice(0, 16));
