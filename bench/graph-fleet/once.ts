/**
 * One repository in a process of its own, so that its memory is its own and what ends it ends nothing else:
 *
 *     node bench/graph-fleet/once.ts anew FOLDER CACHE
 *     node bench/graph-fleet/once.ts again FOLDER CACHE COMMITS
 *
 * `anew` draws its graph from nothing and leaves the cache for `again`, which draws the same by all other ways. Prints
 * one line of JSON.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { languageOf } from "../../src/languages/registry.ts";
import { graphWritten } from "../../src/retrieval/draw-graph.ts";
import { type IndexedWorkspace, indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { findRepository, openLocal } from "../../src/workspace/open-local.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";

/** A graph, as far as two of them are compared. */
export interface Drawn {
  readonly digest: string;
  readonly origin: string;
}

export interface Anew extends Drawn {
  /** That most of its source is written in. */
  readonly language: string;
  readonly files: number;
  readonly megabytes: number;
  readonly nodes: number;
  /** Without what contains what. */
  readonly edges: { readonly exact: number; readonly inferred: number; readonly ambiguous: number };
  /** How many files were left out for each reason. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Of all threads. */
  readonly seconds: number;
  readonly linkSeconds: number;
  readonly peakMegabytes: number;
  readonly faults: readonly string[];
}

export interface Again {
  readonly snapshot: Drawn;
  readonly linkedAgain: Drawn;
  /** From the graph of an older commit; undefined where the repository has none. */
  readonly updated: Drawn | undefined;
}

const signal = AbortSignal.timeout(3_600_000);
const [what, folder = "", cacheDir = "", commits = "20"] = process.argv.slice(2);
const workspace = await openLocal(folder, signal);
console.log(JSON.stringify(await (what === "anew" ? anew() : again(Number(commits)))));
await workspace.close();

async function anew(): Promise<Anew> {
  const before = process.cpuUsage();
  const indexed = await indexWorkspace(workspace, { cacheDir }, signal);
  const { user, system } = process.cpuUsage(before);
  const peakMegabytes = process.resourceUsage().maxRSS / 1_000;
  await graphWritten();
  const { graph, notes, stats } = indexed;
  const sizes = new Map<string, number>();
  for (const { path, size = 0 } of workspace.entries.values()) {
    const language = languageOf(path);
    if (language !== undefined) sizes.set(language, (sizes.get(language) ?? 0) + size);
  }
  const [largest = ["none"]] = [...sizes].sort((a, b) => b[1] - a[1]);
  const { Import, Inherit, Call } = stats.edges;
  const of = (sureness: keyof typeof Call): number => Import[sureness] + Inherit[sureness] + Call[sureness];
  return {
    ...drawn(indexed),
    ...{ language: largest[0], files: stats.parsed + stats.cached },
    megabytes: [...sizes.values()].reduce((sum, size) => sum + size, 0) / 1e6,
    nodes: graph.nodes.length,
    edges: { exact: of("exact"), inferred: of("inferred"), ambiguous: of("ambiguous") },
    leftOut: reasonsOf(notes),
    ...{ seconds: (user + system) / 1e6, linkSeconds: stats.milliseconds.link / 1_000, peakMegabytes },
    faults: faultsOf(indexed),
  };
}

async function again(back: number): Promise<Again> {
  const snapshot = drawn(await indexWorkspace(workspace, { cacheDir }, signal));
  const linkedAgain = drawn(
    await indexWorkspace(workspace, { cacheDir: onlyOutlines(cacheDir, "linked") }, signal),
  );
  await graphWritten();
  const older = await openOlder(back);
  if (!older) return { snapshot, linkedAgain, updated: undefined };
  const kept = onlyOutlines(`${cacheDir}-linked`, "older");
  await indexWorkspace(older, { cacheDir: kept }, signal);
  await older.close();
  const updated = drawn(await indexWorkspace(workspace, { cacheDir: kept }, signal));
  await graphWritten();
  return { snapshot, linkedAgain, updated };
}

/** Graphs are remembered by their folder: under another name only outlines are known of it. */
function onlyOutlines(from: string, name: string): string {
  const to = `${cacheDir}-${name}`;
  renameSync(from, to);
  for (const file of readdirSync(to)) if (file.endsWith(".graph")) rmSync(join(to, file));
  return to;
}

/** So many commits before the last one, or the first one that there is. */
async function openOlder(back: number): Promise<Workspace | undefined> {
  const { repository } = await findRepository(folder);
  const argv = ["-C", folder, "rev-list", "--first-parent", "-n", String(back + 1), "HEAD"];
  const commit = execFileSync("git", argv, { encoding: "utf8" }).trim().split("\n").at(-1);
  return commit === undefined || commit === workspace.commit
    ? undefined
    : readCommit(repository, commit, async () => undefined, signal);
}

function drawn(indexed: IndexedWorkspace): Drawn {
  const { graph, notes, stats } = indexed;
  const hash = createHash("sha256");
  for (const node of graph.nodes) hash.update(JSON.stringify([node, graph.outgoing(node.id)]));
  hash.update(JSON.stringify([stats.calls, [...notes].sort()]));
  return { digest: hash.digest("hex"), origin: stats.origin.kind };
}

function reasonsOf(notes: readonly string[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const note of notes) {
    const reason = /^.* was (not read for the code graph: .*|.*)$/s.exec(note)?.[1] ?? note;
    const short = reason.replace("not read for the code graph: ", "");
    counts[short] = (counts[short] ?? 0) + 1;
  }
  return counts;
}

/** What may not be in any graph. */
function faultsOf({ graph }: IndexedWorkspace): readonly string[] {
  const faults: string[] = [];
  const ids = new Set(graph.nodes.map(({ id }) => id));
  if (ids.size !== graph.nodes.length)
    faults.push(`${graph.nodes.length - ids.size} nodes have the identity of another one`);
  let count = 0;
  for (const id of ids)
    for (const { from, to, line } of graph.outgoing(id)) {
      count++;
      if (from !== id || !ids.has(to)) faults.push(`an edge from ${from} to ${to} has no end`);
      if (!(line >= 0)) faults.push(`an edge from ${from} to ${to} has no line`);
    }
  if (count !== graph.edgeCount) faults.push(`${graph.edgeCount} edges, of which ${count} are found`);
  return faults.slice(0, 5);
}
