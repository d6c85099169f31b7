/**
 * A code graph of 200,000 nodes and 1,000,000 edges with names and docs of usual lengths: bytes, time to load, memory
 * of a fresh process that holds it with its look-up tables, and one-hop queries.
 *
 *     npm exec -c 'node --expose-gc bench/graph-memory.ts'
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { zstdCompressSync, zstdDecompressSync } from "node:zlib";
import type { CodeNode } from "../src/graph/graph.ts";
import { graphOf, type Linked, type LinkedFile } from "../src/graph/linked.ts";
import { decodeLinked, encodeLinked } from "../src/graph/snapshot.ts";

const [fileCount, perFile, edgesPerNode] = [5_000, 40, 5];

if (process.argv[2] === "--load") report(process.argv[3]!);
else {
  const folder = mkdtempSync(join(tmpdir(), "coderag-memory-"));
  try {
    const file = join(folder, "graph");
    const start = performance.now();
    const bytes = encodeLinked(makeLinked());
    writeFileSync(file, zstdCompressSync(bytes));
    console.log(
      `made, encoded and written in ${(performance.now() - start).toFixed(0)} ms; ${(bytes.length / 1e6).toFixed(1)} MB, ${(statSync(file).size / 1e6).toFixed(1)} MB compressed; load ${loadavg()[0]!.toFixed(1)}`,
    );
    const argv = ["--expose-gc", import.meta.filename, "--load", file];
    console.log(execFileSync(process.execPath, argv, { encoding: "utf8" }).trim());
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function report(file: string): void {
  const empty = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const linked = decodeLinked(zstdDecompressSync(readFileSync(file)))!;
  const decoded = performance.now();
  const graph = graphOf(linked);
  const loaded = performance.now();
  const cpu = process.cpuUsage(cpuBefore);
  const peak = process.resourceUsage().maxRSS * 1_024;
  globalThis.gc?.();
  const rss = process.memoryUsage.rss();
  const times: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    const { id } = graph.nodes[(i * 7_919) % graph.nodes.length]!;
    const at = performance.now();
    graph.outgoing(id);
    graph.incoming(id);
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  const mega = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;
  console.log(
    [
      `${graph.nodes.length} nodes, ${graph.edgeCount} edges`,
      `loaded in ${(loaded - start).toFixed(0)} ms (bytes to links ${(decoded - start).toFixed(0)}, look-up tables ${(loaded - decoded).toFixed(0)}); ${((cpu.user + cpu.system) / 1_000).toFixed(0)} ms of CPU; load ${loadavg()[0]!.toFixed(1)}`,
      `RSS ${mega(rss)} (${mega(empty)} before), peak ${mega(peak)}, ${((rss - empty) / graph.nodes.length).toFixed(0)} bytes a node with its edges`,
      `one hop out and in: p50 ${(times[10_000]! * 1_000).toFixed(1)} us, p99 ${(times[19_800]! * 1_000).toFixed(1)} us`,
    ].join("\n"),
  );
}

/** A module, classes with methods, functions; calls near and far, some nodes that many call. */
function makeLinked(): Linked {
  const nodes: CodeNode[] = [];
  const files: LinkedFile[] = [];
  const definitions: number[] = [];
  for (let file = 0; file < fileCount; file++) {
    const path = `src/package_${file % 97}/component_${file}/service_module_${file}.py`;
    files.push({
      ...{ path, language: "python", package: undefined, definitionCount: perFile - 1 },
      ...{ firstNode: nodes.length, firstEdge: nodes.length * edgesPerNode },
      calls: { resolved: 100, external: 50, unresolved: 20 },
      consulted: Uint32Array.from(
        { length: 200 },
        (_, at) => Math.imul(file * 200 + at, 0x9e3779b1) >>> 0,
      ).sort(),
    });
    for (let at = 0; at < perFile; at++) {
      nodes.push(nodeOf(path, at));
      definitions.push(at - 1);
    }
  }
  const count = nodes.length * edgesPerNode;
  const edges = {
    from: Int32Array.from({ length: count }, (_, at) => Math.floor(at / edgesPerNode)),
    to: new Int32Array(count),
    kind: new Uint8Array(count).fill(3),
    sureness: new Uint8Array(count),
    line: Int32Array.from({ length: count }, (_, at) => 1 + (at % edgesPerNode)),
  };
  for (let at = 0; at < count; at++) {
    const random = (Math.imul(at + 1, 0x9e3779b1) >>> 0) / 2 ** 32;
    edges.to[at] = Math.floor(nodes.length * random ** 3);
  }
  return { files, nodes, definitions: Int32Array.from(definitions), edges, isDeep: false };
}

function nodeOf(path: string, at: number): CodeNode {
  const isMethod = at % 8 !== 1;
  const owner = `ComponentService${Math.floor(at / 8)}`;
  const name = at === 0 ? path.slice(path.lastIndexOf("/") + 1) : isMethod ? `resolve_request_${at}` : owner;
  const qualifiedName = at === 0 ? "" : isMethod ? `${owner}.${name}` : name;
  return {
    id: at === 0 ? path : `${path}#${qualifiedName}`,
    kind: at === 0 ? "Module" : isMethod ? "Method" : "Class",
    ...{ name, qualifiedName, path, startLine: at * 12 + 1, endLine: at * 12 + 11 },
    signature: at === 0 ? path : `def ${name}(self, request: Request, *, timeout: float = ${at}) -> Response`,
    doc:
      at % 2 === 0
        ? `Resolves the request number ${at} against the registered handlers and gives the answer back.`
        : undefined,
    ...{ owner: undefined, test: false, visibility: "public", decorators: [] },
  };
}
