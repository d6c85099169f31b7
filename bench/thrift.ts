/**
 * Thrift: tokens of the context that a model reads against those of the whole files that its anchors stand in, and
 * tokens of one observation of graph-reason at the hubs of a repository.
 *
 *     npm exec -c 'node bench/thrift.ts --data FILE --repos DIR [--count 60] [--seed 5] [--commits 20] [--write] CLONE...'
 *
 * FILE and DIR are samples of DevEval and checkouts of their projects (place known, body hidden); each CLONE is a
 * repository whose newest commits stand for requests (message known, place not). The clones are not touched.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { drawNeighbourhood } from "../src/agent/tools/neighbourhood.ts";
import { assembleContext, type ContextOptions } from "../src/context/assemble.ts";
import { renderContext } from "../src/context/render.ts";
import { numberLines } from "../src/edits/number.ts";
import type { CodeGraph, CodeNode } from "../src/graph/graph.ts";
import { alwaysSpent } from "../src/jobs/reading/prepare.ts";
import { countTokens } from "../src/llm/tokens.ts";
import { type Anchor, findAnchors } from "../src/retrieval/anchors.ts";
import { rankSupport } from "../src/retrieval/bigraph/rank.ts";
import { similarByWords } from "../src/retrieval/bigraph/similar.ts";
import { createSearchIndex, type ReadSource, type SearchIndex } from "../src/retrieval/documents.ts";
import { goldOf } from "../src/retrieval/history/gold.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { eachPrepared } from "./deveval/corpus.ts";
import { readSamples } from "./deveval/samples.ts";
import { shuffled } from "./shuffled.ts";
import { requestsOf } from "./thrift/requests.ts";
import { type Shown, shownOf } from "./thrift/shown.ts";

/** As a run has them: tokens of a context, anchors of a request and of a known place, hubs that are looked at. */
const most = { tokens: 24_000, anchors: 80, support: 40, hubs: 40 };
const { values: options, positionals: clones } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ data: { type: "string" }, repos: { type: "string" }, count: { type: "string", default: "60" } },
    ...{ seed: { type: "string", default: "5" }, commits: { type: "string", default: "20" } },
    write: { type: "boolean", default: false },
  },
});
const { data, repos } = options;
if (!data || !repos) throw new Error("See the head of this file.");

/** Tokens of one context, and of the files of its anchors, plain and numbered as a context is. */
interface Spent {
  readonly context: number;
  readonly files: number;
  readonly numbered: number;
  readonly anchors: number;
  /** Of the definitions that were wanted, where that is known. */
  readonly wanted: Shown | undefined;
}

const signal = AbortSignal.timeout(7_200_000);
const cacheDir = mkdtempSync(join(tmpdir(), "coderag-thrift-"));
const rows: string[] = [];
const hubs: string[] = [];
try {
  if (Number(options.count) > 0) rows.push(row("DevEval, development split", await ofSamples()));
  for (const clone of clones) await ofClone(clone);
} finally {
  rmSync(cacheDir, { recursive: true, force: true });
}
const load = loadavg()[0]!.toFixed(1);
const report = [
  "# Thrift: tokens of the context, and of an observation",
  "",
  `Made by \`npm exec -c 'node bench/thrift.ts --data FILE --repos DIR --count ${options.count} --seed ${options.seed} --commits ${options.commits} --write CLONE...'\`. Tokens are o200k's; a context is what the model reads, with line numbers, headings and routes; "files" are all files in which one of its anchors stands, whole and without line numbers.`,
  "",
  `A context has at most ${most.tokens.toLocaleString("en-US")} tokens, as in a run; ${most.support} definitions are ranked for a known place, ${most.anchors} for a request.`,
  "",
  "| requests | contexts | anchors | context | files | share: median | p10 to p90 | at most a quarter | of the files numbered | wanted definitions whole / known |",
  "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|",
  ...rows,
  "",
  `One observation of graph-reason at the ${most.hubs} definitions with the most edges; "all" is every neighbour once with its id and signature.`,
  "",
  "| repository | median | most | all, median | all, most |",
  "|---|--:|--:|--:|--:|",
  ...hubs,
  "",
  `Machine: ${cpus().length} cores, Node ${process.versions.node}, load ${load}; token counts do not depend on it.`,
  "",
].join("\n");
console.log(report);
if (options.write) writeFileSync(join(import.meta.dirname, "results", "thrift.md"), report);

async function ofSamples(): Promise<readonly Spent[]> {
  const all = readSamples(data!).filter(({ has_gold }) => has_gold);
  const samples = shuffled(all, Number(options.seed)).slice(0, Number(options.count));
  const spent: Spent[] = [];
  const work: Parameters<typeof eachPrepared>[2] = async ({ gold }, { target, graph, index, read }) => {
    const support = await rankSupport(target, graph, index, read, { limit: most.support });
    const place = { node: target.node, score: 1.1 };
    const anchors = [place, ...support].map(({ node, score }) => ({
      ...{ node, score, route: [], requirements: [] },
    }));
    const wanted = gold.flatMap(
      ({ path, name }) => graph.inFile(path).find((node) => node.qualifiedName === name) ?? [],
    );
    spent.push(await measure(anchors, graph, read, wanted));
    if (spent.length % 10 === 0) console.error(`${spent.length} of ${samples.length}`);
  };
  await eachPrepared(samples, repos!, work, signal);
  return spent;
}

async function ofClone(clone: string): Promise<void> {
  const spent: Spent[] = [];
  const { name, requests, folder, close } = requestsOf(clone, Number(options.commits));
  try {
    for (const { checkOut, request, changed } of requests) {
      checkOut();
      const { graph, index, read, close: closeWorkspace } = await indexed(folder);
      const anchors = await findAnchors(request, graph, read, {
        ...{ retrieval: "bigraph", limit: most.anchors, index },
      });
      const wanted = [...goldOf(changed(), graph).functions].flatMap((id) => graph.node(id) ?? []);
      spent.push(await measure(anchors, graph, read, wanted, { always: alwaysSpent }));
      if (spent.length === 1) hubs.push(hubRow(name, graph, index));
      await closeWorkspace();
    }
  } finally {
    close();
  }
  rows.push(row(`commits of ${name}`, spent));
}

async function indexed(folder: string) {
  const workspace = await openLocal(folder, signal);
  const read: ReadSource = (paths) => workspace.readMany(paths);
  const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
  return { graph, read, index: await createSearchIndex(graph, read), close: () => workspace.close() };
}

async function measure(
  anchors: readonly Anchor[],
  graph: CodeGraph,
  readMany: ReadSource,
  wanted?: readonly CodeNode[],
  more?: Pick<ContextOptions, "always">,
): Promise<Spent> {
  const context = await assembleContext(anchors, graph, { readMany }, { budget: most.tokens, ...more });
  const texts = await readMany([...new Set(anchors.map(({ node }) => node.path))]);
  const tokensOf = (view: (text: string) => string): number =>
    [...texts.values()].reduce((sum, text) => sum + countTokens(view(text)), 0);
  return {
    context: countTokens(renderContext(context)),
    ...{ files: tokensOf((text) => text), numbered: tokensOf(numberLines) },
    ...{ anchors: anchors.length, wanted: wanted && shownOf(wanted, context) },
  };
}

function row(name: string, all: readonly Spent[]): string {
  const shares = all.map(({ context, files }) => context / Math.max(1, files));
  const small = shares.filter((share) => share <= 0.25).length;
  const whole = (of: (one: Spent) => number): string =>
    Math.round(at(all.map(of), 0.5)).toLocaleString("en-US");
  const spread = `${at(shares, 0.1).toFixed(2)} to ${at(shares, 0.9).toFixed(2)}`;
  const likeToLike = at(
    all.map(({ context, numbered }) => context / Math.max(1, numbered)),
    0.5,
  ).toFixed(2);
  const cells = [
    ...[name, all.length, whole(({ anchors }) => anchors), whole(({ context }) => context)],
    ...[whole(({ files }) => files), at(shares, 0.5).toFixed(2), spread, `${small} of ${all.length}`],
    ...[likeToLike, wantedCell(all)],
  ];
  return `| ${cells.join(" | ")} |`;
}

/** Means over all wanted definitions. */
function wantedCell(all: readonly Spent[]): string {
  const known = all.flatMap(({ wanted }) => wanted ?? []);
  const sum = (of: (shown: Shown) => number): number => known.reduce((total, one) => total + of(one), 0);
  const count = sum(({ wanted }) => wanted);
  if (count === 0) return "";
  return `${(sum(({ whole }) => whole) / count).toFixed(2)} / ${(sum(({ known: some }) => some) / count).toFixed(2)}`;
}

function hubRow(name: string, graph: CodeGraph, index: SearchIndex): string {
  const degree = ({ id }: CodeNode): number => graph.outgoing(id).length + graph.incoming(id).length;
  const nodes = [...graph.nodes].sort((a, b) => degree(b) - degree(a)).slice(0, most.hubs);
  const similar = (node: CodeNode) =>
    similarByWords({ node, requirement: node.doc ?? "" }, index).map((one) => one.node);
  const shown = nodes.map((node) => countTokens(drawNeighbourhood(node, graph, similar, undefined)));
  const everything = nodes.map((node) => {
    const ids = [
      ...graph.outgoing(node.id).map(({ to }) => to),
      ...graph.incoming(node.id).map(({ from }) => from),
    ];
    const lines = [...new Set(ids)].map((id) => `${id}  ${graph.node(id)?.signature ?? ""}`);
    return countTokens(lines.join("\n"));
  });
  const figure = (list: readonly number[], share: number): string => at(list, share).toLocaleString("en-US");
  return `| ${name} | ${figure(shown, 0.5)} | ${figure(shown, 1)} | ${figure(everything, 0.5)} | ${figure(everything, 1)} |`;
}

/** The value below which that share of the list lies. */
function at(list: readonly number[], share: number): number {
  const sorted = [...list].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
