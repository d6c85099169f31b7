/**
 * Does the ranking put first what a hidden body calls, in languages that DevEval does not have? Functions with a doc
 * comment, of the public repositories in bench/hidden-bodies/repositories.json; right is what the code graph of the
 * whole repository says that the body calls. Learns the weights of all languages but Python.
 *
 *     npm exec -c 'node bench/hidden-bodies.ts --repos DIR --keep DIR [--write] [--blind FILE]'
 *
 * `--repos` holds bare clones as `owner+name/repo`. `--keep` holds what was gathered, a file a repository: what is
 * there is not gathered again. `--write` puts the weights learned on all into src/retrieval/bigraph/weights.ts.
 * `--blind FILE` takes another list, of repositories that no weight was learned on, and judges the product as it is.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { deserialize, serialize } from "node:v8";
import { signalNames } from "../src/retrieval/bigraph/signals.ts";
import { weights as product } from "../src/retrieval/bigraph/weights.ts";
import { readCommit } from "../src/workspace/read-commit.ts";
import { crossValidated, learning, type Ranked, rankedWith, recalls } from "./deveval/ranking.ts";
import { learn } from "./deveval/softmax.ts";
import { named, writeWeights } from "./deveval/weights-file.ts";
import { type Case, casesOf } from "./hidden-bodies/cases.ts";

/** Functions of each repository at most. */
const count = 20;
const { values: options } = parseArgs({
  options: {
    repos: { type: "string" },
    keep: { type: "string" },
    blind: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const { repos, keep, blind } = options;
if (!repos || !keep)
  throw new Error("Name the bare clones (--repos) and a folder for what is gathered (--keep).");
mkdirSync(keep, { recursive: true });

const list = blind ?? new URL("./hidden-bodies/repositories.json", import.meta.url);
const commits = JSON.parse(readFileSync(list, "utf8")) as Readonly<Record<string, string>>;
const all: Case[] = [];
for (const [repository, commit] of Object.entries(commits))
  all.push(...(await gathered(repository, commit, repos, keep)));
const others = all.filter(({ language }) => language !== "python");
const python = all.filter(({ language }) => language === "python");

const ofProduct = Object.fromEntries(
  Object.entries(product).map(([name, weights]) => [
    name,
    Float64Array.from(signalNames, (one) => weights[one]),
  ]),
);
const rankings: Record<string, Ranked<Case>> = {
  "BM25 alone": all.map((one) => [one, one.bm25]),
  "the weights of Python": rankedWith(all, ofProduct.python!),
  "the product's weights": [
    ...rankedWith(python, ofProduct.python!),
    ...rankedWith(others, ofProduct.others!),
  ],
};
if (blind === undefined)
  rankings["learned on others' repositories"] = crossValidated(others, 5).flatMap(([cases, weights]) =>
    rankedWith(cases, weights),
  );
console.log(
  "| | functions | recall@5 / 10 / 20 | own class | own file | other files |\n|---|--:|---|---|---|---|",
);
for (const [language, cases] of [
  ["all but Python", others] as const,
  ...Map.groupBy(all, (one) => one.language),
])
  for (const [ranking, ranked] of Object.entries(rankings)) print(`${language}: ${ranking}`, cases, ranked);
if (blind === undefined && options.write) writeWeights("others", named(learn(others, learning)));

function print(title: string, cases: readonly Case[], ranking: Ranked<Case>): void {
  const wanted = new Set(cases);
  const ranked = ranking.filter(([one]) => wanted.has(one));
  if (ranked.length === 0) return;
  const figures = ([undefined, "intra_class", "intra_file", "cross_file"] as const).map((scope) =>
    recalls(ranked, scope)
      .map((recall) => (Number.isNaN(recall) ? "-" : recall.toFixed(3).replace(/^0/, "")))
      .join(" / "),
  );
  console.log(`| ${title} | ${ranked.length} | ${figures.join(" | ")} |`);
}

async function gathered(
  repository: string,
  commit: string,
  from: string,
  folder: string,
): Promise<readonly Case[]> {
  const kept = join(folder, repository);
  if (existsSync(kept)) return deserialize(readFileSync(kept)) as readonly Case[];
  const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  try {
    const gitDir = join(from, repository, "repo");
    const signal = AbortSignal.timeout(3_600_000);
    const workspace = await readCommit({ directory: gitDir, gitDir }, commit, async () => {}, signal);
    const cases = await casesOf(repository, workspace, count, cacheDir, signal);
    await workspace.close();
    writeFileSync(kept, serialize(cases));
    console.error(`${repository}: ${cases.length} functions`);
    return cases;
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
