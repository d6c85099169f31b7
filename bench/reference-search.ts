/**
 * Does reference search choose useful repositories and files? Requests with labels over an emulated GitHub that serves
 * the bench data, offline: without a model, and with a model whose answers were recorded.
 *
 *     npm exec -c 'node bench/reference-search.ts --data FOLDER [--clones FOLDER] [--recording FILE] [--ask URL --model NAME] [--details] [--write]'
 *
 * FOLDER holds `repos.jsonl`, `requests.jsonl` and `labels.jsonl`. Questions that `--recording` does not answer go to
 * the OpenAI-compatible endpoint at `--ask` and are recorded; without one, rules answer them. `--clones` holds git
 * directories `OWNER+NAME` of the repositories: with them everything is measured once more with the files' sizes and
 * texts, so that the last look has something to read. `--details` says what was chosen for each request, `--write` puts
 * the tables into bench/results/reference-search.md.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { answersInMemory } from "../src/github/public-code/answer-cache.ts";
import { publicCodeWithToken } from "../src/github/public-code/open-public-code.ts";
import { createSearchPace } from "../src/github/public-code/search-pace.ts";
import { createModel } from "../src/llm/openai.ts";
import { silentLogger } from "../src/log.ts";
import type { ReferenceReport } from "../src/references/report.ts";
import { searchReferences } from "../src/references/search-references.ts";
import { usualReferenceSettings } from "../src/references/settings.ts";
import { derivedInMemory } from "../test/helpers/derived-in-memory.ts";
import { startShelf } from "../test/helpers/github/start-shelf.ts";
import { type BenchData, type BenchRequest, readBenchData } from "./reference-search/data.ts";
import { type RecordedModel, recordedModel } from "./reference-search/recorded-model.ts";
import { figures, judge } from "./reference-search/score.ts";

const { values: options } = parseArgs({
  options: {
    data: { type: "string" },
    clones: { type: "string" },
    recording: { type: "string" },
    ask: { type: "string" },
    model: { type: "string", default: "model" },
    details: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  },
});
if (!options.data) throw new Error("Name the folder with the requests, repositories and labels (--data).");
const data = readBenchData(options.data);
const whole = options.clones === undefined ? undefined : readBenchData(options.data, options.clones);

/** One search with what it cost. */
interface Measured {
  readonly request: BenchRequest;
  readonly report: ReferenceReport;
  readonly calls: number;
  readonly milliseconds: number;
  readonly again: { readonly calls: number; readonly milliseconds: number };
  readonly questions: RecordedModel["asked"];
}

const lines: string[] = [];
const say = (line = ""): void => {
  lines.push(line);
  console.log(line);
};
const live =
  options.ask === undefined
    ? undefined
    : createModel({
        baseUrl: options.ask,
        apiKey: "none",
        model: options.model,
        requestTimeoutMs: 7_200_000,
        idleTimeoutMs: 7_200_000,
      });
const model = options.recording === undefined ? undefined : recordedModel(options.recording, live);

await tell("Without a model", await measureAll(data, undefined));
if (whole) {
  await tell("Without a model, with sizes and texts of files", await measureAll(whole, undefined));
}
if (model) {
  await tell("With a model's answers", await measureAll(data, model));
  if (whole) {
    const unseen = await measureAll(whole, model, false);
    await tell("With a model's answers and sizes, without the last look", unseen);
    await tell("With a model's answers, sizes and texts, with the last look", await measureAll(whole, model));
  }
  model.save();
}
say(
  `Requests: ${data.requests.length}; repositories: ${data.shelf.length}; load average ${loadavg()[0]!.toFixed(1)} on ${cpus().length} cores, Node ${process.versions.node}, ${new Date().toISOString().slice(0, 10)}.`,
);
if (options.write) write();

async function measureAll(
  of: BenchData,
  with_: RecordedModel | undefined,
  look = true,
): Promise<readonly Measured[]> {
  const one = (request: BenchRequest): Promise<Measured> => measure(request, of, with_, look);
  // Who answers live may think for minutes: then all requests wait together.
  if (with_ && live) return Promise.all(of.requests.map(one));
  const measured: Measured[] = [];
  for (const request of of.requests) measured.push(await one(request));
  return measured;
}

/** Each request meets a GitHub of its own, so that nothing is known from another; then the same once more. */
async function measure(
  request: BenchRequest,
  of: BenchData,
  with_: RecordedModel | undefined,
  look: boolean,
): Promise<Measured> {
  const server = await startShelf(of.shelf, { searchesPerMinute: 100 });
  try {
    const pace = createSearchPace({ repositories: 100, code: 100 });
    const code = publicCodeWithToken({
      ...{ apiUrl: server.apiUrl, token: server.token, logger: silentLogger, cache: answersInMemory(), pace },
    });
    const tools = {
      ...{ code, settings: usualReferenceSettings, redact: (text: string) => text, look },
      paid: with_ && { model: with_, store: derivedInMemory() },
    };
    const signal = new AbortController().signal;
    const search = async () => {
      const [calls, started, questions] = [
        server.requests.length,
        performance.now(),
        with_?.asked.length ?? 0,
      ];
      const { text, language } = request;
      const wanted = { text, language, target: undefined };
      const report = await searchReferences(wanted, tools, (_name, work) => work(signal));
      return {
        ...{ report, calls: server.requests.length - calls, milliseconds: performance.now() - started },
        questions: with_?.asked.slice(questions) ?? [],
      };
    };
    const first = await search();
    const again = await search();
    return { request, ...first, again };
  } finally {
    await server.close();
  }
}

async function tell(title: string, measured: readonly Measured[]): Promise<void> {
  const judged = (which: "all" | "sure") =>
    measured.map(({ request, report }) => judge(request, report, data, which));
  const [all, sure] = [judged("all"), judged("sure")];
  const second = figures(sure);
  say(`## ${title}\n`);
  say("| | all pairs | pairs without doubt |\n|---|--:|--:|");
  for (const [at, [what, value]] of figures(all).entries()) say(`| ${what} | ${value} | ${second[at]![1]} |`);
  say();
  say("| a request | median | most |\n|---|--:|--:|");
  const row = (what: string, of: (one: Measured) => number): void => {
    const sorted = measured.map(of).sort((a, b) => a - b);
    say(`| ${what} | ${Math.round(sorted[sorted.length >> 1]!)} | ${Math.round(sorted.at(-1)!)} |`);
  };
  row("candidates", ({ report }) => report.candidates);
  row("calls of GitHub's API", ({ calls }) => calls);
  row("ms", ({ milliseconds }) => milliseconds);
  row("calls, the same once more", ({ again }) => again.calls);
  row("ms, the same once more", ({ again }) => again.milliseconds);
  if (measured.some(({ questions }) => questions.length > 0)) {
    row("questions to the model", ({ questions }) => questions.length);
    row("tokens in", ({ questions }) => questions.reduce((sum, { input }) => sum + input, 0));
    row("tokens out", ({ questions }) => questions.reduce((sum, { output }) => sum + output, 0));
    row("tokens of the longest question", ({ questions }) =>
      Math.max(...questions.map(({ input }) => input)),
    );
    row(
      "questions without a recorded answer",
      ({ questions }) => questions.filter(({ known }) => !known).length,
    );
  }
  say();
  if (!options.details) return;
  for (const [at, { request, report }] of measured.entries()) {
    console.log(
      `${request.id}. ${request.text}\n   ${report.keywords.join(", ")}; ${report.candidates} candidates`,
    );
    if (report.nothing) console.log(`   nothing: ${report.nothing}`);
    for (const { fullName, why } of report.rejected)
      if (why.startsWith("its code")) console.log(`   rejected: ${fullName}: ${why}`);
    for (const [place, one] of report.references.entries())
      console.log(
        `   ${all[at]!.labels[place]}: ${one.fullName}: ${one.files.map(({ path }) => path).join(", ")}`,
      );
  }
}

/** Puts the tables behind what the page says of them. */
function write(): void {
  const page = join(import.meta.dirname, "results", "reference-search.md");
  const head = readFileSync(page, "utf8").split("\n## ")[0]!.trimEnd();
  writeFileSync(page, `${head}\n\n${lines.join("\n").trim()}\n`);
}
