/**
 * Whether the code graph of any repository can be drawn, what that costs, and whether it is the same by every way:
 * drawn from nothing, from the cache, linked again from cached outlines, and brought up to date from an older commit.
 *
 *     npm exec -c 'node bench/graph-fleet.ts FOLDER... [--seconds 900] [--commits 20]'
 *
 * A row for each clone, as soon as it is known; each is drawn in a process of its own, which is ended after that many
 * seconds. Bold is what may not be: then the exit code is 1. Below the table stands what takes more than three times
 * the CPU a megabyte of what its language takes at the median: worth a look, no fault by itself.
 */
import { execFile } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { parseArgs, promisify } from "node:util";
import type { Again, Anew, Drawn } from "./graph-fleet/once.ts";
import { machineLine, median } from "./graph-speed/figures.ts";

const run = promisify(execFile);
const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: "string", default: "900" },
    commits: { type: "string", default: "20" },
  },
});
if (folders.length === 0) throw new Error("Name at least one folder that is a git repository.");

/** A file that was given up for want of time once may be read another time. */
const untimely = /^it(?: took longer|s parser failed)/;

const known: (Anew & { readonly name: string })[] = [];
let broken = 0;
console.log(
  "| repository | language | files | MB | nodes | edges exact / inferred / ambiguous | left out | CPU s | of it linking | s a MB | peak MB | brought up to date | faults |",
);
console.log(`|${"---|".repeat(13)}`);
for (const folder of folders) await measure(folder);
console.log(`\n${slow() || "None is slow for its language."}\n`);
console.log(`${machineLine()}; ${folders.length} repositories, ${broken} with faults.`);
process.exitCode = broken > 0 ? 1 : 0;

async function measure(folder: string): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "coderag-fleet-"));
  const [name, cache] = [basename(folder), join(home, "cache")];
  const faults: string[] = [];
  try {
    const anew = await once<Anew>(["anew", folder, cache], faults);
    const again = anew && (await once<Again>(["again", folder, cache, values.commits], faults));
    if (anew) known.push({ name, ...anew });
    if (anew && again) faults.push(...anew.faults, ...differences(anew, again));
    const cells = anew ? cellsOf(anew, again?.updated) : Array<string>(11).fill("");
    console.log(`| ${[name, ...cells, faults.map((one) => `**${one}**`).join("; ")].join(" | ")} |`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
  if (faults.length > 0) broken++;
}

async function once<T>(argv: readonly string[], faults: string[]): Promise<T | undefined> {
  const script = join(import.meta.dirname, "graph-fleet", "once.ts");
  const options = {
    timeout: Number(values.seconds) * 1_000,
    killSignal: "SIGKILL",
    maxBuffer: 2 ** 26,
  } as const;
  try {
    const flags = ["--disable-warning=ExperimentalWarning", script];
    const { stdout } = await run(process.execPath, [...flags, ...argv], options);
    return JSON.parse(stdout) as T;
  } catch (error) {
    faults.push(`${argv[0]}: ${told(error)}`);
    return undefined;
  }
}

/** The line that names the error, or the signal that ended the process. */
function told(error: unknown): string {
  const { stderr = "", signal = "" } = error as { readonly stderr?: string; readonly signal?: string };
  const line = /^\w*Error\b.*|^FATAL ERROR.*/m.exec(stderr)?.[0];
  return (
    line ?? (signal === "SIGKILL" ? `not done in ${values.seconds} s` : `${signal} ${stderr.slice(-200)}`)
  );
}

function differences(anew: Anew, { snapshot, linkedAgain, updated }: Again): readonly string[] {
  if (Object.keys(anew.leftOut).some((reason) => untimely.test(reason))) return [];
  const differs = (what: string, one: Drawn): readonly string[] =>
    one.digest === anew.digest ? [] : [`${what} is another graph`];
  return [
    ...(snapshot.origin === "snapshot" ? [] : ["it was not found in the cache"]),
    ...differs("from the cache", snapshot),
    ...differs("linked again", linkedAgain),
    ...(updated ? differs("brought up to date", updated) : []),
  ];
}

function cellsOf(anew: Anew, updated: Drawn | undefined): readonly string[] {
  const { language, files, megabytes, nodes, edges, leftOut, seconds, linkSeconds, peakMegabytes } = anew;
  return [
    language,
    String(files),
    megabytes.toFixed(1),
    String(nodes),
    Object.values(edges).join(" / "),
    Object.entries(leftOut)
      .map(([reason, count]) => `${count}: ${reason}`)
      .join("; "),
    seconds.toFixed(1),
    linkSeconds.toFixed(1),
    (seconds / megabytes).toFixed(2),
    peakMegabytes.toFixed(0),
    updated?.origin ?? "no history",
  ];
}

function slow(): string {
  const costOf = ({ seconds, megabytes }: Anew): number => seconds / Math.max(megabytes, 0.5);
  return known
    .flatMap((one) => {
      const usual = median(known.filter(({ language }) => language === one.language).map(costOf));
      const times = costOf(one) / usual;
      return times > 3 ? [`- ${one.name}: ${times.toFixed(1)} times the median of ${one.language}`] : [];
    })
    .join("\n");
}
