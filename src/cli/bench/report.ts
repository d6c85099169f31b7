import { recallAt } from "../../retrieval/history/recall.ts";
import type { Measured, Rankings, Skipped, Wanted } from "./measure-commit.ts";

/** Mean recall over commits, 0 to 1; null where nothing could be measured. */
export interface Recalls {
  readonly "files@1": number | null;
  readonly "files@5": number | null;
  /** Over the commits that touched a function. */
  readonly "functions@5": number | null;
  readonly "functions@10": number | null;
}

export interface Miss {
  readonly commit: string;
  readonly title: string;
  /** What was not found, with its rank and the reason of it. */
  readonly missed: readonly Wanted[];
  readonly first: Measured["first"];
}

/** What `coderag bench --json` prints. */
export interface BenchReport {
  readonly version: 1;
  readonly directory: string;
  readonly head: string;
  readonly commits: number;
  readonly withFunctions: number;
  readonly skipped: Readonly<Partial<Record<Skipped, number>>>;
  readonly interrupted: boolean;
  readonly located: Recalls;
  readonly bm25: Recalls;
  readonly misses: readonly Miss[];
  readonly milliseconds: number;
}

const mostMisses = 10;

/** The figures of what was measured so far. */
export function reportOf(
  measured: readonly Measured[],
  rest: Pick<BenchReport, "directory" | "head" | "skipped" | "interrupted" | "milliseconds">,
): BenchReport {
  return {
    ...{ version: 1, ...rest, commits: measured.length },
    withFunctions: measured.filter(({ functions }) => functions.length > 0).length,
    located: recalls(measured, ({ located }) => located),
    bm25: recalls(measured, ({ bm25 }) => bm25),
    misses: worst(measured),
  };
}

function recalls(measured: readonly Measured[], of: (one: Measured) => Rankings): Recalls {
  const mean = (kind: keyof Rankings, cutoff: number): number | null => {
    const counted = measured.filter((one) => one[kind].length > 0);
    const sum = counted.reduce(
      (total, one) => total + recallAt(of(one)[kind], new Set(one[kind].map(({ id }) => id)), cutoff),
      0,
    );
    return counted.length === 0 ? null : Math.round((sum / counted.length) * 1_000) / 1_000;
  };
  return {
    ...{ "files@1": mean("files", 1), "files@5": mean("files", 5) },
    ...{ "functions@5": mean("functions", 5), "functions@10": mean("functions", 10) },
  };
}

/** Commits of which the most was missed: files beyond the fifth, functions beyond the tenth. */
function worst(measured: readonly Measured[]): readonly Miss[] {
  const isMissed =
    (cutoff: number) =>
    ({ rank }: Wanted) =>
      rank === null || rank > cutoff;
  return measured
    .map(({ commit, title, files, functions, first }) => {
      const missed = [...files.filter(isMissed(5)), ...functions.filter(isMissed(10))];
      return { commit, title, missed, first, share: missed.length / (files.length + functions.length) };
    })
    .filter(({ missed }) => missed.length > 0)
    .sort((a, b) => b.share - a.share)
    .slice(0, mostMisses)
    .map(({ share: _, ...miss }) => miss);
}
