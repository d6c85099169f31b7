/**
 * One file of the graph cache. Layout: 4 bytes length of the head, the head as JSON, then compressed with a checksum:
 * 4 bytes length of what belongs to the links, that as JSON with spaces so that the links begin at a whole number, the
 * links (graph/snapshot.ts).
 */
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import { promisify } from "node:util";
import { constants, zstdCompress } from "node:zlib";
import { decodeLinked, encodeLinked } from "../graph/columns/snapshot.ts";
import type { Linked } from "../graph/links/linked.ts";
import { decompressed, remove, tryOnDisk, writeWhole } from "../languages/cache/cache-files.ts";

export interface KeptGraph {
  readonly linked: Linked;
  /** Blob hash of each file of the links. */
  readonly hashes: readonly string[];
  readonly notes: readonly string[];
}

/** A tree by its content, and numbers by which one that is nearly the same is found. */
export interface TreeKey {
  readonly key: string;
  readonly sketch: readonly number[];
}

const maxHead = 16_000;
/** Bytes of a graph without compression. */
const maxBytes = 1_000_000_000;

export function readHead(file: string): TreeKey | undefined {
  const bytes = Buffer.alloc(maxHead);
  const read = tryOnDisk(() => {
    const open = openSync(file, "r");
    try {
      return readSync(open, bytes, 0, maxHead, 0);
    } finally {
      closeSync(open);
    }
  });
  return "value" in read ? parseHead(bytes.subarray(0, read.value))?.head : undefined;
}

interface Head {
  readonly head: TreeKey;
  /** Of the head itself, and of what follows it when it is unpacked. */
  readonly length: number;
  readonly unpacked: number;
}

function parseHead(bytes: Buffer): Head | undefined {
  const length = bytes.length < 4 ? -1 : bytes.readUInt32LE(0) + 4;
  if (length < 4 || length > bytes.length) return undefined;
  const head = parseObject(bytes.toString("utf8", 4, length));
  const { key, sketch, unpacked } = head ?? {};
  if (typeof key !== "string" || !Array.isArray(sketch) || typeof unpacked !== "number") return undefined;
  return { head: { key, sketch: sketch.filter((one) => typeof one === "number") }, length, unpacked };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    // Damaged: as if it were not there.
    return undefined;
  }
}

/** Undefined for bytes that are not what `writeGraph` wrote; then the file is removed. */
export function readGraph(file: string, key: string): KeptGraph | undefined {
  const read = tryOnDisk(() => readFileSync(file));
  if ("fault" in read) return undefined;
  const graph = decode(read.value, key);
  // What is damaged is not read a second time.
  if (!graph) remove(file);
  return graph;
}

function decode(bytes: Buffer, key: string): KeptGraph | undefined {
  const found = parseHead(bytes);
  const packed = found?.head.key === key ? bytes.subarray(found.length) : undefined;
  const body = packed && decompressed(packed, found!.unpacked, maxBytes);
  const length = body && body.length >= 4 ? body.readUInt32LE(0) + 4 : 0;
  if (!body || length < 4 || length > body.length) return undefined;
  const { hashes, notes } = parseObject(body.toString("utf8", 4, length)) ?? {};
  const linked = decodeLinked(body.subarray(length));
  if (!linked || !areStrings(hashes) || !areStrings(notes) || hashes.length !== linked.files.length)
    return undefined;
  return { linked, hashes, notes };
}

const areStrings = (value: unknown): value is readonly string[] =>
  Array.isArray(value) && value.every((one) => typeof one === "string");

/** What is written is read before the first wait; compressing it takes another thread. */
export async function writeGraph(
  file: string,
  { key, sketch }: TreeKey,
  { linked, hashes, notes }: KeptGraph,
): Promise<void> {
  const body = Buffer.concat([counted(JSON.stringify({ hashes, notes })), encodeLinked(linked)]);
  const head = counted(JSON.stringify({ key, sketch, unpacked: body.length }));
  writeWhole(file, [head, await compress(body, compression)]);
}

const compress = promisify(zstdCompress);
const compression = {
  params: { [constants.ZSTD_c_compressionLevel]: 1, [constants.ZSTD_c_checksumFlag]: 1 },
  // Thousands of small pieces would have to be put together.
  chunkSize: 2 ** 20,
};

function counted(text: string): Buffer {
  const short = Buffer.from(text);
  const bytes = Buffer.concat([short, Buffer.alloc((4 - (short.length % 4)) % 4, " ")]);
  const size = Buffer.alloc(4);
  size.writeUInt32LE(bytes.length);
  return Buffer.concat([size, bytes]);
}
