/**
 * What an index does to the code graph, and how long it takes: edges by sureness before and after, and how both graphs
 * stand to the indexer read on its own (`bench/graph-truth.ts` says how the index is made).
 *
 *     npm exec -c 'node bench/graph-precise.ts FOLDER...'
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join } from "node:path";
import type { CodeGraph } from "../src/graph/graph.ts";
import { loadGrammar } from "../src/languages/parsing/parser.ts";
import { languageOf } from "../src/languages/registry.ts";
import { createPrecision } from "../src/languages/scip/precise.ts";
import { openScip, readDocument, readScip } from "../src/languages/scip/read.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { type Comparison, compareCalls, compareInherits } from "./graph-truth/compare.ts";
import { createOracle } from "./graph-truth/oracle.ts";
import { type Places, placesOf } from "./graph-truth/syntax.ts";

const folders = process.argv.slice(2);
if (folders.length === 0) throw new Error("Name at least one clone that holds an index.scip.");
const signal = AbortSignal.timeout(1_200_000);
const rounds = 3;

console.log(`Load average ${loadavg()[0]!.toFixed(1)}.\n`);
console.log(
  "| repository | files (stale) | Call before | Call after | Inherit before | Inherit after | confirmed | dropped | added | link | step | Call right / wrong / missed before | after | Inherit after |",
);
console.log(`|${"---|".repeat(14)}`);
for (const folder of folders) console.log(`| ${(await measure(folder)).join(" | ")} |`);

async function measure(folder: string): Promise<readonly string[]> {
  const workspace = await openLocal(folder, signal);
  try {
    const { graph, stats } = await indexWorkspace(workspace, {}, signal);
    const bytes = readFileSync(join(folder, "index.scip"));
    const paths = openScip(bytes).documents.map(({ path }) => path);
    const texts = await workspace.readMany(paths);
    const times: number[] = [];
    const step = () => {
      const start = performance.now();
      const precision = createPrecision(graph);
      for (const { path, bytes: document } of openScip(bytes).documents) {
        const text = texts.get(path);
        if (text !== undefined) precision.add(path, readDocument(document), text);
      }
      const result = precision.finish();
      times.push(performance.now() - start);
      return result;
    };
    for (let round = 1; round < rounds; round++) step();
    const { graph: precise, counts } = step();
    const places = new Map<string, Places>();
    for (const [path, text] of texts)
      if (languageOf(path) !== undefined && graph.inFile(path).length > 1)
        places.set(path, placesOf(await loadGrammar(languageOf(path)!), text));
    const against = (one: CodeGraph) => createOracle(readScip(bytes), one, places);
    const step50 = times.sort((a, b) => a - b)[Math.floor(rounds / 2)]!;
    return [
      basename(folder),
      `${counts.files} (${counts.stale})`,
      surenesses(graph, "Call"),
      surenesses(precise, "Call"),
      surenesses(graph, "Inherit"),
      surenesses(precise, "Inherit"),
      ...[counts.confirmed, counts.dropped, counts.added].map(String),
      `${Math.round(stats.milliseconds.link)} ms`,
      `${Math.round(step50)} ms`,
      figures(compareCalls(graph, against(graph), places)),
      figures(compareCalls(precise, against(precise), places)),
      figures(compareInherits(precise, against(precise))),
    ];
  } finally {
    await workspace.close();
  }
}

function surenesses(graph: CodeGraph, kind: "Call" | "Inherit"): string {
  const counts = { exact: 0, inferred: 0, ambiguous: 0 };
  for (const { id } of graph.nodes) for (const { sureness } of graph.outgoing(id, kind)) counts[sureness]++;
  return Object.values(counts).join(" / ");
}

function figures({ right, wrong, missed }: Comparison): string {
  return `${right} / ${wrong.length} / ${missed.length}`;
}
