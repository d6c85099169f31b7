/**
 * Are the files and functions that a commit changed found from its message? Each commit of bench/locating/commits.json
 * is asked with the repository as it was before; weights are judged on
 * a repository that they were not learned on.
 *
 *     npm exec -c 'node bench/locating.ts --repos DIR --keep DIR [--write] [--ablate]'
 *
 * `--repos` holds bare clones as `owner+name/repo`. `--keep` holds what was gathered, a file a repository: what is
 * there is not gathered again. `--write` puts weights learned on all commits into src/retrieval/locating/weights.ts,
 * `--ablate` says what each signal is worth, `--choose owner+name,...` writes the list of commits anew.
 * `--blind FILE` takes another list, of repositories that no weight was learned on, and judges the product as it is.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deserialize, serialize } from "node:v8";
import {
  definitionSignalNames,
  fileSignalNames,
  folderSignalNames,
} from "../src/retrieval/locating/places.ts";
import { type Case, caseOf } from "./locating/cases.ts";
import { listedCommits, usualList, writeCommits } from "./locating/commits.ts";
import { askingFigures, figuresOf, folderRow, row } from "./locating/figures.ts";
import { crossValidated, type Learned, learnAll, product, rank, type Signal } from "./locating/learn.ts";
import { writeWeights } from "./locating/write-weights.ts";

const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    keep: { type: "string" },
    only: { type: "string", default: "" },
    choose: { type: "string" },
    blind: { type: "string" },
    write: { type: "boolean", default: false },
    ablate: { type: "boolean", default: false },
  },
});
const { repos, keep } = options;
if (!repos || !keep)
  throw new Error("Name the bare clones (--repos) and a folder for what is gathered (--keep).");
const list = options.blind ?? usualList;
if (options.choose !== undefined) await writeCommits(options.choose.split(","), repos, list);
mkdirSync(keep, { recursive: true });

const cases = await gathered(repos, keep);
const learned = options.blind === undefined ? crossValidated(cases) : new Map<Case, Learned>();
const none = new Set<Signal>();
const plain = ({ files, definitions, folders }: Case) => ({
  ...{ files: files.bm25, definitions: definitions.bm25, folders: folders.bm25 },
});
const elsewhere = (without: ReadonlySet<Signal>) => (one: Case) =>
  rank(one, learned.get(one) ?? product(), without);
console.log(
  `${cases.length} commits, ${new Set(cases.map(({ repository }) => repository)).size} repositories`,
);
console.log(
  "| | commits | file recall@1 | @5 | commits | function recall@5 | @10 |\n|---|---|---|---|---|---|---|",
);
console.log(row("BM25 alone", figuresOf(cases, plain)));
const ours = options.blind === undefined ? "locate, weights learned elsewhere" : "locate, as it is";
console.log(row(ours, figuresOf(cases, elsewhere(none))));
for (const [repository, of] of Map.groupBy(cases, (one) => one.repository)) {
  console.log(row(`${repository.replace("+", "/")}: BM25`, figuresOf(of, plain)));
  console.log(row(`${repository.replace("+", "/")}: locate`, figuresOf(of, elsewhere(none))));
}
const all = options.blind === undefined ? learnAll(cases) : product();
if (options.blind === undefined) {
  const here = figuresOf(cases, (one) => rank(one, all, none));
  console.log(row("locate, weights learned on these", here));
}
console.log("\n| folder of a new file | commits | @1 | @3 |\n|---|---|---|---|");
console.log(folderRow("BM25 alone", cases, (one) => plain(one).folders));
console.log(folderRow(ours, cases, (one) => elsewhere(none)(one).folders));
console.log(`\nReads as if it asked for something new: ${askingFigures(cases)}`);
if (options.ablate) {
  for (const name of new Set([...fileSignalNames, ...definitionSignalNames]))
    console.log(row(`without ${name}`, figuresOf(cases, elsewhere(new Set<Signal>([name])))));
  for (const name of folderSignalNames)
    console.log(
      folderRow(`without ${name}`, cases, (one) => elsewhere(new Set<Signal>([name]))(one).folders),
    );
}
if (options.write) writeWeights(all);

async function gathered(from: string, folder: string): Promise<readonly Case[]> {
  const signal = AbortSignal.timeout(7_200_000);
  const found: Case[] = [];
  for (const [repository, listed] of Map.groupBy(listedCommits(list), (one) => one.repository)) {
    if (!new RegExp(options.only).test(repository)) continue;
    const file = join(folder, `${repository}.cases`);
    if (!existsSync(file)) {
      const start = performance.now();
      const fresh: Case[] = [];
      for (const one of listed)
        fresh.push(await caseOf(one, { repos: from, cacheDir: join(folder, "outlines"), signal }));
      writeFileSync(file, serialize(fresh));
      console.error(`${repository}: ${Math.round((performance.now() - start) / fresh.length)} ms a commit`);
    }
    found.push(...(deserialize(readFileSync(file)) as Case[]));
  }
  return found;
}
