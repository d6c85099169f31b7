/** Functions whose bodies are hidden as questions: what every signal says of each definition that they might call. */
import { gather } from "../../src/retrieval/bigraph/rank.ts";
import { priors, signalNames } from "../../src/retrieval/bigraph/signals.ts";
import { surroundingsOf } from "../../src/retrieval/bigraph/surroundings.ts";
import type { Prepared } from "./corpus.ts";
import type { Gold } from "./samples.ts";
import { type FitOptions, type List, learn, scores } from "./softmax.ts";

/** One function with its candidates. */
export interface Case extends List {
  readonly repo: string;
  /** Candidate to the gold definition that it is; -1 for the wrong ones. */
  readonly goldOf: Int32Array;
  readonly gold: readonly Gold[];
}

export const learning: FitOptions = { columns: signalNames.length, l2: 0.003, steps: 150, rate: 0.1 };
const cutoffs = [5, 10, 20];

export async function caseOf(
  { repo, gold }: Pick<Case, "repo" | "gold">,
  { target, graph, index, read }: Prepared,
): Promise<Case> {
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

/** Each case with the gold that was found for it, best first; -1 for what is wrong. */
export type Ranked<One extends Case = Case> = readonly (readonly [One, readonly number[]])[];

export function rankedWith<One extends Case>(cases: readonly One[], weights: Float64Array): Ranked<One> {
  return cases.map((one) => {
    const sums = scores(one, weights);
    const best = [...sums.keys()].sort((a, b) => sums[b]! - sums[a]!).slice(0, Math.max(...cutoffs));
    return [one, best.map((row) => one.goldOf[row]!)];
  });
}

/** Each case with weights that never saw its repository; repositories are in one of so many folds each. */
export function crossValidated<One extends Case>(
  cases: readonly One[],
  folds: number,
): readonly (readonly [readonly One[], Float64Array])[] {
  const counts = Map.groupBy(cases, ({ repo }) => repo);
  const largestFirst = [...counts].sort((a, b) => b[1].length - a[1].length).map(([repo]) => repo);
  const foldOf = new Map(largestFirst.map((repo, at) => [repo, at % folds]));
  return Array.from({ length: folds }, (_, fold) => {
    const weights = learn(
      cases.filter(({ repo }) => foldOf.get(repo) !== fold),
      learning,
    );
    return [cases.filter(({ repo }) => foldOf.get(repo) === fold), weights] as const;
  });
}

/** Mean recall at 5, 10 and 20 over the cases that have gold in the scope. */
export function recalls(ranked: Ranked, scope?: Gold["scope"]): readonly number[] {
  return cutoffs.map((cutoff) => {
    const each = ranked.flatMap(([{ gold }, found]) => {
      const wanted = [...gold.keys()].filter((at) => scope === undefined || gold[at]!.scope === scope);
      const seen = new Set(found.slice(0, cutoff));
      return wanted.length === 0 ? [] : [wanted.filter((at) => seen.has(at)).length / wanted.length];
    });
    return each.reduce((a, b) => a + b, 0) / each.length;
  });
}
