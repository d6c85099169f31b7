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
const titles = execFileSync("git", ["-C", folder, "log", "--no-merges", "--format=%s", "-n", options.count], {
  encoding: "utf8",
})
  .split("\n")
  .filter((title) => title !== "");

const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
const workspace = await openLocal(folder, signal);
try {
  const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
  const read = (paths: readonly string[]) => workspace.readMany(paths);
  const index = await createSearchIndex(graph, read);
  const times = { anchors: [] as number[], context: [] as number[] };
  for (const round of [0, 1])
    for (const title of titles) {
      const start = performance.now();
      const request = { title, body: "", comments: [] };
      const anchors = await findAnchors(request, graph, read, { retrieval: "bigraph", limit: 80, index });
      const found = performance.now();
      await assembleContext(anchors, graph, workspace, { budget: Number(options.tokens) });
      // The first round compiles and fills what a running worker has.
      if (round === 0) continue;
      times.anchors.push(found - start);
      times.context.push(performance.now() - start);
    }
  const definitions = graph.nodes.filter(({ kind }) => kind !== "Module").length;
  console.log(`${basename(folder)}: ${definitions} definitions, ${titles.length} requirements`);
  console.log(`  anchors            ${shown(times.anchors)}`);
  console.log(`  anchors + passages ${shown(times.context)}`);
  console.log(
    `  memory ${Math.round(process.memoryUsage().rss / 1e6)} MB, load average ${loadavg()[0]!.toFixed(1)}`,
  );
} finally {
  await workspace.close();
  rmSync(cacheDir, { recursive: true, force: true });
}

function shown(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => `${sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(0)} ms`;
  return `p50 ${at(0.5)}, p99 ${at(0.99)}`;
}
