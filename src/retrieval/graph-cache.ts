/**
 * Links of whole trees on disk, by the content of the tree: two commits with the same files share them. Processes
 * share the folder. What does not check out is as if it were not there.
 */
import { createHash } from "node:crypto";
import { readdirSync, statSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { makeFolder } from "../compile-cache.mjs";
import { textNumber } from "../graph/memory/fact-numbers.ts";
import { hashOfSources, remove, removeLeftOvers, tryOnDisk } from "../languages/cache/cache-files.ts";
import { cacheVersion } from "../languages/cache/outline-cache.ts";
import type { TreeEntry } from "../workspace/workspace.ts";
import { type KeptGraph, readGraph, readHead, type TreeKey, writeGraph } from "./graph-file.ts";

export interface GraphCache {
  load(tree: TreeKey): KeptGraph | undefined;
  /** That of the tree that has most files in common, if it has most of them. */
  nearest(tree: TreeKey): KeptGraph | undefined;
  /** Keeps it in the memory of this process. */
  remember(tree: TreeKey, graph: KeptGraph): void;
  /** Keeps it on disk. Rejects with what the disk answers; see `faultIn`. */
  save(tree: TreeKey, graph: KeptGraph): Promise<void>;
}

/** Bytes of graphs that are kept on disk; those used longest ago go first. */
const maxBytes = 1_000_000_000;
const maxFiles = 64;
/** Nodes of graphs that stay in the memory of a process. */
const maxNodes = 300_000;
const sketchSize = 64;

/** The same for trees with the same files. */
export function treeKey(entries: readonly TreeEntry[]): TreeKey {
  const hash = createHash("sha256");
  const numbers: number[] = [];
  for (const { path, mode, hash: blob } of entries) {
    const line = `${mode} ${blob} ${path}\0`;
    hash.update(line);
    numbers.push(Math.imul(textNumber(line), 0x9e3779b1) >>> 0);
  }
  return { key: hash.digest("hex").slice(0, 32), sketch: sketchOf(numbers) };
}

/** The smallest of the files' numbers: what two sketches share, two trees share (Broder, 1997). */
const sketchOf = (numbers: readonly number[]): readonly number[] => [
  ...Uint32Array.from(numbers).sort().subarray(0, sketchSize),
];

const inMemory = new Map<string, { readonly tree: TreeKey; readonly graph: KeptGraph }>();

/** Of the code that links; it does not change while a process runs. */
let linkerVersion: string | undefined;

export function openGraphCache(folder: string): GraphCache {
  makeFolder(folder);
  linkerVersion ??= hashOfSources([join(import.meta.dirname, "..", "graph")]);
  const version = `${cacheVersion()}-${linkerVersion}`;
  removeLeftOvers(folder);
  const fileOf = ({ key }: TreeKey): string => join(folder, `${version}-${key}.graph`);
  const remember = (tree: TreeKey, graph: KeptGraph): void => {
    inMemory.delete(fileOf(tree));
    inMemory.set(fileOf(tree), { tree, graph });
    let nodes = 0;
    for (const [file, one] of [...inMemory].reverse()) {
      nodes += one.graph.linked.nodes.length;
      if (nodes > maxNodes && file !== fileOf(tree)) inMemory.delete(file);
    }
  };
  const load = (tree: TreeKey): KeptGraph | undefined => {
    const file = fileOf(tree);
    const graph = inMemory.get(file)?.graph ?? readGraph(file, tree.key);
    if (!graph) return undefined;
    remember(tree, graph);
    tryOnDisk(() => utimesSync(file, new Date(), new Date()));
    return graph;
  };
  return {
    load,
    nearest: (tree) => {
      const known = [...inMemory].filter(([file]) => file.startsWith(join(folder, version)));
      const near =
        nearestOf(
          tree,
          known.map(([, one]) => one.tree),
          sketchSize - sketchSize / 8,
        ) ?? nearestOf(tree, headsIn(folder, version), sketchSize / 2);
      return near && load(near);
    },
    remember,
    save: async (tree, graph) => {
      await writeGraph(fileOf(tree), tree, graph);
      evict(folder, version);
    },
  };
}

function nearestOf(tree: TreeKey, others: readonly TreeKey[], least: number): TreeKey | undefined {
  const own = new Set(tree.sketch);
  const needed = Math.min(least, own.size / 2);
  let best: TreeKey | undefined;
  let most = needed;
  for (const other of others) {
    const shared = other.sketch.filter((number) => own.has(number)).length;
    if (shared >= most) [best, most] = [other, shared];
  }
  return best;
}

function headsIn(folder: string, version: string): readonly TreeKey[] {
  const names = readdirSync(folder).filter((name) => name.startsWith(version) && name.endsWith(".graph"));
  return names.map((name) => readHead(join(folder, name))).filter((head) => head !== undefined);
}

/** Removes other versions, and those used longest ago beyond the size. */
function evict(folder: string, version: string): void {
  const names = readdirSync(folder).filter((name) => name.endsWith(".graph"));
  for (const name of names) if (!name.startsWith(version)) remove(join(folder, name));
  const files = names
    .filter((name) => name.startsWith(version))
    .flatMap((name) => {
      const file = join(folder, name);
      const found = tryOnDisk(() => statSync(file));
      return "value" in found ? [{ file, time: found.value.mtimeMs, size: found.value.size }] : [];
    })
    .sort((a, b) => b.time - a.time);
  let bytes = 0;
  for (const [index, { file, size }] of files.entries()) {
    bytes += size;
    if (bytes > maxBytes || index >= maxFiles) remove(file);
  }
}
