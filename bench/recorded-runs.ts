/**
 * Does a recorded run lead to the code that has to change? Of commits that mend something and bring a test for it, that
 * test is run and recorded on the source before; the message is the request, as in `coderag bench`, and right are the
 * functions that the commit changed. Asked with and without the recording, and from the recording alone.
 *
 *     npm exec -c 'node bench/recorded-runs.ts CLONE... [--commits 20]'
 *
 * CLONE: a clone of a Python repository with pytest, whose tests run by /usr/bin/python3. Runs its tests.
 */
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { assembleContext } from "../src/context/assemble.ts";
import type { Context } from "../src/context/context.ts";
import { whatRan } from "../src/context/what-ran.ts";
import { type Anchor, findAnchors } from "../src/retrieval/anchors.ts";
import { createSearchIndex } from "../src/retrieval/documents.ts";
import { changedLines } from "../src/retrieval/history/changed-lines.ts";
import { requestOfCommit } from "../src/retrieval/history/commit-request.ts";
import { goldOf, isFunction } from "../src/retrieval/history/gold.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { callTree, functionsOf } from "../src/traces/call-tree.ts";
import { readTrace } from "../src/traces/read-trace.ts";
import { changedFiles, diffOf } from "../src/workspace/git-history.ts";
import { readHistory } from "../src/workspace/history.ts";
import { findRepository } from "../src/workspace/open-local.ts";
import { readCommit } from "../src/workspace/read-commit.ts";
import { median } from "./graph-speed/figures.ts";
import { type RecordedCommit, recordedCommits } from "./recorded-runs/commits.ts";
import { variantTokens } from "./recorded-runs/variants.ts";

const { values, positionals: clones } = parseArgs({
  options: { commits: { type: "string", default: "20" } },
  allowPositionals: true,
});
if (clones.length === 0) throw new Error("See the head of this file.");
/** As in a prompt of the product. */
const budget = 24_000;
const ways = ["message", "recording", "both"] as const;
type Way = (typeof ways)[number];

interface Asked {
  readonly recall: Readonly<Record<Way, readonly [at5: number, at10: number]>>;
  /** Share of the changed functions that are shown whole. */
  readonly shown: Readonly<Record<"message" | "both", number>>;
  readonly tokens: Readonly<Record<string, number>>;
}

const signal = AbortSignal.timeout(7_200_000);
console.log(
  "| repository | commits | asked with | recall@5 | @10 | shown whole |\n|---|--:|---|--:|--:|--:|",
);
const all: Asked[] = [];
for (const clone of clones) {
  const asked: Asked[] = [];
  for (const commit of recordedCommits(resolve(clone))) {
    const one = await ask(resolve(clone), commit);
    if (one) asked.push(one);
    if (asked.length === Number(values.commits)) break;
  }
  all.push(...asked);
  report(clone.split("/").at(-1)!, asked);
}
report("all", all);
console.log("\nTokens of the recordings, medians:");
for (const variant of Object.keys(all[0]?.tokens ?? {}))
  console.log(`  ${variant.padEnd(9)} ${Math.round(median(all.map(({ tokens }) => tokens[variant]!)))}`);

async function ask(
  clone: string,
  { commit, parent, message, trace }: RecordedCommit,
): Promise<Asked | undefined> {
  const { repository } = await findRepository(clone);
  const paths = (await changedFiles(repository, parent, commit, signal)).map(({ path }) => path);
  const workspace = await readCommit(repository, parent, async () => undefined, signal);
  try {
    const { graph } = await indexWorkspace(workspace, {}, signal);
    const gold = goldOf(
      changedLines(await diffOf(repository, parent, commit, paths, signal)),
      graph,
    ).functions;
    const run = { trace: readTrace(trace, commit), startup: undefined };
    const tree = callTree(run, graph);
    if (gold.size === 0 || tree.calls.length === 0) return undefined;
    const read = (paths: readonly string[]) => workspace.readMany(paths);
    const index = await createSearchIndex(graph, read);
    const request = requestOfCommit(message);
    const history = await readHistory(repository, parent, signal);
    const found = await findAnchors(request, graph, read, {
      ...{ retrieval: "bigraph", limit: 80, index, history },
    });
    const ran = whatRan(run, graph, found, { limit: 80, budget });
    const alone = whatRan(run, graph, [], { limit: 80, budget });
    const recalled = (anchors: readonly Anchor[]) => {
      const functions = anchors.flatMap(({ node }) => (isFunction(node) && !node.test ? node.id : []));
      return ([5, 10] as const).map((most) => share(gold, functions.slice(0, most))) as unknown as [
        number,
        number,
      ];
    };
    const shown = ({ passages }: Context) =>
      share(
        gold,
        passages.flatMap(({ kind, path, startLine, endLine }) =>
          kind === "outline"
            ? []
            : graph
                .inFile(path)
                .flatMap((node) => (startLine <= node.startLine && node.endLine <= endLine ? node.id : [])),
        ),
      );
    return {
      recall: { message: recalled(found), recording: recalled(alone.anchors), both: recalled(ran.anchors) },
      shown: {
        message: shown(await assembleContext(found, graph, workspace, { budget })),
        both: shown(await assembleContext(ran.anchors, graph, workspace, { budget: budget - ran.tokens })),
      },
      tokens: await variantTokens(tree, functionsOf(tree), read, ran.tokens),
    };
  } finally {
    await workspace.close();
  }
}

function share(gold: ReadonlySet<string>, found: readonly string[]): number {
  const there = new Set(found);
  return [...gold].filter((id) => there.has(id)).length / gold.size;
}

function report(name: string, asked: readonly Asked[]): void {
  const mean = (of: (one: Asked) => number) =>
    (asked.reduce((sum, one) => sum + of(one), 0) / Math.max(1, asked.length)).toFixed(3);
  for (const way of ways) {
    const shown = way === "recording" ? "" : mean((one) => one.shown[way]);
    const recall = `${mean((one) => one.recall[way][0])} | ${mean((one) => one.recall[way][1])}`;
    console.log(`| ${name} | ${asked.length} | ${way} | ${recall} | ${shown} |`);
  }
}
