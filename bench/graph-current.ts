/**
 * How current the code graph can be kept: cold index, warm start, and pushes, on repositories with a history.
 *
 *     npm exec -c 'node bench/graph-current.ts FOLDER... [--rounds 5]'
 *     npm exec -c 'node bench/graph-current.ts --history 50 FOLDER...'
 *
 * With `--history`: that many consecutive commits, each brought up to date from the one before, and compared with the
 * same commit drawn from nothing: nodes, edges and their order, counts of calls.
 * `push` in a running process: this one has indexed the repository, and one push comes after the other, each with files
 * that nobody has parsed before. `warm` and `push` in a fresh process are child processes; their time is that of the
 * index alone, with grammars that are not loaded yet. `a server started again`: the thread of a server has read the graph
 * from the disk three seconds before. `push: definitions`: each round has other names. `push: history`: to
 * the versions that 1 % of the known files had in the newest older commit that differs from HEAD in so many, without files
 * that came or went, and in the next round back. Medians of `rounds`
 * runs; read the ratios rather than the seconds.
 */
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { parseArgs } from "node:util";
import { languageOf } from "../src/languages/registry.ts";
import { drawGraph, graphWritten } from "../src/retrieval/draw-graph.ts";
import { openGraphThread } from "../src/retrieval/graph-thread.ts";
import { type IndexedWorkspace, type IndexStats, indexWorkspace } from "../src/retrieval/index-workspace.ts";
import type { FileChange } from "../src/source/file.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { overlay } from "../src/workspace/overlay.ts";
import type { Workspace } from "../src/workspace/workspace.ts";

type Kind = "bodies" | "definitions" | "history" | "file";
interface Timed {
  readonly milliseconds: number;
  /** CPU time of all threads: other work on the machine spoils it less than the clock. */
  readonly cpu: number;
  readonly stats: IndexStats;
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: "string", default: "5" },
    history: { type: "string" },
    child: { type: "boolean", default: false },
  },
});
const rounds = Number(values.rounds);
const signal = AbortSignal.timeout(3_600_000);

/** What is new in a file, under a name that is another one in each round. */
const newName = "AddedByTheBench";
const written: Readonly<Record<string, string>> = {
  python: `def ${newName}(x):\n    return x`,
  go: `func ${newName}() {}`,
  rust: `pub struct ${newName} {}`,
  ruby: `class ${newName}\nend`,
  c: `int ${newName}(void) { return 1; }`,
};

/** How a function begins, behind its indentation, and what its first statement may be. */
type Head = readonly [head: RegExp, statement: string];
const usualHead: Head = [/^([ \t]*).*\)\s*(?::[^{};=]*)?\{\r?\n/m, "console.log(String(1));"];
const heads: Readonly<Record<string, Head>> = {
  python: [/^( *)def \w+\([^()]*\):\n/m, "  print(len(str(1)))"],
  ruby: [/^( *)def [\w.]+[?!]?(?:\([^()]*\))?\n/m, "puts 1.to_s"],
};

/** In a child process: the change of that kind, or none, on the cache of a folder. */
if (values.child) {
  const [folder = "", cacheDir = "", kind = ""] = positionals;
  const workspace = await openLocal(folder, signal);
  const at =
    kind === "none"
      ? workspace
      : overlay(workspace, stamped(await changesOf(workspace, folder, kind as Kind), "child"));
  console.log(JSON.stringify(await index(at, cacheDir)));
  await workspace.close();
} else if (values.history !== undefined)
  for (const folder of positionals) await compareHistory(folder, Number(values.history));
else for (const folder of positionals) await measure(folder);

async function measure(folder: string): Promise<void> {
  const workspace = await openLocal(folder, signal);
  const home = mkdtempSync(join(tmpdir(), "coderag-current-"));
  let copies = 0;
  const fresh = (): string => join(home, String(copies++));
  const copyOf = (cacheDir: string): string => {
    const copy = fresh();
    cpSync(cacheDir, copy, { recursive: true });
    return copy;
  };
  try {
    await index(workspace, fresh());
    const caches: string[] = [];
    const cold = await median(async () => {
      caches.push(fresh());
      return index(workspace, caches.at(-1)!);
    });
    const filled = caches.at(-1)!;
    const full = copyOf(filled);
    const rows: [string, Timed][] = [["cold, grammars loaded", cold]];
    rows.push(["warm, fresh process", await median(async () => child(folder, full, "none"))]);
    const all = [...workspace.entries].reduce(
      (sum, [path, { size }]) => sum + (languageOf(path) === undefined ? 0 : (size ?? 0)),
      0,
    );
    for (const kind of ["bodies", "definitions", "history", "file"] as const) {
      const changes = await changesOf(workspace, folder, kind);
      const bytes = changes.reduce((sum, { after = "" }) => sum + after.length, 0);
      let round = 0;
      // The last graph that was asked for is the one that the first push is held against.
      await index(workspace, filled);
      const running = async (): Promise<Timed> => {
        await graphWritten();
        round++;
        // One round goes to the versions of the history, the next one back.
        const isBack = kind === "history" && round % 2 === 0;
        const there = isBack ? changes.map((one) => ({ ...one, after: one.before }) as FileChange) : changes;
        return index(overlay(workspace, stamped(there, `${kind} ${round}`)), filled);
      };
      rows.push([
        `push: ${kind}, ${Math.round(bytes / 1_000)} kB, ${((100 * bytes) / all).toFixed(1)} %`,
        await median(running),
      ]);
      rows.push([
        `push: ${kind}, fresh process`,
        await median(async () => child(folder, copyOf(full), kind)),
      ]);
    }
    rows.push(["push: bodies, a server started again", await median(() => restarted(folder, copyOf(full)))]);
    const bytes = readdirSync(full).map((name) => [
      name.replace(/.*\./, ""),
      statSync(join(full, name)).size,
    ]);
    console.log(
      `${basename(folder)}: ${cold.stats.files} files, load ${loadavg()[0]!.toFixed(1)}, on disk ${JSON.stringify(bytes)}`,
    );
    for (const [what, { milliseconds, cpu, stats }] of rows)
      console.log(
        `  ${what.padEnd(38)} ${milliseconds.toFixed(0).padStart(7)} ms  ${(milliseconds / cold.milliseconds).toFixed(3)}  cpu ${cpu.toFixed(0)} ms ${(cpu / cold.cpu).toFixed(3)}  ${JSON.stringify(stats.origin)} outlines ${stats.milliseconds.outlines.toFixed(0)} link ${stats.milliseconds.link.toFixed(0)}`,
      );
  } finally {
    rmSync(home, { recursive: true, force: true });
    await workspace.close();
  }
}

/** Throws where a commit's graph is not the same as without what came before. */
async function compareHistory(folder: string, count: number): Promise<void> {
  const home = mkdtempSync(join(tmpdir(), "coderag-history-"));
  const work = join(home, "work");
  const git = (...argv: string[]): string =>
    execFileSync("git", ["-C", work, ...argv], { encoding: "utf8", maxBuffer: 2 ** 28 });
  try {
    execFileSync("git", ["clone", "-q", "--no-hardlinks", folder, work]);
    const commits = git("rev-list", "--first-parent", "-n", String(count + 1), "HEAD")
      .trim()
      .split("\n");
    const origins = new Map<string, number>();
    let outlines: string | undefined;
    for (const commit of commits.reverse()) {
      git("checkout", "-q", commit);
      const workspace = await openLocal(work, signal);
      const kept = await indexWorkspace(workspace, { cacheDir: join(home, "kept") }, signal);
      // Of this one the outlines are kept, and no graph: graphs are remembered by their folder.
      const anew = join(home, commit);
      if (outlines !== undefined) renameSync(outlines, anew);
      const cold = await indexWorkspace(workspace, { cacheDir: anew }, signal);
      for (const name of readdirSync(anew)) if (name.endsWith(".graph")) rmSync(join(anew, name));
      outlines = anew;
      await workspace.close();
      if (cold.stats.origin.kind !== "cold") throw new Error(`${commit} was not drawn from nothing.`);
      if (seen(kept) !== seen(cold)) throw new Error(`${commit} has another graph than from nothing.`);
      const { kind } = kept.stats.origin;
      origins.set(kind, (origins.get(kind) ?? 0) + 1);
    }
    console.log(`${basename(folder)}: ${commits.length} commits, all equal: ${JSON.stringify([...origins])}`);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function seen({ graph, stats: { calls } }: IndexedWorkspace): string {
  return JSON.stringify([graph.nodes, graph.nodes.map(({ id }) => graph.outgoing(id)), calls]);
}

/** The first push to a thread that had its graph from the disk a moment ago. */
async function restarted(folder: string, cacheDir: string): Promise<Timed> {
  const workspace = await openLocal(folder, signal);
  const thread = openGraphThread();
  try {
    await index(workspace, cacheDir, thread.draw);
    const changes = stamped(await changesOf(workspace, folder, "bodies"), "restarted");
    await setTimeout(3_000);
    return await index(overlay(workspace, changes), cacheDir, thread.draw);
  } finally {
    await thread.close();
    await workspace.close();
  }
}

async function index(workspace: Workspace, cacheDir: string, draw = drawGraph): Promise<Timed> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  const { stats } = await indexWorkspace(workspace, { cacheDir, draw }, signal);
  const { user, system } = process.cpuUsage(before);
  return { milliseconds: performance.now() - start, cpu: (user + system) / 1_000, stats };
}

async function median(run: () => Promise<Timed>): Promise<Timed> {
  const all: Timed[] = [];
  for (let i = 0; i < rounds; i++) all.push(await run());
  return all.sort((a, b) => a.milliseconds - b.milliseconds)[Math.floor(rounds / 2)]!;
}

function child(folder: string, cacheDir: string, kind: Kind | "none"): Timed {
  const argv = [import.meta.filename, "--child", folder, cacheDir, kind];
  return JSON.parse(execFileSync(process.execPath, argv, { encoding: "utf8" })) as Timed;
}

/** The same with a last line that says the round, new files also under its name: what was never seen. */
function stamped(changes: readonly FileChange[], round: string): readonly FileChange[] {
  return changes.map((change) => {
    const mark = /\.(?:py|rb)$/.test(change.path) ? "#" : "//";
    const name = `bench_${round.replaceAll(/\W/g, "_")}_`;
    const path =
      change.before === undefined ? change.path.replace(/[^/]*$/, (old) => name + old) : change.path;
    const after = change.after?.replaceAll(newName, `${newName}${round.replaceAll(/\W/g, "")}`);
    return { ...change, path, after: `${after}\n${mark} ${round}\n` } as FileChange;
  });
}

/** Edits of every hundredth file that has a function, what the history has, or one more file. */
async function changesOf(workspace: Workspace, folder: string, kind: Kind): Promise<readonly FileChange[]> {
  const known = [...workspace.entries.keys()].filter((path) => languageOf(path) !== undefined);
  const count = Math.max(1, Math.round(known.length / 100));
  if (kind === "history") return fromHistory(folder, count);
  if (kind === "file")
    return [{ path: known[0]!, before: undefined, after: await workspace.read(known[0]!) } as FileChange];
  const step = Math.floor(known.length / (count * 3));
  const texts = await workspace.readMany(known.filter((_, at) => at % step === 0));
  const edited: FileChange[] = [];
  for (const [path, before] of texts) {
    const after = edited.length < count ? edit(path, before, kind) : undefined;
    if (after !== undefined) edited.push({ path, before, after } as FileChange);
  }
  return edited;
}

function edit(path: string, text: string, kind: "bodies" | "definitions"): string | undefined {
  const [head, statement] = heads[languageOf(path)!] ?? usualHead;
  const found = head.exec(text);
  if (!found) return undefined;
  const end = found.index + found[0].length;
  return kind === "bodies"
    ? `${text.slice(0, end)}${found[1]}  ${statement}\n${text.slice(end)}`
    : text + added(path);
}

function added(path: string): string {
  const isScript = /\.[cm]?[jt]sx?$/.test(path);
  const usual = isScript ? `export function ${newName}() {}` : `class ${newName} {}`;
  return `\n\n${written[languageOf(path)!] ?? usual}\n`;
}

/** The versions that some files had before: a push backwards costs what one forwards costs. */
function fromHistory(folder: string, count: number): readonly FileChange[] {
  const git = (...argv: string[]): string =>
    execFileSync("git", ["-C", folder, ...argv], { encoding: "utf8", maxBuffer: 2 ** 28 });
  for (const commit of git("rev-list", "--first-parent", "-n", "400", "HEAD").trim().split("\n").slice(1)) {
    const paths = git("diff", "--name-only", "--diff-filter=M", commit, "HEAD")
      .trim()
      .split("\n")
      .filter((path) => languageOf(path));
    if (paths.length < count) continue;
    return paths.slice(0, count).map((path) => ({
      ...{ path, before: git("show", `HEAD:${path}`), after: git("show", `${commit}:${path}`) },
    })) as unknown as readonly FileChange[];
  }
  return [];
}
