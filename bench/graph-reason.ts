/**
 * What GraphReason adds: recall of the reference dependencies among the same number of definitions, once the ranking's
 * best alone, once fewer of them and what a model picked from their one-hop neighbourhoods.
 *
 *     npm exec -c 'node bench/graph-reason.ts --data FILE --repos DIR --out FILE --url URL --model NAME
 *       [--count 60] [--seed 11] [--units 15] [--picks 5] [--at-once 12]'
 *
 * The key is read from MODEL_KEY. `--out` keeps each prompt with its answer.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { createGraphReason } from "../src/agent/tools/graph-reason.ts";
import { rankSupport } from "../src/retrieval/bigraph/rank.ts";
import { askAll } from "./deveval/ask.ts";
import { eachPrepared, type Prepared } from "./deveval/corpus.ts";
import { readSamples, requirementOf, type Sample } from "./deveval/samples.ts";
import { shuffled } from "./shuffled.ts";

/** Anchors whose neighbourhood is shown. */
const opened = 5;
const { values: options } = parseArgs({
  options: {
    ...{ data: { type: "string" }, repos: { type: "string" }, out: { type: "string" } },
    ...{ url: { type: "string" }, model: { type: "string" }, count: { type: "string", default: "60" } },
    ...{ seed: { type: "string", default: "11" }, units: { type: "string", default: "15" } },
    ...{ picks: { type: "string", default: "5" }, "at-once": { type: "string", default: "12" } },
  },
});
const { data, repos, out, url, model } = options;
if (!data || !repos || !out || !url || !model) throw new Error("See the head of this file.");
const [units, picks] = [Number(options.units), Number(options.picks)];

interface Case {
  readonly sample: Sample;
  readonly ranked: readonly string[];
  readonly known: ReadonlySet<string>;
  readonly text: string;
}

const signal = AbortSignal.timeout(7_200_000);
const cases = await readCases();
const answers = await askAll(cases, { url, model, atOnce: Number(options["at-once"]) }, signal);
const rows = cases.map((one, at) => scored(one, answers[at]!));
const mean = (of: (row: (typeof rows)[number]) => number): string =>
  (rows.reduce((sum, row) => sum + of(row), 0) / rows.length).toFixed(3);
console.log(`${rows.length} samples, ${units} definitions each: recall`);
console.log(`  the ranking's best ${units}               ${mean(({ alone }) => alone)}`);
console.log(`  its best ${units - picks}, the model's picks, the next ${mean(({ picked }) => picked)}`);
console.log(`  picks a sample ${mean(({ count }) => count)}, of them right ${mean(({ right }) => right)}`);
writeFileSync(
  out,
  `${cases.map(({ sample, text }, at) => JSON.stringify({ id: sample.id, prompt: text, answer: answers[at] })).join("\n")}\n`,
);

async function readCases(): Promise<readonly Case[]> {
  const all = readSamples(data!).filter(({ has_gold }) => has_gold);
  const samples = shuffled(all, Number(options.seed)).slice(0, Number(options.count));
  const cases: Case[] = [];
  const add = async (sample: Sample, prepared: Prepared): Promise<void> => {
    cases.push(await caseOf(sample, prepared));
  };
  await eachPrepared(samples, repos!, add, signal);
  return cases;
}

async function caseOf(sample: Sample, { target, graph, index, read }: Prepared): Promise<Case> {
  const support = await rankSupport(target, graph, index, read, { limit: units * 2 });
  const ranked = support.map(({ node }) => node.id);
  const reason = createGraphReason(graph, {
    read: async (path: string) => (await read([path])).get(path),
  } as Parameters<typeof createGraphReason>[1]);
  const shown = support.slice(0, units - picks).map(({ node }) => `- ${node.id}: ${node.signature}`);
  const around: string[] = [];
  for (const id of ranked.slice(0, opened)) {
    const told = await reason.run({ id, take: [] }, signal);
    around.push(typeof told === "string" ? told : told.kind === "told" ? told.text : "");
  }
  const text = [
    `Somebody is to write the body of ${target.node.id} (${target.node.signature}). It shall do this:`,
    ...["", requirementOf(sample), "", "These definitions are given to the writer already:", "", ...shown],
    ...["", "One hop around the first of them (an id is path#name):", "", around.join("\n\n"), ""],
    `Which other definitions will the body most likely call or build on? At most ${picks} ids from the neighbourhoods above, the`,
    "likeliest first, as a JSON array of strings and nothing else. An empty array is a good answer.",
  ].join("\n");
  return { sample, ranked, known: new Set(graph.nodes.map(({ id }) => id)), text };
}

function scored({ sample, ranked, known }: Case, answer: string) {
  const gold = new Set(sample.gold.map(({ path, name }) => `${path}#${name}`));
  const recall = (ids: readonly string[]) => ids.filter((id) => gold.has(id)).length / gold.size;
  const first = ranked.slice(0, units - picks);
  const taken = picksOf(answer)
    .filter((id) => known.has(id) && !first.includes(id))
    .slice(0, picks);
  const rest = ranked.filter((id) => !first.includes(id) && !taken.includes(id));
  return {
    alone: recall(ranked.slice(0, units)),
    picked: recall([...first, ...taken, ...rest].slice(0, units)),
    count: taken.length,
    right: taken.filter((id) => gold.has(id)).length,
  };
}

function picksOf(answer: string): readonly string[] {
  try {
    const value: unknown = JSON.parse(/\[[\s\S]*\]/.exec(answer)?.[0] ?? "[]");
    const picks = Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
    return picks.map((id) => id.replace(/[\s(].*$/s, ""));
  } catch {
    // No list: the model picked nothing.
    return [];
  }
}
