/**
 * Times the code graph of folders that are git repositories: bare parsing, cold index, warm index, in one run.
 *
 *     npm exec -c 'node bench/graph.ts FOLDER...'
 *
 * Bare parsing is tree-sitter alone on one thread, without queries; read the ratios rather than the seconds.
 */
import { mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { tooLarge } from "../src/languages/limits.ts";
import { loadGrammar, withTree } from "../src/languages/parser.ts";
import { languageOf } from "../src/languages/registry.ts";
import { type IndexedWorkspace, indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import type { Workspace } from "../src/workspace/workspace.ts";

const signal = AbortSignal.timeout(1_200_000);
const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name at least one folder that is a git repository.");

for (const folder of folders) {
  const workspace = await openLocal(folder, signal);
  try {
    console.log(table(basename(folder), await measure(workspace)));
  } finally {
    await workspace.close();
  }
}

type Row = readonly [what: string, value: string];

async function measure(workspace: Workspace): Promise<readonly Row[]> {
  const paths = [...workspace.entries.keys()].filter((path) => languageOf(path) !== undefined);
  const readStart = performance.now();
  const texts = await workspace.readMany(paths);
  const read = performance.now() - readStart;
  const usable = [...texts].filter(([, text]) => tooLarge(text) === undefined);
  const characters = usable.reduce((sum, [, text]) => sum + text.length, 0);
  const parse = await parseAll(usable);
  const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  try {
    const one = await timed(() => indexWorkspace(workspace, { workers: 1 }, signal));
    const cold = await timed(() => indexWorkspace(workspace, { cacheDir }, signal));
    const warm = await timed(() => indexWorkspace(workspace, { cacheDir }, signal));
    const bytes = readdirSync(cacheDir).reduce((sum, name) => sum + statSync(join(cacheDir, name)).size, 0);
    const per = (milliseconds: number): string =>
      `${ms(milliseconds)} (${(milliseconds / parse).toFixed(2)} x parse)`;
    return [
      ["files parsed / tracked", `${usable.length} / ${workspace.entries.size}`],
      ["source", `${(characters / 1e6).toFixed(1)} MB`],
      ["read from git", ms(read)],
      ["bare parse, one thread", `${ms(parse)} (${(characters / 1e3 / parse).toFixed(1)} MB/s)`],
      ["cold index, one worker", per(one.milliseconds)],
      ["cold index, with cache", per(cold.milliseconds)],
      ["  of which linking", ms(cold.value.stats.milliseconds.link)],
      ["warm index", per(warm.milliseconds)],
      ["cache on disk", `${(bytes / 1e6).toFixed(1)} MB (${(bytes / characters).toFixed(2)} x source)`],
      ...countRows(cold.value),
    ];
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

async function parseAll(files: readonly (readonly [string, string])[]): Promise<number> {
  for (const [path] of files) await loadGrammar(languageOf(path)!);
  const start = performance.now();
  for (const [path, text] of files)
    withTree(await loadGrammar(languageOf(path)!), text, (tree) => tree.rootNode.hasError);
  return performance.now() - start;
}

function countRows({ graph, notes, stats }: IndexedWorkspace): readonly Row[] {
  const { calls, edges } = stats;
  return [
    ["nodes / edges", `${graph.nodes.length} / ${graph.edgeCount}`],
    ["call edges exact / inferred / ambiguous", Object.values(edges.Call).join(" / ")],
    ["calls resolved / outside / unresolved", `${calls.resolved} / ${calls.external} / ${calls.unresolved}`],
    ["files left out", String(notes.length)],
  ];
}

async function timed<T>(work: () => Promise<T>): Promise<{ value: T; milliseconds: number }> {
  const start = performance.now();
  const value = await work();
  return { value, milliseconds: performance.now() - start };
}

function ms(milliseconds: number): string {
  return `${milliseconds.toFixed(0)} ms`;
}

function table(title: string, rows: readonly Row[]): string {
  const width = Math.max(...rows.map(([what]) => what.length));
  return [title, ...rows.map(([what, value]) => `  ${what.padEnd(width)}  ${value}`), ""].join("\n");
}
