/**
 * How long one requirement takes once a repository is loaded: finding what it needs (`bigraph`) and choosing the
 * passages, without a model. The newest commits' titles are the requirements.
 *
 *     npm exec -c 'node bench/context-speed.ts FOLDER [--count 60] [--tokens 8000]'
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { assembleContext } from "../src/context/assemble.ts";
import { findAnchors } from "../src/retrieval/anchors.ts";
import { createSearchIndex } from "../src/retrieval/documents.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: { count: { type: "string", default: "60" }, tokens: { type: "string", default: "8000" } },
});
const [folder] = positionals;
if (!folder) throw new Error("Name a folder that is a git repository.");
const signal = AbortSignal.timeout(1_200_000);
/** Older commits' titles, asked before the clock runs: a worker that has compiled its code is what is measured. */
const warmUp = 20;
const count = Number(options.count);
const log = ["-C", folder, "log", "--no-merges", "--format=%s", "-n", String(count + warmUp)];
const titles = execFileSync("git", log, { encoding: "utf8" })
  .split("\n")
  .filter((title) => title !== "");

/** Milliseconds of the clock, and of the processor: where others work on the machine too, the second tells more. */
interface Times {
  readonly clock: number[];
  readonly processor: number[];
}
const none = (): Times => ({ clock: [], processor: [] });

const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
const workspace = await openLocal(folder, signal);
try {
  const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
  const read = (paths: readonly string[]) => workspace.readMany(paths);
  const index = await createSearchIndex(graph, read);
  const times = { anchors: none(), context: none() };
  for (const [at, title] of [...titles.slice(count), ...titles.slice(0, count)].entries()) {
    const stop = started();
    const request = { title, body: "", comments: [] };
    const anchors = await findAnchors(request, graph, read, { retrieval: "bigraph", limit: 80, index });
    const found = stop();
    await assembleContext(anchors, graph, workspace, { budget: Number(options.tokens) });
    // Nothing is measured twice: what one requirement has read or counted may help the next, as in a worker.
    if (at < titles.length - count) continue;
    note(times.anchors, found);
    note(times.context, stop());
  }
  const definitions = graph.nodes.filter(({ kind }) => kind !== "Module").length;
  console.log(`${basename(folder)}: ${definitions} definitions, ${times.context.clock.length} requirements`);
  console.log(`  anchors            ${shown(times.anchors)}`);
  console.log(`  anchors + passages ${shown(times.context)}`);
  console.log(
    `  memory ${Math.round(process.memoryUsage().rss / 1e6)} MB, load average ${loadavg()[0]!.toFixed(1)}`,
  );
} finally {
  await workspace.close();
  rmSync(cacheDir, { recursive: true, force: true });
}

function started(): () => readonly [clock: number, processor: number] {
  const [clock, processor] = [performance.now(), process.cpuUsage()];
  return () => {
    const { user, system } = process.cpuUsage(processor);
    return [performance.now() - clock, (user + system) / 1000];
  };
}

function note(times: Times, [clock, processor]: readonly [number, number]): void {
  times.clock.push(clock);
  times.processor.push(processor);
}

function shown({ clock, processor }: Times): string {
  const at = (times: readonly number[], share: number): string => {
    const sorted = [...times].sort((a, b) => a - b);
    return `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0)} ms`;
  };
  return `p50 ${at(clock, 0.5)}, p99 ${at(clock, 0.99)}; of the processor p50 ${at(processor, 0.5)}, p99 ${at(processor, 0.99)}`;
}
