/**
 * One measurement in a process of its own, so that nothing is warm and the peak of memory is its own:
 *
 *     node bench/graph-speed/once.ts parse|index FOLDER WORKERS [CACHE] [ONE_FILE_OF]
 *
 * `index` with a CACHE that is empty is a cold index, with one that was filled a warm one. Prints one line of JSON.
 */
import { tooLarge } from "../../src/languages/limits.ts";
import { allLanguages, languagesAmong } from "../../src/languages/registry.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { compileForShortRun } from "../../src/short-run.mjs";
import { openLocal } from "../../src/workspace/open-local.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { bareParse } from "./bare-parse.ts";

export interface Measured {
  readonly milliseconds: number;
  /** CPU time of all threads in the same span: other work on the machine spoils it less than the clock. */
  readonly cpu: number;
  readonly peakMegabytes: number;
  readonly files: number;
  /** UTF-16 units of what was parsed; only of `parse`. */
  readonly characters?: number;
  readonly read?: number;
  readonly link?: number;
  readonly nodes?: number;
  readonly edges?: number;
}

const [what, folder, count, cacheDir, every = "1"] = process.argv.slice(2);
const signal = AbortSignal.timeout(1_800_000);
const workers = Number(count);
const whole = await openLocal(folder!, signal);
const workspace = Number(every) === 1 ? whole : thinned(whole, Number(every));
const found = what === "parse" ? await parse() : await index();
const peakMegabytes = process.resourceUsage().maxRSS / 1_000;
await workspace.close();
console.log(JSON.stringify({ ...found, peakMegabytes } satisfies Measured));

async function parse(): Promise<Omit<Measured, "peakMegabytes">> {
  const languageOf = languagesAmong(workspace.entries.keys());
  const paths = [...workspace.entries.keys()].filter((path) => languageOf(path) !== undefined);
  const start = performance.now();
  const texts = await workspace.readMany(paths);
  const read = performance.now() - start;
  const inputs = [...texts]
    .filter(([, text]) => tooLarge(text) === undefined)
    .map(([path, text]) => ({ grammar: allLanguages().get(languageOf(path)!)!.grammar, text }));
  const characters = inputs.reduce((sum, { text }) => sum + text.length, 0);
  const cpu = cpuClock();
  const milliseconds = await bareParse(inputs, workers);
  return { milliseconds, cpu: cpu(), files: inputs.length, characters, read };
}

async function index(): Promise<Omit<Measured, "peakMegabytes">> {
  // As `coderag graph` does before anything else.
  compileForShortRun();
  const start = performance.now();
  const cpu = cpuClock();
  const options = { workers, ...(cacheDir ? { cacheDir } : {}) };
  const { graph, stats } = await indexWorkspace(workspace, options, signal);
  const milliseconds = performance.now() - start;
  const files = stats.parsed + stats.cached;
  const { link } = stats.milliseconds;
  return { milliseconds, cpu: cpu(), files, link, nodes: graph.nodes.length, edges: graph.edgeCount };
}

function cpuClock(): () => number {
  const start = process.cpuUsage();
  return () => {
    const { user, system } = process.cpuUsage(start);
    return (user + system) / 1_000;
  };
}

/** Every n-th file of a known language, by path: a smaller repository of the same kind. */
function thinned(workspace: Workspace, every: number): Workspace {
  const languageOf = languagesAmong(workspace.entries.keys());
  const known = [...workspace.entries].filter(([path]) => languageOf(path) !== undefined);
  return { ...workspace, entries: new Map(known.filter((_, index) => index % every === 0)) };
}
