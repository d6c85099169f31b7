/**
 * CPU time of the parts of a cold index, all in one thread, so that two checkouts can be compared on a busy machine:
 *
 *     npm exec -c 'node bench/graph-speed/parts.ts FOLDER...'
 *
 * Prints a line of milliseconds for each folder, a git repository: bare parsing; what queries and facts, then whole
 * outlines add to it; linking. Negative where noise is larger than the part.
 */
import { basename } from "node:path";
import { linkAll } from "../../src/graph/links/link-files.ts";
import type { FileOutline } from "../../src/graph/outline.ts";
import { tooLarge } from "../../src/languages/limits.ts";
import { factsOf } from "../../src/languages/outlines/facts.ts";
import { outlineOne } from "../../src/languages/outlines/outline-one.ts";
import { loadGrammar, patternsOf, syntaxOf, withTree } from "../../src/languages/parsing/parser.ts";
import { languageOf } from "../../src/languages/registry.ts";
import { loadProject } from "../../src/languages/rules.ts";
import { openLocal } from "../../src/workspace/open-local.ts";

const endless = Number.POSITIVE_INFINITY;
const never = { milliseconds: endless, isOver: () => false };
for (const folder of process.argv.slice(2)) {
  const workspace = await openLocal(folder);
  const paths = [...workspace.entries.keys()];
  const texts = await workspace.readMany(paths.filter((path) => languageOf(path) !== undefined));
  const project = await loadProject(paths, (some) => workspace.readMany(some));
  await workspace.close();
  const files = await Promise.all(
    [...texts]
      .filter(([, text]) => tooLarge(text) === undefined)
      .map(async ([path, text]) => ({ path, text, grammar: await loadGrammar(languageOf(path)!) })),
  );
  for (const { grammar } of files) patternsOf(grammar);
  const parse = () => {
    for (const { grammar, text } of files) withTree(grammar, text, (tree) => tree.rootNode.hasError, never);
  };
  parse();
  const parsed = await cpuOf(parse);
  const facts = await cpuOf(() => {
    for (const { grammar, text } of files)
      withTree(grammar, text, (tree) => factsOf(grammar, syntaxOf(grammar, tree), text, never).length, never);
  });
  const outlines: (FileOutline & { readonly path: string })[] = [];
  const outlined = await cpuOf(async () => {
    for (const { path, text, grammar } of files) {
      const result = await outlineOne({ language: grammar.language.name, text }, endless);
      if ("json" in result) outlines.push({ path, ...(JSON.parse(result.json) as FileOutline) });
    }
  });
  const linked = await cpuOf(() => linkAll(outlines, project));
  const row = { parse: parsed, facts: facts - parsed, outlines: outlined - facts, link: linked };
  console.log(basename(folder), JSON.stringify(row));
}

async function cpuOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage();
  await work();
  const { user, system } = process.threadCpuUsage(start);
  return Math.round((user + system) / 1_000);
}
