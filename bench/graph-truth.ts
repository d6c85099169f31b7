/**
 * Call and inherit edges against what precise indexers say: precision and recall by repository. The indexers are
 * tools of this benchmark, installed outside of the project:
 *
 *     npm i --prefix SOMEWHERE --ignore-scripts @sourcegraph/scip-python@0.6.6 @sourcegraph/scip-typescript@0.4.0
 *     echo '[]' > environment.json
 *     scip-python index . --project-name NAME --project-version 0 --environment environment.json    # Python
 *     npm i --ignore-scripts && scip-typescript index                                              # TypeScript
 *
 * each in its clone, where it leaves `index.scip`. scip-python does not follow names into `src/` layouts: move the
 * package to the clone's root and commit that first. Then
 *
 *     npm exec -c 'node bench/graph-truth.ts FOLDER... [--sample 60]'
 *
 * `--sample` prints that many wrong and missed edges of each repository, drawn in a fixed random order.
 */
import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { parseArgs } from "node:util";
import { loadGrammar } from "../src/languages/parser.ts";
import { languageOf } from "../src/languages/registry.ts";
import { readScip } from "../src/languages/scip/read.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { type Comparison, compareCalls, compareInherits, type Difference } from "./graph-truth/compare.ts";
import { createOracle } from "./graph-truth/oracle.ts";
import { type Places, placesOf } from "./graph-truth/syntax.ts";
import { shuffled } from "./shuffled.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "0" } },
});
if (positionals.length === 0) throw new Error("Name at least one clone that holds an index.scip.");
const signal = AbortSignal.timeout(1_200_000);

console.log(
  "| repository | edges | both | wrong | missed | precision | recall | ambiguous right / wrong | not judged |",
);
console.log("|---|---|---|---|---|---|---|---|---|");
const samples: string[] = [];
for (const folder of positionals) {
  const { calls, inherits } = await compare(folder);
  const name = basename(folder);
  console.log(row(name, "Call", calls));
  console.log(row(name, "Inherit", inherits));
  for (const [kind, one] of Object.entries({ calls, inherits })) {
    const { wrong, missed, unjudged } = one;
    for (const [what, list] of Object.entries({ wrong, missed, unjudged }))
      for (const difference of shuffled(list).slice(0, Number(values.sample)))
        samples.push(`${name} ${kind} ${what}: ${told(difference)}`);
  }
}
if (samples.length > 0) console.log(`\n${samples.join("\n")}`);

async function compare(folder: string): Promise<{ calls: Comparison; inherits: Comparison }> {
  const index = readScip(readFileSync(join(folder, "index.scip")));
  const workspace = await openLocal(folder, signal);
  try {
    const { graph } = await indexWorkspace(workspace, {}, signal);
    const paths = index.documents
      .map(({ path }) => path)
      .filter((path) => languageOf(path) !== undefined && graph.inFile(path).length > 1);
    const places = new Map<string, Places>();
    for (const [path, text] of await workspace.readMany(paths))
      places.set(path, placesOf(await loadGrammar(languageOf(path)!), text));
    const oracle = createOracle(index, graph, places);
    return { calls: compareCalls(graph, oracle, places), inherits: compareInherits(graph, oracle) };
  } finally {
    await workspace.close();
  }
}

function row(name: string, kind: string, one: Comparison): string {
  const { right, wrong, missed, ambiguousRight, ambiguousWrong, unjudged } = one;
  const share = (other: number): string => (right + other === 0 ? "-" : (right / (right + other)).toFixed(3));
  return `| ${[
    name,
    kind,
    right,
    wrong.length,
    missed.length,
    share(wrong.length),
    share(missed.length),
    `${ambiguousRight} / ${ambiguousWrong}`,
    unjudged.length,
  ].join(" | ")} |`;
}

function told({ path, line, from, to, instead }: Difference): string {
  return `${path}:${line} ${from.slice(from.indexOf("#"))} -> ${to} [${instead}]`;
}
