/**
 * Would the code that a commit changed have been found from its message? Recall and reciprocal rank of the changed
 * definitions, over the newest commits of real repositories that fix or add something.
 *
 *     npm exec -c 'node bench/locating.ts CLONE...'
 *
 * The clones are not touched: each is cloned again, sharing its objects, into a temporary folder.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { type AnchorOptions, findAnchors } from "../src/retrieval/anchors.ts";
import { createSearchIndex } from "../src/retrieval/documents.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";

const commitsWanted = 50;
const cutoffs = [5, 10, 20];
const source = /\.(?:py|js|ts|tsx|mjs)$/;
const aside = /(?:^|\/)(?:tests?|__tests__|spec|docs?|examples?|benchmarks?)\/|\.test\.|\.spec\.|_test\./;
const chores =
  /bump|release|version|changelog|typo|lint|format|black|pre-commit|docs?:|chore|type hint|annotation|merge|revert|deps/i;

interface Commit {
  readonly sha: string;
  readonly title: string;
  readonly body: string;
}

interface Span {
  readonly path: string;
  readonly from: number;
  readonly to: number;
}

const signal = AbortSignal.timeout(3_600_000);
for (const clone of process.argv.slice(2)) {
  const scratch = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  try {
    const folder = join(scratch, basename(clone));
    execFileSync("git", ["clone", "--quiet", "--shared", clone, folder]);
    console.log(await measure(folder, join(scratch, "cache")));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function measure(folder: string, cacheDir: string): Promise<string> {
  const sums = new Map<AnchorOptions["retrieval"], number[]>();
  let measured = 0;
  for (const commit of commitsOf(folder)) {
    if (measured === commitsWanted) break;
    const spans = changedSpans(folder, commit.sha);
    if (spans.length === 0 || new Set(spans.map(({ path }) => path)).size > 4) continue;
    git(folder, "checkout", "--quiet", "--force", `${commit.sha}^`);
    const rankings = await rank(folder, cacheDir, commit, spans);
    if (!rankings) continue;
    measured += 1;
    for (const [retrieval, row] of rankings) {
      const sum = sums.get(retrieval) ?? row.map(() => 0);
      sums.set(
        retrieval,
        sum.map((value, at) => value + row[at]!),
      );
    }
  }
  const lines = [...sums].map(([retrieval, sum]) => {
    const figures = sum.map((value) => (value / measured).toFixed(3)).join(" ");
    return `  ${retrieval.padEnd(6)} recall@${cutoffs.join("/")} and reciprocal rank: ${figures}`;
  });
  return [`${basename(folder)}, ${measured} commits`, ...lines].join("\n");
}

type Rankings = readonly (readonly ["bm25" | "graph", readonly number[]])[];

/** Undefined where the commit changed no definition, or too many to be about one thing. */
async function rank(
  folder: string,
  cacheDir: string,
  { title, body }: Commit,
  spans: readonly Span[],
): Promise<Rankings | undefined> {
  const workspace = await openLocal(folder, signal);
  try {
    const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
    const wanted = new Set<string>();
    for (const { path, from, to } of spans) {
      const around = graph
        .inFile(path)
        .filter((node) => node.kind !== "Module" && node.startLine <= from && to <= node.endLine)
        .sort((a, b) => a.endLine - a.startLine - (b.endLine - b.startLine));
      if (around[0]) wanted.add(around[0].id);
    }
    if (wanted.size === 0 || wanted.size > 6) return undefined;
    const read = (paths: readonly string[]) => workspace.readMany(paths);
    const index = await createSearchIndex(graph, read);
    const ask = async (retrieval: "bm25" | "graph") => {
      const request = { title, body, comments: [] };
      const anchors = await findAnchors(request, graph, read, { retrieval, limit: 60, index });
      return [
        retrieval,
        figures(
          anchors.map(({ node }) => node.id),
          wanted,
        ),
      ] as const;
    };
    return [await ask("bm25"), await ask("graph")];
  } finally {
    await workspace.close();
  }
}

function figures(ids: readonly string[], wanted: ReadonlySet<string>): number[] {
  const ranks = [...wanted].map((id) => ids.indexOf(id)).filter((at) => at >= 0);
  const recall = cutoffs.map((cutoff) => ranks.filter((at) => at < cutoff).length / wanted.size);
  return [...recall, ranks.length === 0 ? 0 : 1 / (1 + Math.min(...ranks))];
}

function commitsOf(folder: string): readonly Commit[] {
  return git(folder, "log", "--no-merges", "--format=%H%x00%s%x00%b%x01", "-n", "6000")
    .split("\u0001")
    .map((entry) => entry.trim().split("\0"))
    .map(([sha = "", title = "", body = ""]) => ({ sha, title, body }))
    .filter(({ title, body }) => title !== "" && title.length + body.length >= 60 && !chores.test(title));
}

/** Lines of the old files that the commit changed; of what it only added, the two lines around. */
function changedSpans(folder: string, sha: string): readonly Span[] {
  if (git(folder, "rev-list", "--parents", "-n", "1", sha).trim().split(" ").length !== 2) return [];
  const spans: Span[] = [];
  let path = "";
  for (const line of git(folder, "diff", "-U0", "--no-renames", `${sha}^`, sha).split("\n")) {
    path = /^--- a\/(.*)/.exec(line)?.[1] ?? path;
    const hunk = /^@@ -(\d+)(?:,(\d+))? /.exec(line);
    if (!hunk || !source.test(path) || aside.test(path)) continue;
    const [from, count] = [Number(hunk[1]), Number(hunk[2] ?? 1)];
    spans.push({ path, from, to: count === 0 ? from + 1 : from + count - 1 });
  }
  return spans;
}

function git(folder: string, ...words: readonly string[]): string {
  return execFileSync("git", ["-C", folder, ...words], { encoding: "utf8", maxBuffer: 1e9 });
}
