/**
 * How long it takes to find the nearest of many vectors, and what 8 bits a number lose: the table of
 * `src/retrieval/requirements/vectors.ts` against 32-bit floats in plain arrays, and reading it back from where it is kept.
 *
 *   npm exec -c 'node bench/vectors.ts'
 *
 * Vectors are made by chance around common centres, as those of texts are: half of a vector is its own.
 */
import { mkdtemp, rm } from "node:fs/promises";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { createLogger } from "../src/log.ts";
import { createVectorTable, largest, packVector } from "../src/retrieval/requirements/vectors.ts";
import { openDatabase } from "../src/store/database.ts";
import { contentKey, type DerivedStore, derivedInDatabase } from "../src/store/derived.ts";
import { derivedInFiles } from "../src/store/derived-files.ts";
import { startEmbedded } from "../src/store/embedded.ts";

const asks = 41;
const depth = 20;

console.log(`load average ${loadavg()[0]!.toFixed(1)}`);
for (const [size, dimensions] of [
  [50_000, 384],
  [50_000, 1536],
] as const)
  search(size, dimensions); // prettier-ignore
await reading(50_000, 384);

function search(size: number, dimensions: number): void {
  const random = generator(7);
  const centres = Array.from({ length: 200 }, () => direction(dimensions, random));
  const vectors = Array.from({ length: size }, () => around(centres, dimensions, random));
  const floats = new Float32Array(size * dimensions);
  for (const [row, vector] of vectors.entries()) floats.set(vector, row * dimensions);
  const table = createVectorTable(vectors.map(packVector));
  const queries = Array.from({ length: asks }, () => around(centres, dimensions, random));
  const [plain, packed]: [number[], number[]] = [[], []];
  let shared = 0;
  for (const query of queries) {
    const [exact, exactMs] = timed(() => nearestFloats(floats, dimensions, query));
    const [found, ms] = timed(() => table.nearest(query, depth));
    plain.push(exactMs);
    packed.push(ms);
    shared += found.filter(({ row }) => exact.includes(row)).length;
  }
  const line = [
    `${size} x ${dimensions}`,
    `floats ${quantile(plain, 0.5).toFixed(1)} ms p50`,
    `bytes ${quantile(packed, 0.5).toFixed(1)} ms p50, ${quantile(packed, 0.95).toFixed(1)} ms p95`,
    `recall@${depth} of bytes ${(shared / (asks * depth)).toFixed(3)}`,
    `memory ${((size * dimensions) / 2 ** 20).toFixed(0)} MB against ${((4 * size * dimensions) / 2 ** 20).toFixed(0)} MB`,
  ];
  console.log(line.join("; "));
}

/** From the table of PostgreSQL, and from the command line's file. */
async function reading(size: number, dimensions: number): Promise<void> {
  const random = generator(9);
  const entries = new Map<string, Uint8Array>();
  for (let at = 0; at < size; at++)
    entries.set(contentKey(String(at)), packVector(direction(dimensions, random)));
  const directory = await mkdtemp(join(tmpdir(), "coderag-vectors-"));
  const cluster = await mkdtemp(join(tmpdir(), "coderag-vectors-"));
  const log = createLogger({ level: "silent", redact: (text) => text });
  const binaries = join(tmpdir(), "coderag-vectors-binaries");
  const embedded = await startEmbedded({ directory: cluster, binaries, log, fast: true });
  const database = await openDatabase({ url: embedded.url, log });
  const stores: readonly [string, () => DerivedStore][] = [
    ["PostgreSQL", () => derivedInDatabase(database, 1)],
    ["file", () => derivedInFiles(join(directory, "files"))],
  ];
  for (const [name, open] of stores) {
    const writing = performance.now();
    await open().put("vector", entries);
    const written = performance.now() - writing;
    const times: number[] = [];
    for (let round = 0; round < 3; round++) {
      const started = performance.now();
      await open().get("vector", [...entries.keys()]);
      times.push(performance.now() - started);
    }
    console.log(
      `${size} x ${dimensions} ${name}: write ${written.toFixed(0)} ms, read ${quantile(times, 0.5).toFixed(0)} ms`,
    ); // prettier-ignore
  }
  const vector = await database.query("select 1 from pg_available_extensions where name = 'vector'");
  console.log(`pgvector in the embedded PostgreSQL: ${vector.length > 0 ? "yes" : "no"}`);
  await database.close();
  await embedded.stop();
  for (const each of [directory, cluster]) await rm(each, { recursive: true, force: true });
}

/** As the table does it, over floats. */
function nearestFloats(floats: Float32Array, dimensions: number, query: Float32Array): readonly number[] {
  const cosines = new Float32Array(floats.length / dimensions);
  for (let row = 0; row < cosines.length; row++) {
    let [a, b, c, d] = [0, 0, 0, 0];
    for (let at = 0; at < dimensions; at += 4) {
      const from = row * dimensions + at;
      a += query[at]! * floats[from]!;
      b += query[at + 1]! * floats[from + 1]!;
      c += query[at + 2]! * floats[from + 2]!;
      d += query[at + 3]! * floats[from + 3]!;
    }
    cosines[row] = a + b + c + d;
  }
  return largest(cosines, depth).map(({ row }) => row);
}

function timed<T>(work: () => T): readonly [T, number] {
  const started = performance.now();
  const result = work();
  return [result, performance.now() - started];
}

function direction(dimensions: number, random: () => number): Float32Array {
  const vector = Float32Array.from({ length: dimensions }, () => random() + random() + random() - 1.5);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function around(centres: readonly Float32Array[], dimensions: number, random: () => number): Float32Array {
  const [centre, own] = [centres[Math.floor(random() * centres.length)]!, direction(dimensions, random)];
  const vector = own.map((value, at) => value + centre[at]!);
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

/** Numbers from 0 to 1, the same in every run (mulberry32). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function quantile(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor(share * (values.length - 1))]!;
}
