import { recallAt } from "../../src/retrieval/history/recall.ts";
import type { Candidates, Case } from "./cases.ts";
import type { Ranking } from "./learn.ts";

/** Recall at a cutoff, as means over the commits that have something to find. */
export interface Figures {
  readonly files: readonly [count: number, at1: number, at5: number];
  readonly functions: readonly [count: number, at5: number, at10: number];
}

export function figuresOf(cases: readonly Case[], rankOf: (one: Case) => Ranking): Figures {
  const rankings = new Map(cases.map((one) => [one, rankOf(one)]));
  const mean = (kind: "files" | "definitions", cutoff: number): number => {
    const wanted = cases.filter((one) => one[kind].gold.length > 0);
    const sum = wanted.reduce(
      (all, one) => all + recallAt(rankings.get(one)![kind], goldOf(one[kind]), cutoff),
      0,
    );
    return sum / Math.max(1, wanted.length);
  };
  const count = (kind: "files" | "definitions"): number =>
    cases.filter((one) => one[kind].gold.length > 0).length;
  return {
    files: [count("files"), mean("files", 1), mean("files", 5)],
    functions: [count("definitions"), mean("definitions", 5), mean("definitions", 10)],
  };
}

const goldOf = ({ gold }: Candidates): ReadonlySet<string> => new Set(gold);

export function row(name: string, { files, functions }: Figures): string {
  const [file, one, five] = files;
  const [definition, few, ten] = functions;
  return `| ${name} | ${file} | ${[one, five].map(short).join(" | ")} | ${definition} | ${[few, ten].map(short).join(" | ")} |`;
}

const short = (share: number): string => share.toFixed(3).replace(/^0/, "");

/** Of commits that add source files: is the folder of one of them, or the nearest that was there, among the first? */
export function folderRow(
  name: string,
  cases: readonly Case[],
  rankOf: (one: Case) => readonly string[],
): string {
  const adding = cases.filter(({ folders }) => folders.gold.length > 0);
  const hits = (cutoff: number): number =>
    adding.filter((one) =>
      rankOf(one)
        .slice(0, cutoff)
        .some((folder) => one.folders.gold.includes(folder)),
    ).length;
  const shares = [1, 3].map((cutoff) => short(hits(cutoff) / Math.max(1, adding.length)));
  return `| ${name} | ${adding.length} | ${shares.join(" | ")} |`;
}

/** How many requests name a folder: of the commits that add a file, and of the others. */
export function askingFigures(cases: readonly Case[]): string {
  const adding = cases.filter(({ folders }) => folders.gold.length > 0);
  const others = cases.filter(({ folders }) => folders.gold.length === 0);
  const of = (some: readonly Case[]): string =>
    `${some.filter(({ asksForNew }) => asksForNew).length} of ${some.length}`;
  return `${of(adding)} commits that add a file, ${of(others)} others`;
}
