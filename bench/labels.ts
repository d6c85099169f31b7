/**
 * What a model's labels are worth: recall of the reference dependencies with and without the three-way question (child,
 * similar, other) about a target's best candidates, on the same samples drawn by seed, one question each.
 *
 *     npm exec -c 'node bench/labels.ts --data FILE --repos DIR --recording FILE --url URL --model NAME
 *       [--folds FILE] [--count 30] [--seed 7] [--at-once 30]'
 *
 * The recording keeps what was answered: what stands in it is not asked again, so without --url it is judged as it is.
 * `--folds` takes weights learned without the sample's repository, as `bench/learn-weights.ts --folds` keeps them. The
 * key is read from MODEL_KEY.
 */
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { CodeNode } from "../src/graph/graph.ts";
import { createModel } from "../src/llm/openai.ts";
import { rankSupport, type Support } from "../src/retrieval/bigraph/rank.ts";
import { similarByWords } from "../src/retrieval/bigraph/similar.ts";
import type { Similar } from "../src/retrieval/bigraph/target.ts";
import type { Weights } from "../src/retrieval/bigraph/weights.ts";
import type { PaidModel } from "../src/retrieval/requirements/ask-lines.ts";
import { requirementTexts } from "../src/retrieval/requirements/derive.ts";
import { candidatesOf } from "../src/retrieval/requirements/judge.ts";
import { labelCandidates, type Relation, rankByLabels } from "../src/retrieval/requirements/label.ts";
import { eachPrepared, type Prepared } from "./deveval/corpus.ts";
import { readSamples, type Sample } from "./deveval/samples.ts";
import { shuffled } from "./shuffled.ts";

const cutoffs = [5, 10, 20];
/** Who answers may be slow: a person, or a model on a small machine. */
const patience = 7_200_000;
const { values: options } = parseArgs({
  options: {
    ...{ data: { type: "string" }, repos: { type: "string" }, recording: { type: "string" } },
    ...{ url: { type: "string" }, model: { type: "string", default: "recorded" } },
    ...{ folds: { type: "string" }, count: { type: "string", default: "30" } },
    ...{ seed: { type: "string", default: "7" }, "at-once": { type: "string", default: "30" } },
  },
});
const { data, repos, recording } = options;
if (!data || !repos || !recording) throw new Error("See the head of this file.");

type Relations = Readonly<Record<string, Relation>>;
interface Recording {
  /** Says that this is a recording, and of whom. */
  readonly about: string;
  readonly relations: Readonly<Record<string, Relations>>;
}
const signal = AbortSignal.timeout(patience);
const folds = options.folds && (JSON.parse(readFileSync(options.folds, "utf8")) as Record<string, Weights>);
const kept: Recording = existsSync(recording)
  ? (JSON.parse(readFileSync(recording, "utf8")) as Recording)
  : { about: `A recording: answers of ${options.model}.`, relations: {} };
const all = readSamples(data).filter(({ has_gold }) => has_gold);
const samples = shuffled(all, Number(options.seed)).slice(0, Number(options.count));
const relations: Record<string, Relations> = { ...kept.relations };
await askAll(samples.filter(({ id }) => relations[id] === undefined));
writeFileSync(recording, `${JSON.stringify({ ...kept, relations }, undefined, 1)}\n`);
const rows = await each(samples, judged);
console.log(`${rows.length} samples: recall@${cutoffs.join("/")}`);
for (const name of ["none", "lifted", "edges", "both"] as const)
  console.log(`  ${name.padEnd(8)} ${cutoffs.map((cutoff) => mean((row) => row[name](cutoff))).join(" ")}`);
for (const relation of ["child", "similar", "other"] as const) tell(relation);

/** In turn, since thirty graphs at once are more than a machine holds. */
async function each<T>(of: readonly Sample[], work: (sample: Sample, prepared: Prepared) => Promise<T>) {
  const done: T[] = [];
  await eachPrepared(
    of,
    repos!,
    async (sample, prepared) => void done.push(await work(sample, prepared)),
    signal,
  );
  return done;
}

async function askAll(open: readonly Sample[]): Promise<void> {
  if (open.length === 0) return;
  if (!options.url) throw new Error(`${open.length} samples are not recorded: name who answers (--url).`);
  const model = createModel({
    ...{ baseUrl: options.url, model: options.model, apiKey: process.env["MODEL_KEY"] },
    ...{ requestTimeoutMs: patience, idleTimeoutMs: patience, maxRetries: 3 },
  });
  const store: PaidModel["store"] = { get: async () => new Map(), put: async () => undefined };
  const questions = [...(await each(open, questionOf))];
  const ask = async (): Promise<void> => {
    for (let one = questions.shift(); one; one = questions.shift()) {
      const { relations: said, notes } = await labelCandidates(
        one.target,
        one.pairs,
        { model, store },
        signal,
      );
      if (notes.length > 0) throw new Error(notes.join(" "));
      relations[one.id] = said;
    }
  };
  await Promise.all(Array.from({ length: Number(options["at-once"]) }, ask));
}

function weightsOf({ repo }: Sample): { readonly weights?: Weights } {
  const weights = folds ? folds[repo] : undefined;
  return weights ? { weights } : {};
}

/** The best of the ranking and the most similar, as a run asks about them; texts are derived, none is written. */
async function questionOf(sample: Sample, { target, graph, index, read }: Prepared) {
  const ranking = await rankSupport(target, graph, index, read, { limit: 40, ...weightsOf(sample) });
  const candidates = candidatesOf(ranking, similarByWords(target, index));
  const texts = await requirementTexts(candidates, graph, read);
  return { id: sample.id, target, pairs: candidates.map((node) => ({ node, text: texts.get(node.id)! })) };
}

async function judged(sample: Sample, { target, graph, index, read }: Prepared) {
  const said = { relations: relations[sample.id]! };
  const similar = similarByWords(target, index);
  const rank = (edges: typeof similar): Promise<readonly Support[]> =>
    rankSupport(target, graph, index, read, { limit: 40, ...weightsOf(sample), similar: edges });
  const [plain, led] = [await rank(similar), await rank(similarByLabels(similar, said))];
  const gold = new Set(sample.gold.map(({ path, name }) => `${path}#${name}`));
  const isGold = ({ path, qualifiedName }: CodeNode): boolean => gold.has(`${path}#${qualifiedName}`);
  const recall = (ranking: readonly Support[]) => (cutoff: number) => {
    const found = ranking.slice(0, cutoff).filter(({ node }) => isGold(node));
    return new Set(found.map(({ node }) => node.qualifiedName + node.path)).size / gold.size;
  };
  const right = (relation: Relation) => {
    const ids = Object.keys(said.relations).filter((id) => said.relations[id] === relation);
    return { said: ids.length, right: ids.filter((id) => isGold(graph.node(id)!)).length };
  };
  return {
    ...{ none: recall(plain), lifted: recall(rankByLabels(plain, said)) },
    ...{ edges: recall(led), both: recall(rankByLabels(led, said)), right },
  };
}

/** Not in the product, since it harmed: Similarity edges as the model sees them, what is not similar dropped. */
function similarByLabels(
  similar: readonly Similar[],
  { relations: said }: { readonly relations: Relations },
): readonly Similar[] {
  return similar
    .filter(({ node }) => (said[node.id] ?? "similar") === "similar")
    .map((one) => (said[one.node.id] === "similar" ? { ...one, share: 1 } : one))
    .sort((a, b) => b.share - a.share);
}

function mean(of: (row: (typeof rows)[number]) => number): string {
  return (rows.reduce((sum, row) => sum + of(row), 0) / rows.length).toFixed(3);
}

/** How often a label was given, and how often to a definition that the hidden body calls. */
function tell(relation: Relation): void {
  const all = rows.map(({ right }) => right(relation));
  const [said, right] = [
    all.reduce((sum, one) => sum + one.said, 0),
    all.reduce((sum, one) => sum + one.right, 0),
  ];
  console.log(`  ${relation.padEnd(8)} ${said} times, ${right} of them called by the hidden body`);
}
