/**
 * Learns how much each signal of the bigraph's mapping counts, on samples of DevEval, and prints what the weights are
 * worth on repositories that they were not learned on (six folds, a repository is in one).
 *
 *     npm exec -c 'node bench/learn-weights.ts --data FILE --repos DIR [--write]'
 *
 * `--write` puts the weights learned on all samples into src/retrieval/bigraph/weights.ts. `--ablate` switches each
 * signal off, with the other weights as they are. `--without SIGNAL,...` learns as if signals were not there. `--folds
 * FILE` keeps, for each repository, the weights that were learned without it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { gather } from "../src/retrieval/bigraph/rank.ts";
import { priors, type Signal, signalNames } from "../src/retrieval/bigraph/signals.ts";
import { surroundingsOf } from "../src/retrieval/bigraph/surroundings.ts";
import { openProject, type Prepared, prepare } from "./deveval/corpus.ts";
import { byProject, checkoutOf, type Gold, readSamples, type Sample } from "./deveval/samples.ts";
import { type List, learn, scores } from "./deveval/softmax.ts";

const folds = 6;
const cutoffs = [5, 10, 20];
const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    repos: { type: "string" },
    without: { type: "string", default: "" },
    l2: { type: "string", default: "0.003" },
    ablate: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    folds: { type: "string" },
  },
});
const { data, repos } = options;
if (!data || !repos) throw new Error("Name the samples (--data) and the checkouts (--repos).");
const learning = { columns: signalNames.length, l2: Number(options.l2), steps: 150, rate: 0.1 };

/** One sample with its candidates. */
interface Case extends List {
  readonly repo: string;
  /** Candidate to the gold definition that it is; -1 for the wrong ones. */
  readonly goldOf: Int32Array;
  readonly gold: readonly Gold[];
}

const all = (await readCases()).map((one) => blank(one, options.without.split(",")));
console.log(`${all.length} samples, ${new Set(all.map(({ repo }) => repo)).size} repositories`);
const elsewhere = crossValidated(all);
report("learned elsewhere", withScores(elsewhere));
if (options.folds) writeFileSync(options.folds, JSON.stringify(byRepository(elsewhere)));
if (options.ablate) ablate();
const weights = learn(all, learning);
report(
  "learned here",
  all.map((one) => [one, scores(one, weights)]),
);
const rounded = signalNames.map((name, at) => [name, Number(weights[at]!.toFixed(2))] as const);
for (const [name, weight] of [...rounded].sort((a, b) => Math.abs(b[1]) - Math.abs(a[1])))
  console.log(`  ${name.padEnd(20)} ${weight.toFixed(2).padStart(6)}`);
if (options.write) writeWeights();

async function readCases(): Promise<readonly Case[]> {
  const signal = AbortSignal.timeout(7_200_000);
  const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  const cases: Case[] = [];
  try {
    for (const samples of byProject(readSamples(data!)).values()) {
      const wanted = samples.filter(({ has_gold }) => has_gold);
      if (wanted.length === 0) continue;
      const workspace = await openProject(checkoutOf(repos!, wanted[0]!), signal);
      for (const sample of wanted) {
        const prepared = await prepare(sample, workspace, cacheDir, signal);
        if (prepared) cases.push(await caseOf(sample, prepared));
      }
      await workspace.close();
      console.error(`${wanted[0]!.project}: ${wanted.length} samples`);
    }
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
  return cases;
}

async function caseOf({ repo, gold }: Sample, { target, graph, index, read }: Prepared): Promise<Case> {
  const evidence = gather(await surroundingsOf(target, graph, index, read));
  const tied = signalNames.map((name) => !priors.has(name));
  const candidates = [...evidence.cases()].filter(({ values }) =>
    values.some((value, at) => value > 0 && tied[at]),
  );
  const values = new Float64Array(candidates.length * signalNames.length);
  candidates.forEach((one, row) => {
    values.set(one.values, row * signalNames.length);
  });
  const goldOf = Int32Array.from(candidates, ({ node }) =>
    gold.findIndex(({ path, name }) => path === node.path && name === node.qualifiedName),
  );
  return { repo, gold, values, goldOf, right: Uint8Array.from(goldOf, (at) => Number(at >= 0)) };
}

function blank(one: Case, names: readonly string[]): Case {
  for (const name of names) {
    const column = signalNames.indexOf(name as Signal);
    if (column < 0 && name !== "") throw new Error(`There is no signal ${name}.`);
    for (let at = column; column >= 0 && at < one.values.length; at += signalNames.length) one.values[at] = 0;
  }
  return one;
}

/** Each sample with weights that never saw its repository. */
function crossValidated(cases: readonly Case[]): readonly (readonly [Case, Float64Array])[] {
  const counts = Map.groupBy(cases, ({ repo }) => repo);
  const largestFirst = [...counts].sort((a, b) => b[1].length - a[1].length).map(([repo]) => repo);
  const foldOf = new Map(largestFirst.map((repo, at) => [repo, at % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const learned = cases.filter(({ repo }) => foldOf.get(repo) !== fold);
    const weights = learn(learned, learning);
    return cases.filter(({ repo }) => foldOf.get(repo) === fold).map((one) => [one, weights] as const);
  }).flat();
}

function byRepository(cases: typeof elsewhere): Readonly<Record<string, Readonly<Record<string, number>>>> {
  const named = (weights: Float64Array) =>
    Object.fromEntries(signalNames.map((name, at) => [name, weights[at]!]));
  return Object.fromEntries(cases.map(([{ repo }, weights]) => [repo, named(weights)]));
}

type Scored = readonly (readonly [Case, Float64Array])[];

function withScores(cases: Scored, off = -1): Scored {
  return cases.map(([one, weights]) => [one, scores(one, off < 0 ? weights : weights.with(off, 0))]);
}

/** Recall without each signal, one line each, and what it loses. */
function ablate(): void {
  const whole = cutoffs.map((cutoff) => meanRecall(withScores(elsewhere), cutoff, undefined));
  for (const [at, name] of signalNames.entries()) {
    const without = withScores(elsewhere, at);
    const figures = cutoffs.map((cutoff, i) => meanRecall(without, cutoff, undefined) - whole[i]!);
    const shown = figures.map((loss) => (loss > 0 ? "+" : "") + loss.toFixed(3));
    console.log(`  without ${name.padEnd(20)} ${shown.join(" ")}`);
  }
}

function report(title: string, scored: Scored): void {
  console.log(`${title}: recall@${cutoffs.join("/")}`);
  for (const scope of [undefined, "intra_class", "intra_file", "cross_file"] as const) {
    const figures = cutoffs.map((cutoff) => meanRecall(scored, cutoff, scope).toFixed(3));
    console.log(`  ${(scope ?? "all").padEnd(12)} ${figures.join(" ")}`);
  }
}

function meanRecall(scored: Scored, cutoff: number, scope: Gold["scope"] | undefined): number {
  const recalls = scored.flatMap(([one, sums]) => recall(one, sums, cutoff, scope));
  return recalls.reduce((a, b) => a + b, 0) / recalls.length;
}

function recall(one: Case, sums: Float64Array, cutoff: number, scope: Gold["scope"] | undefined): number[] {
  const wanted = one.gold.filter((gold) => scope === undefined || gold.scope === scope);
  if (wanted.length === 0) return [];
  const best = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!).slice(0, cutoff);
  const found = new Set(best.map((row) => one.gold[one.goldOf[row]!]));
  return [wanted.filter((gold) => found.has(gold)).length / wanted.length];
}

function writeWeights(): void {
  const file = new URL("../src/retrieval/bigraph/weights.ts", import.meta.url);
  writeFileSync(
    file,
    `import type { Signal } from "./signals.ts";

export type Weights = Readonly<Record<Signal, number>>;

/** Learned by \`bench/learn-weights.ts\` (command and figures: docs/decisions/0006-retrieval.md); never set by hand. */
export const weights: Weights = {
${rounded.map(([name, weight]) => `  ${name}: ${weight},`).join("\n")}
};
`,
  );
}
