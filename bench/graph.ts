/**
 * Times the code graph of folders that are git repositories against bare tree-sitter parsing of the same files with as
 * many threads, in one run; prints tables in Markdown.
 *
 *     npm exec -c 'node bench/graph.ts FOLDER... [--rounds 5] [--workers 2] [--curve]'
 *
 * Each measurement is a process of its own, in alternating order; figures are medians. With `--curve` each folder is
 * measured with every 10th, 5th and 2nd of its files too. What the clock holds: see bench/graph-speed/once.ts; a
 * cold index holds reading from git, linking and writing the cache, bare parsing none of these.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import { machineLine, median } from "./graph-speed/figures.ts";
import type { Measured } from "./graph-speed/once.ts";

const run = promisify(execFile);
const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    workers: { type: "string", default: String(Math.min(availableParallelism(), 4)) },
    curve: { type: "boolean", default: false },
  },
});
if (folders.length === 0) throw new Error("Name at least one folder that is a git repository.");

interface Row {
  readonly name: string;
  readonly megabytes: number;
  readonly files: number;
  readonly parse: number;
  readonly cold: number;
  readonly warm: number;
  readonly link: number;
  /** CPU time of all threads. */
  readonly cpu: readonly [parse: number, cold: number];
  readonly memory: readonly [parse: number, cold: number];
}

const rows: Row[] = [];
for (const folder of folders)
  for (const every of values.curve ? [10, 5, 2, 1] : [1]) rows.push(await measure(folder, every));
if (values.curve) rows.sort((a, b) => a.megabytes - b.megabytes);
console.log(table(rows));
if (values.curve) console.log(`\n${growth(rows)}`);
console.log(`\n${machineLine()}; ${values.workers} threads; medians of ${values.rounds} rounds.`);

async function measure(folder: string, every: number): Promise<Row> {
  const parses: Measured[] = [];
  const colds: Measured[] = [];
  const warms: Measured[] = [];
  for (let round = 0; round < Number(values.rounds); round++) {
    const cache = mkdtempSync(join(tmpdir(), "coderag-bench-"));
    const parse = async () => parses.push(await once("parse", folder, cache, every));
    const cold = async () => colds.push(await once("index", folder, cache, every));
    for (const step of round % 2 === 0 ? [parse, cold] : [cold, parse]) await step();
    warms.push(await once("index", folder, cache, every));
    rmSync(cache, { recursive: true, force: true });
  }
  const of = (list: readonly Measured[], key: keyof Measured): number =>
    median(list.map((one) => one[key] ?? 0));
  return {
    name: every === 1 ? basename(folder) : `${basename(folder)}, every ${every}th file`.replace("2th", "2nd"),
    megabytes: of(parses, "characters") / 1e6,
    files: of(parses, "files"),
    parse: of(parses, "milliseconds"),
    cold: of(colds, "milliseconds"),
    warm: of(warms, "milliseconds"),
    link: of(colds, "link"),
    cpu: [of(parses, "cpu"), of(colds, "cpu")],
    memory: [of(parses, "peakMegabytes"), of(colds, "peakMegabytes")],
  };
}

async function once(what: string, folder: string, cache: string, every: number): Promise<Measured> {
  const script = join(import.meta.dirname, "graph-speed", "once.ts");
  const { stdout } = await run(process.execPath, [
    ...["--disable-warning=ExperimentalWarning", script, what, folder, values.workers, cache, String(every)],
  ]);
  return JSON.parse(stdout) as Measured;
}

function table(all: readonly Row[]): string {
  const lines = all.map((row) => {
    const cells = [
      row.name,
      row.files,
      row.megabytes.toFixed(1),
      seconds(row.parse),
      seconds(row.cold),
      `**${(row.cold / row.parse).toFixed(2)}**`,
      `${(row.cpu[1] / row.cpu[0]).toFixed(2)} (${row.cpu.map(seconds).join(" to ")} s)`,
      seconds(row.link),
      (row.cold / row.megabytes).toFixed(0),
      `${seconds(row.warm)} (${(row.warm / row.cold).toFixed(2)})`,
      row.memory.map((peak) => peak.toFixed(0)).join(" / "),
    ];
    return `| ${cells.join(" | ")} |`;
  });
  return [
    "| repository | files | MB | bare parse s | cold index s | ratio | ratio of CPU time | linking s | cold ms a MB | warm s (of cold) | peak MB, parse / cold |",
    "|---|---|---|---|---|---|---|---|---|---|---|",
    ...lines,
  ].join("\n");
}

/** Least squares on logarithms: cost grows as size to the power b, and 1 is linear. */
function growth(all: readonly Row[]): string {
  const points = all.map((row) => [Math.log(row.megabytes), Math.log(row.cold)] as const);
  const mean = (at: 0 | 1): number => points.reduce((sum, point) => sum + point[at], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  const slope =
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) /
    points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0);
  return `Fit over these sizes: cold time grows as size to the power ${slope.toFixed(2)}.`;
}

function seconds(milliseconds: number): string {
  return (milliseconds / 1_000).toFixed(2);
}
