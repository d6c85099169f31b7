/**
 * What one edit in a large file costs: showing it, reading the answer, applying it and judging the result, against
 * bare parsing of the file twice (before and after), which nobody who compares syntax can save.
 *
 *     npm exec -c 'node bench/edit-speed.ts FILE... [--rounds 7] [--lines 10000]'
 *
 * Each file is repeated until it has `--lines` lines. Processor time, medians of rounds that alternate; read the ratio.
 */
import { readFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename } from "node:path";
import { parseArgs } from "node:util";
import { checkChanges } from "../src/checks/gate.ts";
import { applyAnswer } from "../src/edits/apply.ts";
import { deriveAnswer } from "../src/edits/derive.ts";
import { numberLines } from "../src/edits/number.ts";
import { loadGrammar, withTree } from "../src/languages/parsing/parser.ts";
import { languageOf } from "../src/languages/registry.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: "string", default: "7" }, lines: { type: "string", default: "10000" } },
});
if (positionals.length === 0) throw new Error("Name at least one source file.");

console.log(`load ${loadavg()[0]!.toFixed(1)}\n`);
console.log("| file | lines | parse twice, ms | show | read and apply | gate | all, ms | ratio |");
console.log("|---|---|---|---|---|---|---|---|");
for (const file of positionals) console.log(await measured(file));

async function measured(file: string): Promise<string> {
  const before = repeated(readFileSync(file, "utf8"), Number(values.lines));
  const path = basename(file);
  const after = edited(before);
  const answer = deriveAnswer([{ path, before, after }]);
  if (answer === undefined) throw new Error(`${file}: the change cannot be said.`);
  const grammar = await loadGrammar(languageOf(path)!);
  const entries = new Map([[path, { path, mode: "100644", hash: "0", size: before.length }]]);
  const times: Record<"parse" | "show" | "apply" | "gate", number[]> = {
    parse: [],
    show: [],
    apply: [],
    gate: [],
  };
  // The first round warms up.
  for (let round = -1; round < Number(values.rounds); round++) {
    const at = [processor()];
    const lap = (): number => at.push(processor());
    for (const text of [before, after]) withTree(grammar, text, (tree) => tree.rootNode.hasError);
    lap();
    numberLines(before, { from: 4_900, to: 5_100 });
    lap();
    const { changes, complaints } = applyAnswer(answer, new Map([[path, before]]));
    lap();
    const report = await checkChanges(changes, { entries });
    lap();
    const against = [...complaints, ...report.complaints];
    if (against.length > 0) throw new Error(`${file}: ${against[0]!.message}`);
    if (round < 0) continue;
    for (const [index, part] of (["parse", "show", "apply", "gate"] as const).entries())
      times[part].push(at[index + 1]! - at[index]!);
  }
  const [parse, ...parts] = [times.parse, times.show, times.apply, times.gate].map(median) as [
    number,
    ...number[],
  ];
  const all = parts.reduce((sum, part) => sum + part, 0);
  const cells = [
    path,
    before.split("\n").length - 1,
    ms(parse),
    ...parts.map(ms),
    ms(all),
    (all / parse).toFixed(2),
  ];
  return `| ${cells.join(" | ")} |`;
}

/** What stands at the top of a file (package, imports) only once, what follows again and again. */
function repeated(text: string, lines: number): string {
  const body = text.split("\n");
  const head =
    body.findLastIndex((line) => /^(?:import|from|package|use|#include|\)|require)\b|^\)/.test(line)) + 1;
  const rest = body.slice(head);
  const all = body.slice(0, head);
  while (all.length < lines) all.push(...rest);
  return all.join("\n");
}

/** One line in the middle said twice as a comment, which every language of the files knows. */
function edited(text: string): string {
  const lines = text.split("\n");
  const blank = lines.findIndex((line, at) => at >= lines.length / 2 && line === "");
  const sign = /^\s*#/m.test(text) && !/^\s*\/\//m.test(text) ? "#" : "//";
  return [...lines.slice(0, blank), `${sign} changed`, ...lines.slice(blank)].join("\n");
}

/** Milliseconds of the processor: on a busy machine the clock tells of others. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function median(numbers: readonly number[]): number {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)]!;
}

function ms(value: number): string {
  return value < 10 ? value.toFixed(1) : value.toFixed(0);
}
