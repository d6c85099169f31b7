/**
 * Supporting code for the samples of DevEval: what would be shown to somebody who writes the body, best first, with
 * neither a model nor embeddings. Predictions in the form of the data's own scorer.
 *
 *     npm exec -c 'node bench/retrieval.ts --data FILE --repos DIR --out PRED.jsonl'
 *
 * DIR holds the projects' checkouts (`Topic+project`). `--retrieval none|bm25|embedding|graph|bigraph` chooses the
 * ranking (bigraph), `--without SIGNAL,...` switches signals off, `--only REGEXP` takes some projects. With
 * `--embeddings URL --embedding-model NAME` similar definitions are found by vectors, too; `embedding` needs them.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CodeNode } from "../src/graph/graph.ts";
import { findAnchors } from "../src/retrieval/anchors.ts";
import { rankSupport } from "../src/retrieval/bigraph/rank.ts";
import { type Signal, signals } from "../src/retrieval/bigraph/signals.ts";
import { searchCode } from "../src/retrieval/documents.ts";
import { openProject, type Prepared, prepare } from "./deveval/corpus.ts";
import { byProject, checkoutOf, readSamples } from "./deveval/samples.ts";
import { embedWithAt, semanticsOf } from "./deveval/semantic.ts";

/** Definitions given for each sample. */
const limit = 40;
const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    repos: { type: "string" },
    out: { type: "string" },
    retrieval: { type: "string", default: "bigraph" },
    without: { type: "string", default: "" },
    only: { type: "string", default: "" },
    embeddings: { type: "string" },
    "embedding-model": { type: "string" },
  },
});
const { data, repos, out } = options;
if (!data || !repos || !out) throw new Error("Name the samples (--data), the checkouts (--repos) and --out.");
const without = new Set(options.without.split(",").filter((name) => name !== "")) as Set<Signal>;
for (const name of without) if (!(name in signals)) throw new Error(`There is no signal ${name}.`);

const signal = AbortSignal.timeout(7_200_000);
const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
const embedWith = embedWithAt(options.embeddings, options["embedding-model"], join(cacheDir, "vectors"));
const rows: string[] = [];
try {
  for (const [project, samples] of byProject(readSamples(data))) {
    const wanted = samples.filter(({ has_gold }) => has_gold);
    if (wanted.length === 0 || !new RegExp(options.only).test(project)) continue;
    const start = performance.now();
    const workspace = await openProject(checkoutOf(repos, wanted[0]!), signal);
    for (const sample of wanted) {
      const prepared = await prepare(sample, workspace, cacheDir, signal);
      if (!prepared) console.error(`${sample.id} is not in the code graph`);
      const retrieved = prepared ? (await rank(prepared)).map(predicted) : [];
      rows.push(JSON.stringify({ id: sample.id, retrieved }));
    }
    await workspace.close();
    const each = Math.round((performance.now() - start) / wanted.length);
    console.error(`${project}: ${wanted.length} samples, ${each} ms each`);
  }
} finally {
  rmSync(cacheDir, { recursive: true, force: true });
}
writeFileSync(out, `${rows.join("\n")}\n`);

async function rank(prepared: Prepared): Promise<readonly CodeNode[]> {
  const { target, graph, index, read } = prepared;
  const asked = `${target.requirement}\n${target.node.signature}`;
  const request = { title: target.node.signature, body: target.requirement, comments: [] };
  switch (options.retrieval) {
    case "none":
      return [];
    case "bm25":
      return searchCode(index, asked, limit).map(({ node }) => node);
    case "graph":
      return (await findAnchors(request, graph, read, { retrieval: "graph", limit, index })).map(
        ({ node }) => node,
      );
    case "embedding": {
      if (!embedWith)
        throw new Error("Name the embedding endpoint: --embeddings URL --embedding-model NAME.");
      const semantics = await semanticsOf(prepared, embedWith, signal);
      return (await semantics.rank([asked], limit, signal)).map(({ node }) => node);
    }
    case "bigraph": {
      const semantics = embedWith && (await semanticsOf(prepared, embedWith, signal));
      const similar = semantics ? { similar: await semantics.similar(target, signal) } : {};
      const ranked = await rankSupport(target, graph, index, read, { limit, without, ...similar });
      return ranked.map(({ node }) => node);
    }
    default:
      throw new Error(`There is no ranking ${options.retrieval}.`);
  }
}

function predicted({ path, qualifiedName, startLine }: CodeNode) {
  return { path, name: qualifiedName, line: startLine };
}
