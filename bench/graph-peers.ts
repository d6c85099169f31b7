/**
 * Indexes the same checkouts with two other programs and with this one, in one run; prints tables in Markdown.
 *
 *     npm i --prefix PREFIX --ignore-scripts @colbymchenry/codegraph@1.6.1 gitnexus@1.6.12
 *     npm exec -c 'node bench/graph-peers.ts FOLDER... --peers PREFIX [--rounds 3] [--limit 600]'
 *
 * Each FOLDER is a git repository. Every measurement is a new process on a new clone with a home folder of its own and
 * no way out to the network: wall time with the start of the process, CPU time of it and its children, and the peak of
 * the largest process (all by GNU time). Each program is the command that a person types; ours is `coderag graph stats`,
 * which reads the repository, links the graph and writes its cache. Before it is measured, each has indexed another
 * repository of one file in that home, as a program has that was used before; `--first` leaves that out. The order turns
 * with each round; what takes longer than the limit of seconds is stopped, said, and not tried again.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { basename, dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { machineLine, median } from "./graph-speed/figures.ts";

const { values, positionals: folders } = parseArgs({
  allowPositionals: true,
  options: {
    peers: { type: "string" },
    rounds: { type: "string", default: "3" },
    limit: { type: "string", default: "600" },
    first: { type: "boolean", default: false },
  },
});
if (folders.length === 0 || !values.peers)
  throw new Error("Name folders, and --peers where they are installed.");
const limit = Number(values.limit);
const packages = join(resolve(values.peers), "node_modules");
const workers = String(Math.min(availableParallelism(), 4));

interface Program {
  readonly name: string;
  command(checkout: string): readonly string[];
}

interface Cost {
  readonly wall: number;
  readonly cpu: number;
  readonly megabytes: number;
}

const programs: readonly Program[] = [
  {
    name: "this",
    command: (checkout) => [
      ...[process.execPath, "--disable-warning=ExperimentalWarning"],
      ...[join(import.meta.dirname, "..", "src", "cli", "bin.mjs"), "graph", "stats", "--repo", checkout],
    ],
  },
  {
    name: "codegraph",
    command: (checkout) => [
      ...[process.execPath, join(packages, "@colbymchenry", "codegraph", "npm-shim.js")],
      ...["init", "--yes", checkout],
    ],
  },
  {
    name: "gitnexus",
    command: (checkout) => [
      ...[process.execPath, join(packages, "gitnexus", "dist", "cli", "index.js"), "analyze"],
      ...["--index-only", "--skip-fts", "--workers", workers, checkout],
    ],
  },
];

console.log("| repository | program | wall s | CPU s | peak MB | wall, times ours | memory, times ours |");
console.log("|---|---|---|---|---|---|---|");
for (const folder of folders) await compare(resolve(folder));
console.log(
  `\n${machineLine()}; medians of ${values.rounds} rounds, limit ${limit} s, ${values.first ? "first starts" : "used before"}.`,
);

async function compare(folder: string): Promise<void> {
  const costs = new Map<Program, Cost[]>(programs.map((program) => [program, []]));
  const failed = new Map<Program, string>();
  for (let round = 0; round < Number(values.rounds); round++)
    for (const index of programs.keys()) {
      const program = programs[(index + round) % programs.length]!;
      if (failed.has(program)) continue;
      const cost = await costOf(program, folder);
      if (typeof cost === "string") failed.set(program, cost);
      else costs.get(program)!.push(cost);
    }
  const of = (program: Program, key: keyof Cost): number =>
    median(costs.get(program)!.map((cost) => cost[key]));
  for (const program of programs) {
    const said = failed.get(program);
    const times = (key: keyof Cost): string => (of(program, key) / of(programs[0]!, key)).toFixed(1);
    const cells = said
      ? [said, "", "", "", ""]
      : [
          of(program, "wall").toFixed(2),
          of(program, "cpu").toFixed(1),
          of(program, "megabytes").toFixed(0),
        ].concat([times("wall"), times("megabytes")]);
    console.log(`| ${[basename(folder), program.name, ...cells].join(" | ")} |`);
  }
}

/** What one run cost, or why there is no figure. */
async function costOf(program: Program, folder: string): Promise<Cost | string> {
  const place = mkdtempSync(join(tmpdir(), "coderag-peers-"));
  const checkout = join(place, basename(folder));
  const home = join(place, "home");
  mkdirSync(home);
  const environment = {
    PATH: `${dirname(process.execPath)}:${process.env["PATH"]}`,
    HOME: home,
    CODERAG_HOME: join(home, "coderag"),
    CODEGRAPH_NO_DAEMON: "1",
    DO_NOT_TRACK: "1",
    SCARF_ANALYTICS: "false",
    HTTP_PROXY: "http://127.0.0.1:9",
    HTTPS_PROXY: "http://127.0.0.1:9",
  };
  try {
    await succeed(["git", "clone", "-q", "--shared", folder, checkout], process.env, place);
    const report = join(place, "time.txt");
    const timed = ["/usr/bin/time", "-f", "%e %U %S %M", "-o", report];
    try {
      if (!values.first) {
        const other = await makeOther(join(place, "other"));
        await succeed(program.command(other), environment, other);
      }
      await succeed([...timed, ...program.command(checkout)], environment, checkout);
    } catch (error) {
      return (error as Error).message;
    }
    const [wall, user, system, peak] = readFileSync(report, "utf8").trim().split(" ").map(Number);
    return { wall: wall!, cpu: user! + system!, megabytes: peak! / 1_000 };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** A repository of one file. */
async function makeOther(folder: string): Promise<string> {
  mkdirSync(folder);
  writeFileSync(join(folder, "a.py"), "def f():\n    return 1\n");
  const git = (...argv: string[]): Promise<void> =>
    succeed(["git", "-c", "user.name=a", "-c", "user.email=a@b", ...argv], process.env, folder);
  await git("init", "-q");
  await git("add", ".");
  await git("commit", "-qm", "first");
  return folder;
}

/** Runs a command in a process group of its own, which ends with the limit. */
async function succeed(
  [program, ...args]: readonly string[],
  env: NodeJS.ProcessEnv,
  cwd: string,
): Promise<void> {
  const child = spawn(program!, args, { env, cwd, detached: true, stdio: ["ignore", "ignore", "pipe"] });
  let words = "";
  child.stderr.on("data", (data: Buffer) => {
    words = (words + data.toString()).slice(-2_000);
  });
  let late = false;
  const timer = setTimeout(() => {
    late = true;
    process.kill(-child.pid!, "SIGKILL");
  }, limit * 1_000);
  const [code] = (await once(child, "close")) as [number | null];
  clearTimeout(timer);
  if (late) throw new Error(`not done in ${limit} s`);
  if (code !== 0) throw new Error(`failed: ${words.trim().split("\n").at(-1)?.slice(0, 200)}`);
}
