/**
 * A code graph of 200,000 nodes and 1,000,000 edges with names and docs of usual lengths: bytes, time to load, memory
 * of a fresh process that holds it with its look-up tables, and one-hop queries; one after the other, five times.
 *
 *     npm exec -c 'node --expose-gc bench/graph-memory.ts'
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { tableOf } from "../src/graph/columns/node-table.ts";
import type { BuiltGraph } from "../src/graph/columns/store.ts";
import type { CodeNode } from "../src/graph/graph.ts";
import { graphOf, type Linked, type LinkedFile } from "../src/graph/links/linked.ts";
import { readGraph, writeGraph } from "../src/retrieval/graph-file.ts";

const [fileCount, perFile, edgesPerNode, rounds] = [5_000, 40, 5, 5];

const tree = { key: "made-up", sketch: [] };

if (process.argv[2] === "--load") report(process.argv[3]!);
else {
  const folder = mkdtempSync(join(tmpdir(), "coderag-memory-"));
  try {
    const file = join(folder, "graph");
    const linked = makeLinked();
    const hashes = linked.files.map(({ path }) => createHash("sha1").update(path).digest("hex"));
    const start = performance.now();
    await writeGraph(file, tree, { linked, hashes, notes: [] });
    const size = statSync(file).size;
    console.log(`written in ${(performance.now() - start).toFixed(0)} ms; ${mega(size)} on disk`);
    for (let round = 0; round < rounds; round++) {
      const argv = ["--expose-gc", import.meta.filename, "--load", file];
      console.log(execFileSync(process.execPath, argv, { encoding: "utf8" }).trim());
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function mega(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

/** Memory is looked at when the graph is loaded, with all look-up tables, and when all nodes are objects. */
function report(file: string): void {
  const empty = process.memoryUsage.rss();
  const cpuBefore = process.cpuUsage();
  const start = performance.now();
  const graph = graphOf(readGraph(file, tree.key)!.linked);
  const loaded = performance.now();
  const { id, path, name } = graph.table.node(1);
  for (const found of [graph.outgoing(id), graph.incoming(id), graph.inFile(path), graph.named(name)])
    if (found.length === 0) throw new Error("The graph does not say what it should.");
  const asked = performance.now();
  const { user, system } = process.cpuUsage(cpuBefore);
  const peak = process.resourceUsage().maxRSS * 1_024;
  const rss = rssNow();
  const [p50, p99] = timeHops(graph);
  const walked = rssNow();
  const all = graph.nodes.length;
  const full = rssNow();
  console.log(
    [
      `${all} nodes, ${graph.edgeCount} edges; load ${loadavg()[0]!.toFixed(1)}`,
      `loaded in ${(loaded - start).toFixed(0)} ms, first question of every kind after ${(asked - start).toFixed(0)} ms; ${((user + system) / 1_000).toFixed(0)} ms of CPU`,
      `RSS ${mega(rss)} with its tables (${mega(empty)} before, peak ${mega(peak)}), ${((rss - empty) / all).toFixed(0)} bytes a node with its edges; ${mega(walked)} after 40,000 hops, ${mega(full)} with all nodes as objects`,
      `one hop out and in: p50 ${p50} us, p99 ${p99} us`,
    ].join("\n"),
  );
}

function rssNow(): number {
  globalThis.gc?.();
  return process.memoryUsage.rss();
}

function timeHops(graph: BuiltGraph): readonly string[] {
  const times: number[] = [];
  for (let i = 0; i < 20_000; i++) {
    const id = graph.table.id((i * 7_919) % graph.table.length);
    const at = performance.now();
    graph.outgoing(id);
    graph.incoming(id);
    times.push(performance.now() - at);
  }
  times.sort((a, b) => a - b);
  return [times[10_000]!, times[19_800]!].map((time) => (time * 1_000).toFixed(1));
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
      extensions: new Uint32Array(),
      subjects: undefined,
      tops: Uint32Array.from({ length: 20 }, (_, at) => Math.imul(file * 20 + at, 0x85ebca6b) >>> 0),
      links: {
        opaqueCalls: 0,
        outcomes: Uint8Array.from({ length: 170 }, (_, at) => Number(at >= 100) + Number(at >= 150)),
        consulted: Uint32Array.from(
          { length: 200 },
          (_, at) => Math.imul(file * 200 + at, 0x9e3779b1) >>> 0,
        ).sort(),
        consultedElse: new Uint32Array(),
      },
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
  return {
    files,
    nodes: tableOf(nodes),
    definitions: Int32Array.from(definitions),
    edges,
    isDeep: false,
    asked: [],
  };
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
