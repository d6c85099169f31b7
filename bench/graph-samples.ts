/**
 * Call edges against samples that were judged by reading the source, for languages without an indexer to install.
 *
 *     npm exec -c 'node bench/graph-samples.ts sample FOLDER --language go --count 100 --seed 7'
 *
 * draws calls by syntax alone, without asking the graph, and prints them with the source around them. Calls of names
 * that no line of the repository declares are not drawn: they lead outside. `--skeleton` prints the lines of
 * `bench/graph-samples/LANGUAGE.jsonl` instead, with an empty `truth` for the reader to fill in.
 *
 *     npm exec -c 'node bench/graph-samples.ts score --language go FOLDER...'
 *
 * asks the graph of each clone, at the commit that was judged, for its answer to every judged call.
 */
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { loadGrammar } from "../src/languages/parsing/parser.ts";
import { languageOf } from "../src/languages/registry.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { type LocalWorkspace, openLocal } from "../src/workspace/open-local.ts";
import { callsIn, declaredNames, type WrittenCall } from "./graph-samples/calls.ts";
import { type JudgedCall, readJudged } from "./graph-samples/judged.ts";
import { type Score, scoreCall } from "./graph-samples/score.ts";
import { table, told } from "./graph-samples/table.ts";
import { shuffled } from "./shuffled.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    language: { type: "string", default: "go" },
    count: { type: "string", default: "100" },
    seed: { type: "string", default: "7" },
    sample: { type: "string", default: "first" },
    repository: { type: "string" },
    skeleton: { type: "boolean", default: false },
  },
});
const [verb, ...folders] = positionals;
if (folders.length === 0) throw new Error("Say sample or score, and name at least one clone.");
const signal = AbortSignal.timeout(1_200_000);

if (verb === "sample") for (const folder of folders) await opened(folder, draw);
else if (verb === "score") await score();
else throw new Error(`${verb} is neither sample nor score.`);

async function draw(workspace: LocalWorkspace, folder: string): Promise<void> {
  const paths = [...workspace.entries.keys()].filter((path) => languageOf(path) === values.language);
  const texts = await workspace.readMany(paths);
  const isDeclared = declaredNames(values.language, [...texts.values()]);
  const grammar = await loadGrammar(values.language);
  const all = [...texts].flatMap(([file, text]) => callsIn(grammar, text).map((call) => ({ file, call })));
  const inside = all.filter(({ call }) => isDeclared(call.name));
  const drawn = shuffled(inside, Number(values.seed)).slice(0, Number(values.count));
  if (!values.skeleton)
    console.log(`${basename(folder)}: ${all.length} calls, ${inside.length} of names declared here.`);
  drawn.forEach(({ file, call }, index) => {
    console.log(
      values.skeleton
        ? skeleton(workspace, folder, file, call)
        : `\n#${index + 1} ${file}:${call.line}:${call.column} ${call.callee}${call.inMacro ? " (in a macro)" : ""}\n${around(texts.get(file)!, call.line)}`,
    );
  });
}

function skeleton({ commit }: LocalWorkspace, folder: string, file: string, call: WrittenCall): string {
  const { line, column, name, inMacro } = call;
  const repository = values.repository ?? basename(folder);
  const macro = inMacro ? { inMacro } : {};
  return JSON.stringify({
    ...{ repository, commit, sample: values.sample, file, line, column, name, ...macro },
    ...{ truth: "", by: "judged by reading the source, by a language model acting as reviewer" },
  });
}

function around(text: string, line: number): string {
  const lines = text.split("\n");
  const first = Math.max(0, line - 4);
  return lines
    .slice(first, line + 2)
    .map((one, index) => `${first + index + 1 === line ? ">" : " "} ${one}`)
    .join("\n");
}

async function score(): Promise<void> {
  const file = join(import.meta.dirname, "graph-samples", `${values.language}.jsonl`);
  const judged = readJudged(file);
  const scores: Score[] = [];
  for (const folder of folders)
    await opened(folder, async (workspace) => {
      const own = judged.filter(({ repository }) => basename(repository) === basename(folder));
      scores.push(...(await scoresOf(workspace, own)));
    });
  console.log(table(scores));
  console.log(told(scores));
}

async function scoresOf(workspace: LocalWorkspace, judged: readonly JudgedCall[]): Promise<readonly Score[]> {
  const other = judged.find(({ commit }) => commit !== workspace.commit);
  if (other)
    throw new Error(`${other.repository} was judged at ${other.commit}, not at ${workspace.commit}.`);
  const { graph } = await indexWorkspace(workspace, {}, signal);
  const texts = await workspace.readMany([...new Set(judged.map(({ file }) => file))]);
  const grammar = await loadGrammar(values.language);
  const calls = new Map([...texts].map(([path, text]) => [path, callsIn(grammar, text)]));
  return judged.map((call) => scoreCall(graph, call, calls.get(call.file)!));
}

async function opened(
  folder: string,
  work: (workspace: LocalWorkspace, folder: string) => Promise<void>,
): Promise<void> {
  const workspace = await openLocal(folder, signal);
  try {
    await work(workspace, folder);
  } finally {
    await workspace.close();
  }
}
