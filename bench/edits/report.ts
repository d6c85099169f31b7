/** The figures as Markdown. */
import type { Count, Counts } from "./judge.ts";
import type { RoundTrips } from "./round-trip.ts";
import type { Spent } from "./thrift.ts";

const whole = (value: number): string => value.toLocaleString("en-US");
const share = (part: number, all: number): string =>
  all === 0 ? "-" : part === 0 ? "0" : `${((100 * part) / all).toFixed(part / all < 0.01 ? 2 : 1)} %`;

export function tripReport({
  commits,
  exact,
  unsaid,
  failed,
  files,
  leftOut,
}: RoundTrips): readonly string[] {
  const { added, deleted, moved, changed } = files;
  return [
    `${whole(exact)} of ${whole(commits)} commits exact (${share(exact, commits)}); ${unsaid} cannot be said. Files: ${whole(changed)} changed, ${whole(added)} added, ${whole(deleted)} deleted, ${whole(moved)} moved. Left out of these commits: ${leftOut} files that are binary, links, or changed their mode only.`,
    ...failed.slice(0, 10).map((one) => `- ${one}`),
  ];
}

export function thriftReport(all: readonly (Spent & { readonly aside: boolean })[]): readonly string[] {
  const best = ({ ours, diff, searchReplace }: Spent): number => ours / Math.min(diff, searchReplace);
  const rows: readonly (readonly [string, (one: Spent) => number])[] = [
    ["the better of diff and search/replace", best],
    ["unified diff, 3 lines of context", ({ ours, diff }) => ours / diff],
    ["search/replace", ({ ours, searchReplace }) => ours / searchReplace],
    ["whole files", ({ ours, whole: files }) => ours / files],
  ];
  const line = (name: string, ratios: readonly number[]): string =>
    `| ${name} | ${[10, 25, 50, 75, 90].map((percent) => at(ratios, percent).toFixed(3)).join(" | ")} |`;
  const sums = (key: keyof Spent): number => all.reduce((sum, one) => sum + one[key], 0);
  return [
    `Our tokens by those of the same commit in another format, ${whole(all.length)} commits.`,
    "",
    "| by | p10 | p25 | median | p75 | p90 |",
    "|---|--:|--:|--:|--:|--:|",
    ...rows.map(([name, ratio]) => line(name, all.map(ratio))),
    line("the better of the two, repositories set aside", all.filter(({ aside }) => aside).map(best)),
    "",
    `Tokens of all: CodeRAG ${whole(sums("ours"))}, diff ${whole(sums("diff"))}, search/replace ${whole(sums("searchReplace"))}, whole files ${whole(sums("whole"))}.`,
  ];
}

function at(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN;
}

const zero = (): Count => ({
  ...{ cases: 0, right: 0, moved: 0, written: 0, writtenGated: 0, refused: 0, wrong: 0, wrongGated: 0 },
});

function summed(counts: readonly Counts[]): Count {
  const sum = zero();
  for (const { count } of counts)
    for (const key of Object.keys(sum) as (keyof Count)[]) sum[key] += count[key];
  return sum;
}

const howCounted = [
  "Each right answer gets one fault of each kind, drawn from the commit's SHA, alike in all formats. **Right**: every file is as the commit made it; for a file that changed meanwhile, as `git merge-file` makes it of both changes, or both side by side where they only touch. **Re-anchored**: right, and the wrong number was told. **As written**: what the damaged words themselves say, and nothing else: a line that is missing inside new code is missing in the file, in every format; only a parser can tell, and the share that the syntax check of a run stops stands in brackets (where it was asked, `--gate`). **Wrong without a word**: anything else that was applied.",
  "",
  "The article's rules are those of its program, file by file (new, deleted and moved files are left out); search/replace blocks are the shortest whole lines that are found once, applied by exact match.",
];

export function faultReport(counts: readonly Counts[], aside: ReadonlySet<string>): readonly string[] {
  const row = (first: string, format: string, sum: Count): string => {
    const { cases, right, moved, written, writtenGated, refused, wrong, wrongGated } = sum;
    const parts = [right, moved, refused].map((part) => share(part, cases));
    return `| ${first} | ${format} | ${whole(cases)} | ${parts.join(" | ")} | ${share(written, cases)} (${share(writtenGated, written)}) | **${share(wrong, cases)}** (${wrong}; ${share(wrongGated, wrong)}) |`;
  };
  const head = [
    "| fault | format | cases | right | re-anchored | refused | as written (gate stops) | wrong without a word (count; gate stops) |",
    "|---|---|--:|--:|--:|--:|--:|--:|",
  ];
  const formats = [...new Set(counts.map(({ format }) => format))];
  const table = (kinds: readonly Counts["kind"][]): readonly string[] => {
    const those = counts.filter(({ kind, fault }) => kinds.includes(kind) && fault !== "no fault");
    const names = [...new Set(those.map(({ fault }) => fault))];
    return names.flatMap((fault) =>
      formats.flatMap((format) => {
        const own = those.filter((one) => one.fault === fault && one.format === format);
        return own.length === 0 ? [] : [row(fault, format, summed(own))];
      }),
    );
  };
  const overall = (
    name: string,
    kinds: readonly Counts["kind"][],
    where: (one: Counts) => boolean,
  ): readonly string[] =>
    formats.flatMap((format) => {
      const own = counts.filter(
        (one) => kinds.includes(one.kind) && one.fault !== "no fault" && one.format === format && where(one),
      );
      return own.length === 0 ? [] : [row(name, format, summed(own))];
    });
  const set = (one: Counts): boolean => aside.has(one.repository);
  const untouched = formats.map((format) => {
    const sum = summed(counts.filter((one) => one.fault === "no fault" && one.format === format));
    return sum.cases === 0 ? "" : `${format} ${share(sum.right, sum.cases)} of ${whole(sum.cases)}`;
  });
  const judged = new Set(counts.map(({ repository }) => repository));
  return [
    ...howCounted,
    "",
    `Judged on ${judged.size} repositories, ${[...judged].filter((one) => aside.has(one)).length} of them set aside.`,
    "",
    `Without a fault the files come out right: ${untouched.filter((text) => text !== "").join("; ")}. Only answers that do are damaged.`,
    "",
    ...head,
    ...table(["form"]),
    ...overall("**all of these**", ["form"], () => true),
    ...overall("**all of these, repositories set aside**", ["form"], set),
    "",
    "Files that changed since they were shown:",
    "",
    ...head,
    ...table(["stale"]),
    ...overall("**all of these**", ["stale"], () => true),
    ...overall("**all of these, repositories set aside**", ["stale"], set),
    "",
    "What no format can tell, since every word of the answer is right for another place:",
    "",
    ...head,
    ...table(["meaning"]),
  ];
}
