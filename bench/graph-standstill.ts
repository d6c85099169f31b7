/**
 * For how long a process that draws a code graph from nothing, and then makes its words searchable, answers nobody:
 * the longest time between two turns of its event loop, with the graph drawn in the same thread and in one apart.
 *
 *     npm exec -c 'node bench/graph-standstill.ts FOLDER... [--rounds 3]'
 *
 * Each measurement is a process of its own, in alternating order; figures are medians.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { parseArgs } from "node:util";
import { createSearchIndex } from "../src/retrieval/documents.ts";
import { drawGraph } from "../src/retrieval/draw-graph.ts";
import { openGraphThread } from "../src/retrieval/graph-thread.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { machineLine, median } from "./graph-speed/figures.ts";

interface Measured {
  readonly seconds: number;
  /** Milliseconds: while the graph was drawn, and while words were counted. */
  readonly drawing: number;
  readonly counting: number;
}

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "3" }, once: { type: "string" } },
});
if (folders.length === 0) throw new Error("Name at least one folder that is a git repository.");

if (values.once) console.log(JSON.stringify(await measure(folders[0]!, values.once === "apart")));
else {
  console.log("| repository | drawn | graph s | standstill while drawing ms | while counting words ms |");
  console.log("|---|---|---|---|---|");
  for (const folder of folders) compare(folder);
  console.log(`\n${machineLine()}; medians of ${values.rounds} rounds.`);
}

function compare(folder: string): void {
  const measured = { here: [] as Measured[], apart: [] as Measured[] };
  for (let round = 0; round < Number(values.rounds); round++)
    for (const where of round % 2 === 0 ? (["here", "apart"] as const) : (["apart", "here"] as const)) {
      const argv = ["--disable-warning=ExperimentalWarning", import.meta.filename, "--once", where, folder];
      measured[where].push(JSON.parse(execFileSync(process.execPath, argv, { encoding: "utf8" })));
    }
  for (const where of ["here", "apart"] as const) {
    const of = (key: keyof Measured): number => median(measured[where].map((one) => one[key]));
    const cells = [basename(folder), where, of("seconds").toFixed(1)];
    console.log(`| ${[...cells, of("drawing").toFixed(0), of("counting").toFixed(0)].join(" | ")} |`);
  }
}

async function measure(folder: string, isApart: boolean): Promise<Measured> {
  const signal = AbortSignal.timeout(1_200_000);
  const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  const thread = openGraphThread();
  const workspace = await openLocal(folder, signal);
  try {
    const start = performance.now();
    const options = { cacheDir, draw: isApart ? thread.draw : drawGraph };
    const [{ graph }, drawing] = await watched(() => indexWorkspace(workspace, options, signal));
    const seconds = (performance.now() - start) / 1000;
    const [, counting] = await watched(() => createSearchIndex(graph, (paths) => workspace.readMany(paths)));
    return { seconds, drawing, counting };
  } finally {
    await workspace.close();
    await thread.close();
    rmSync(cacheDir, { recursive: true, force: true });
  }
}

/** What came out, and the longest standstill meanwhile in milliseconds. */
async function watched<T>(act: () => Promise<T>): Promise<readonly [T, number]> {
  const delay = monitorEventLoopDelay({ resolution: 5 });
  delay.enable();
  const result = await act();
  // One turn more: what has just ended was one, too.
  await new Promise((resolve) => setTimeout(resolve, 20));
  delay.disable();
  return [result, delay.max / 1e6];
}
