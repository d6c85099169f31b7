/** Indexes the last commit of a repository again and again, each time as if nothing were in memory: to be killed. */
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openLocal } from "../../src/workspace/open-local.ts";

const [directory = "", cacheDir = "", times = "1"] = process.argv.slice(2);
const signal = AbortSignal.timeout(240_000);
const workspace = await openLocal(directory, signal);
for (let round = 0; round < Number(times); round++) {
  const { graph, notes, stats } = await indexWorkspace(workspace, { cacheDir, workers: 0 }, signal);
  const edges = graph.nodes.flatMap((node) => graph.outgoing(node.id));
  console.log(JSON.stringify({ nodes: graph.nodes, edges, notes, origin: stats.origin }));
}
await workspace.close();
