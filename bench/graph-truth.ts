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
import { loadGrammar } from "../src/languages/parsing/parser.ts";
import { languageOf } from "../src/languages/registry.ts";
import { readScip } from "../src/languages/scip/read.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";
import { type Comparison, compareCalls, compareInherits } from "./graph-truth/compare.ts";
import { createOracle } from "./graph-truth/oracle.ts";
import { type Places, placesOf } from "./graph-truth/syntax.ts";
import { drawn, heading, row } from "./graph-truth/table.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { sample: { type: "string", default: "0" } },
});
if (positionals.length === 0) throw new Error("Name at least one clone that holds an index.scip.");
const signal = AbortSignal.timeout(1_200_000);

console.log(heading);
const samples: string[] = [];
for (const folder of positionals) {
  const { calls, inherits } = await compare(folder);
  const name = basename(folder);
  console.log(row(name, "Call", calls));
  console.log(row(name, "Inherit", inherits));
  samples.push(...drawn(name, { calls, inherits }, Number(values.sample)));
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
