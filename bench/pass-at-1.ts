/**
 * Can a model write the body when it sees what the ranking found? The prompts of executable samples of DevEval, each
 * once with no context, with BM25's and with the bigraph's, under one token budget; answers by the model behind an
 * OpenAI-compatible endpoint. Completions in the form of the data's own runner, which runs the tests.
 *
 *     npm exec -c 'node bench/pass-at-1.ts --data FILE --executable FILE --repos DIR --out DIR --url URL --model NAME
 *       [--count 60] [--seed 7] [--tokens 2000] [--at-once 12]'
 *
 * The key is read from MODEL_KEY. The prompts stand in `--out` too, beside what was answered.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import type { CodeNode } from "../src/graph/graph.ts";
import { countTokens } from "../src/llm/tokens.ts";
import { rankSupport } from "../src/retrieval/bigraph/rank.ts";
import { searchCode } from "../src/retrieval/documents.ts";
import { askAll } from "./deveval/ask.ts";
import { eachPrepared, type Prepared } from "./deveval/corpus.ts";
import { readSamples, requirementOf, type Sample } from "./deveval/samples.ts";
import { shuffled } from "./shuffled.ts";

const modes = ["none", "bm25", "bigraph"] as const;
/** Definitions that are looked at, and lines of a body that is shown whole. */
const most = { units: 30, lines: 40 };
const { values: options } = parseArgs({
  options: {
    ...{ data: { type: "string" }, executable: { type: "string" }, repos: { type: "string" } },
    ...{ out: { type: "string" }, url: { type: "string" }, model: { type: "string" } },
    count: { type: "string", default: "60" },
    seed: { type: "string", default: "7" },
    tokens: { type: "string", default: "2000" },
    "at-once": { type: "string", default: "12" },
  },
});
const { data, executable, repos, out, url, model } = options;
if (!data || !executable || !repos || !out || !url || !model) throw new Error("See the head of this file.");

mkdirSync(out, { recursive: true });
const signal = AbortSignal.timeout(7_200_000);
const prompts = await readPrompts(chosen());
const answers = await askAll(prompts, { url, model, atOnce: Number(options["at-once"]) }, signal);
for (const mode of modes) {
  const rows = prompts.flatMap(({ id, kind }, at) =>
    kind === mode ? [JSON.stringify({ id, completion: bodyOf(answers[at]!) })] : [],
  );
  writeFileSync(join(out, `completions-${mode}.jsonl`), `${rows.join("\n")}\n`);
}

/** Samples that can be run and need something of the repository, drawn by the seed. */
function chosen(): readonly Sample[] {
  const runs = new Set(readSamples(executable!).map(({ id }) => id));
  const able = readSamples(data!).filter(({ id, has_gold }) => runs.has(id) && has_gold);
  return shuffled(able, Number(options.seed)).slice(0, Number(options.count));
}

async function readPrompts(samples: readonly Sample[]) {
  const prompts: { id: string; kind: (typeof modes)[number]; text: string }[] = [];
  const add = async (sample: Sample, prepared: Prepared): Promise<void> => {
    for (const kind of modes)
      prompts.push({ id: sample.id, kind, text: await promptOf(sample, prepared, kind) });
  };
  await eachPrepared(samples, repos!, add, signal);
  return prompts;
}

async function promptOf(sample: Sample, prepared: Prepared, mode: (typeof modes)[number]): Promise<string> {
  const { target } = prepared;
  const shown = await passages(await unitsOf(prepared, mode), prepared);
  return [
    "Write the body of one Python function. Answer with the body alone in one ```python block, indented as it will stand",
    "under the signature, without the signature and without a docstring. Imports that it needs may stand inside it.",
    ...(shown === "" ? [] : ["", "Definitions of the repository that may be of use:", "", shown]),
    ...[
      "",
      `The function stands in ${sample.path}${sample.name.includes(".") ? ` (${sample.name})` : ""}:`,
      "",
    ],
    ...["```python", target.node.signature, "```", "", "What it shall do:", "", requirementOf(sample)],
  ].join("\n");
}

async function unitsOf(prepared: Prepared, mode: (typeof modes)[number]): Promise<readonly CodeNode[]> {
  const { target, graph, index, read } = prepared;
  if (mode === "none") return [];
  const asked = `${target.requirement}\n${target.node.signature}`;
  const found =
    mode === "bm25"
      ? searchCode(index, asked, most.units)
      : await rankSupport(target, graph, index, read, { limit: most.units });
  return found.map(({ node }) => node).filter((node) => node.kind !== "Module" && node.id !== target.node.id);
}

/** The best definitions first, whole where they are short, until the budget is spent. */
async function passages(units: readonly CodeNode[], { read }: Prepared): Promise<string> {
  const texts = await read([...new Set(units.map(({ path }) => path))]);
  let left = Number(options.tokens);
  const parts: string[] = [];
  for (const node of units) {
    const lines = (texts.get(node.path) ?? "").split("\n").slice(node.startLine - 1, node.endLine);
    const whole = node.kind !== "Class" && lines.length <= most.lines;
    const text = whole
      ? lines.join("\n")
      : `${node.signature}\n    """${(node.doc ?? "").slice(0, 200)}"""\n    ...`;
    const part = `# ${node.path}: ${node.qualifiedName}\n${text}`;
    const price = countTokens(part);
    if (price > left) break;
    left -= price;
    parts.push(part);
  }
  return parts.join("\n\n");
}

/** What stands in the last block of code; the whole answer where there is none. */
function bodyOf(answer: string): string {
  return [...answer.matchAll(/```(?:python|py)?\n([\s\S]*?)```/g)].at(-1)?.[1] ?? answer;
}
