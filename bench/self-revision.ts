/**
 * Modular self-revision over tasks of contests: what later cycles bring over the first one, which is what a model
 * writes without it. Every program of every cycle is put to the private tests, which decide nothing.
 *
 *     npm exec -c 'node bench/self-revision.ts --url URL --model NAME --out FILE [--samples 3] [--cycles 2]
 *       [--at-once 1] [--write] TASKS...'
 *
 * TASKS are what `coderag solve` takes. The key is read from MODEL_KEY. FILE gets a line for each task that is done, and
 * a task that has one is not asked again.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg } from "node:os";
import { parseArgs } from "node:util";
import { readProblems } from "../src/cli/solve/read-problems.ts";
import type { JudgedAttempt } from "../src/decompose/attempt.ts";
import { judgeProgram, type Verdict } from "../src/decompose/judge-program.ts";
import { mismatches } from "../src/decompose/mismatches.ts";
import type { Problem } from "../src/decompose/problem.ts";
import { declared, graphOfProgram, isInner } from "../src/decompose/program.ts";
import { type ReviseOptions, revise } from "../src/decompose/revise.ts";
import { isLarge } from "../src/decompose/solve-messages.ts";
import { createModel } from "../src/llm/openai.ts";
import { type Played, type PlayedProgram, page } from "./self-revision/page.ts";

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    ...{ url: { type: "string" }, model: { type: "string" }, out: { type: "string" } },
    samples: { type: "string", default: "3" },
    cycles: { type: "string", default: "2" },
    "at-once": { type: "string", default: "1" },
    write: { type: "boolean", default: false },
  },
});
const { url, model: name, out } = options;
if (!url || !name || !out || positionals.length === 0) throw new Error("See the head of this file.");
const results = new URL("results/self-revision.md", import.meta.url);
/** Whoever answers may be slow: a person, or a model on a small machine. */
const patience = 7_200_000;
const signal = AbortSignal.timeout(4 * patience);
const [samples, cycles] = [Number(options.samples), Number(options.cycles)];
const revision: ReviseOptions = {
  model: createModel({
    ...{ baseUrl: url, model: name, apiKey: process.env["MODEL_KEY"] },
    ...{ requestTimeoutMs: patience, idleTimeoutMs: patience },
  }),
  limits: { maxTurns: 20, maxTokens: 2_000_000, maxMilliseconds: patience, maxOutputTokens: 32_000 },
  ...{ samples, cycles },
};

const done = new Set(readPlayed().map(({ task }) => task));
/** Verdicts of private tests, of programs that may be written again. */
const known = new Map<string, Verdict>();
const waiting = (await Promise.all(positionals.map((task) => readProblems(task, process.cwd()))))
  .flat()
  .filter((problem) => !done.has(problem.name));
await Promise.all(Array.from({ length: Number(options["at-once"]) }, work));

const text = page(readPlayed(), {
  ...{ samples, cycles },
  machine: `${cpus().length} cores, Node ${process.versions.node}, load ${loadavg()[0]!.toFixed(1)}`,
  date: new Date().toISOString().slice(0, 10),
});
console.log(text);
if (options.write) writeFileSync(results, `${text}${writtenByHand()}`);

async function work(): Promise<void> {
  for (let problem = waiting.shift(); problem; problem = waiting.shift()) {
    const { cycles: reports, usage } = await revise(problem, revision, signal);
    const programs: PlayedProgram[] = [];
    for (const { number, attempts } of reports)
      for (const attempt of attempts) programs.push(await playedProgram(attempt, number, problem));
    const one: Played = {
      ...{ task: problem.name, words: problem.statement.split(/\s+/).length, large: isLarge(problem) },
      ...{ programs, failures: reports.flatMap(({ failures }) => failures) },
      tokens: [usage.inputTokens, usage.outputTokens],
      shown: reports.map(({ relevant }) => relevant.functions.length + relevant.innerFunctions.length),
    };
    appendFileSync(out!, `${JSON.stringify(one)}\n`);
    console.error(`${problem.name}: ${programs.length} programs`);
  }
}

async function playedProgram(
  { solution, verdict, repairs, conversation }: JudgedAttempt,
  cycle: number,
  problem: Problem,
): Promise<PlayedProgram> {
  const graph = await graphOfProgram(solution.program, signal);
  const place = `${problem.name}\n${solution.program}`;
  const privately =
    known.get(place) ??
    (await judgeProgram(solution.program, problem.privateTests, problem, signal, {
      untilFailure: true,
    }));
  known.set(place, privately);
  const verdicts = conversation.handIns.map((handIn) => handIn.verdict);
  return {
    ...{ cycle, program: solution.program, public: verdict.passed },
    ...{ passesPublic: verdict.failure === undefined, passesPrivate: privately.failure === undefined },
    failure: privately.failure?.kind ?? null,
    nests: declared(graph).some((node) => isInner(node, graph)),
    mismatched: verdicts.includes("objected"),
    mismatchesLeft: (await mismatches(solution.declarations, solution.program, signal)).length,
    repairs,
  };
}

function readPlayed(): readonly Played[] {
  if (!existsSync(out!)) return [];
  const lines = readFileSync(out!, "utf8").split("\n");
  return lines.flatMap((line) => (line === "" ? [] : [JSON.parse(line) as Played]));
}

/** What stands below the figures: the sections that no run makes. */
function writtenByHand(): string {
  if (!existsSync(results)) return "";
  const [, ...sections] = readFileSync(results, "utf8").split(/^(?=## )/m);
  return sections.length === 0 ? "" : `\n${sections.join("")}`;
}
