/**
 * Learns how much each signal of the bigraph's mapping counts, on samples of DevEval, and prints what the weights are
 * worth on repositories that they were not learned on (six folds, a repository is in one).
 *
 *     npm exec -c 'node bench/learn-weights.ts --data FILE --repos DIR [--write]'
 *
 * `--write` puts the weights learned on all samples into src/retrieval/bigraph/weights.ts, for Python. `--ablate` switches each
 * signal off, with the other weights as they are. `--without SIGNAL,...` learns as if signals were not there. `--folds
 * FILE` keeps, for each repository, the weights that were learned without it.
 */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Signal, signalNames } from "../src/retrieval/bigraph/signals.ts";
import { openProject, prepare } from "./deveval/corpus.ts";
import {
  type Case,
  caseOf,
  crossValidated,
  learning,
  type Ranked,
  rankedWith,
  recalls,
} from "./deveval/ranking.ts";
import { byProject, checkoutOf, readSamples } from "./deveval/samples.ts";
import { learn } from "./deveval/softmax.ts";
import { named, writeWeights } from "./deveval/weights-file.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    repos: { type: "string" },
    without: { type: "string", default: "" },
    ablate: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
    folds: { type: "string" },
  },
});
const { data, repos } = options;
if (!data || !repos) throw new Error("Name the samples (--data) and the checkouts (--repos).");

const all = (await readCases()).map((one) => blank(one, options.without.split(",")));
console.log(`${all.length} samples, ${new Set(all.map(({ repo }) => repo)).size} repositories`);
const folds = crossValidated(all, 6);
report("learned elsewhere", elsewhere());
if (options.folds)
  writeFileSync(
    options.folds,
    JSON.stringify(
      Object.fromEntries(
        folds.flatMap(([cases, weights]) => cases.map(({ repo }) => [repo, named(weights)])),
      ),
    ),
  );
if (options.ablate) ablate();
const learned = learn(all, learning);
report("learned here", rankedWith(all, learned));
const weights = named(learned);
for (const name of [...signalNames].sort((a, b) => Math.abs(weights[b]) - Math.abs(weights[a])))
  console.log(`  ${name.padEnd(20)} ${weights[name].toFixed(2).padStart(6)}`);
if (options.write) writeWeights("python", weights);

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

function blank(one: Case, names: readonly string[]): Case {
  for (const name of names) {
    const column = signalNames.indexOf(name as Signal);
    if (column < 0 && name !== "") throw new Error(`There is no signal ${name}.`);
    for (let at = column; column >= 0 && at < one.values.length; at += signalNames.length) one.values[at] = 0;
  }
  return one;
}

/** Each sample ranked with weights that never saw its repository. */
function elsewhere(off = -1): Ranked {
  return folds.flatMap(([cases, weights]) => rankedWith(cases, off < 0 ? weights : weights.with(off, 0)));
}

/** Recall without each signal, one line each, and what it loses. */
function ablate(): void {
  const whole = recalls(elsewhere());
  for (const [at, name] of signalNames.entries()) {
    const losses = recalls(elsewhere(at)).map((recall, i) => recall - whole[i]!);
    const shown = losses.map((loss) => (loss > 0 ? "+" : "") + loss.toFixed(3));
    console.log(`  without ${name.padEnd(20)} ${shown.join(" ")}`);
  }
}

function report(title: string, ranked: Ranked): void {
  console.log(`${title}: recall@5/10/20`);
  for (const scope of [undefined, "intra_class", "intra_file", "cross_file"] as const) {
    const figures = recalls(ranked, scope).map((recall) => recall.toFixed(3));
    console.log(`  ${(scope ?? "all").padEnd(12)} ${figures.join(" ")}`);
  }
}
