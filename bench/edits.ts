/**
 * The edit language on real commits: does it say them to the byte, what does it cost, and what becomes of faults?
 *
 *     npm exec -c 'node bench/edits.ts --repos DIR [--round-trip] [--thrift] [--faults [--gate] [--variants]] [--only REGEXP] [--most N] [--part learn|aside] [--show N] [--keep DIR] [--write]'
 *
 * DIR holds bare clones as `owner+name.git`:
 *
 *     cut -d' ' -f1 bench/edits/commits.txt | while read r; do git clone --bare https://github.com/$r DIR/${r/\//+}.git; done
 *
 * The commits are those of bench/edits/commits.txt; `--choose owner/name:Language,...` writes the list anew. `--gate`
 * also asks the syntax check of a run about wrong results, `--variants` judges our language without stamps and without tags,
 * too, and `--show N` prints N answers of ours that went wrong.
 * `--keep` holds what was measured, a file a repository, with the same options: what is there is not measured again.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Listed, listedCommits, readCommits, writeCommits } from "./edits/commits.ts";
import { type Counts, Tally, type Wrong } from "./edits/judge.ts";
import { faultReport, thriftReport, tripReport } from "./edits/report.ts";
import { addTrip, joinedTrips, noTrips, type RoundTrips } from "./edits/round-trip.ts";
import { neighboursOf } from "./edits/stale.ts";
import { type Spent, spentOn } from "./edits/thrift.ts";

const { values: options } = parseArgs({
  options: {
    ...{ repos: { type: "string" }, only: { type: "string", default: "" }, part: { type: "string" } },
    ...{ most: { type: "string", default: "1000" }, show: { type: "string", default: "0" } },
    ...{ "round-trip": { type: "boolean" }, thrift: { type: "boolean" }, faults: { type: "boolean" } },
    ...{ gate: { type: "boolean", default: false }, write: { type: "boolean", default: false } },
    ...{
      keep: { type: "string" },
      choose: { type: "string" },
      variants: { type: "boolean", default: false },
    },
  },
});
const { repos } = options;
if (!repos) throw new Error("Name the folder of bare clones: --repos DIR. See the head of this file.");
if (options.choose !== undefined)
  writeCommits(
    options.choose.split(",").map((one) => one.split(":") as [string, string]),
    repos,
  );

if (options.keep) mkdirSync(options.keep, { recursive: true });
const listed = listedCommits().filter(
  ({ repository, part }) =>
    new RegExp(options.only).test(repository) && (options.part === undefined || options.part === part),
);
/** What one repository gave; survives JSON. */
interface Measured {
  readonly trips: RoundTrips;
  readonly spent: readonly (Spent & { readonly aside: boolean })[];
  readonly counts: readonly Counts[];
  readonly wrongs: readonly Wrong[];
}

const all: Measured[] = [];
for (const row of listed) {
  const file = options.keep && join(options.keep, `${row.repository.replace("/", "+")}.json`);
  const known = file && existsSync(file) ? (JSON.parse(readFileSync(file, "utf8")) as Measured) : undefined;
  const start = performance.now();
  const measured = known ?? (await measure(row, repos));
  all.push(measured);
  if (file && known === undefined) writeFileSync(file, JSON.stringify(measured));
  console.error(
    `${row.repository}: ${measured.trips.commits} commits, ${Math.round(performance.now() - start)} ms`,
  );
}

async function measure(row: Listed, folder: string): Promise<Measured> {
  const commits = readCommits(row, folder).slice(0, Number(options.most));
  const neighbours = options.faults ? neighboursOf(row, commits, folder) : undefined;
  const trips = noTrips();
  const tally = new Tally(options);
  const spent: (Spent & { readonly aside: boolean })[] = [];
  for (const commit of commits) {
    if (options["round-trip"]) addTrip(trips, commit);
    const tokens = options.thrift ? spentOn(commit) : undefined;
    if (tokens !== undefined) spent.push({ ...tokens, aside: row.part === "aside" });
    if (neighbours !== undefined) await tally.judge(commit, neighbours);
  }
  return { trips, spent, counts: [...tally.counts.values()], wrongs: tally.wrongs };
}

const aside = new Set(listed.filter(({ part }) => part === "aside").map(({ repository }) => repository));
const languages = new Set(listed.map(({ language }) => language));
const load = loadavg()[0]!.toFixed(1);
const report = [
  "# The edit language on real commits",
  "",
  `${listed.reduce((sum, { shas }) => sum + Math.min(shas.length, Number(options.most)), 0)} commits of ${listed.length} repositories in ${languages.size} languages (\`bench/edits/commits.txt\`), spread over each history: no merges, at least one source file, at most 20 files. A third of the repositories was set aside: nothing was tuned on them.`,
  "",
  "Made by `npm exec -c 'node bench/edits.ts --repos DIR --keep DIR --round-trip --thrift --faults --write'`; the head of `bench/edits.ts` says how to get the repositories.",
  "",
  `Machine: ${cpus().length} cores, Node ${process.versions.node}, load ${load}; no figure here depends on it.`,
  ...section(
    "Round trip",
    options["round-trip"] ? tripReport(all.map(({ trips }) => trips).reduce(joinedTrips, noTrips())) : [],
  ),
  ...section(
    "Thrift (tokens of o200k)",
    options.thrift ? thriftReport(all.flatMap(({ spent }) => spent)) : [],
  ),
  ...section(
    "Faults",
    options.faults
      ? faultReport(
          all.flatMap(({ counts }) => counts),
          aside,
        )
      : [],
  ),
];
console.log(report.join("\n"));
const own = all
  .flatMap(({ wrongs }) => wrongs)
  .filter(({ format, kind }) => format.startsWith("CodeRAG") && kind !== "meaning");
for (const { commit, fault, format, answer } of own.slice(0, Number(options.show)))
  console.log(`\n##### ${fault} | ${format} | ${commit}\n${answer.slice(0, 4_000)}`);
if (options.write) writeFileSync(new URL("results/edits.md", import.meta.url), `${report.join("\n")}\n`);

function section(title: string, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : ["", `## ${title}`, "", ...lines];
}
