/**
 * Files that do not parse as a whole, by language: as they are written, and as they are read (src/languages/preprocessing/readings.ts);
 * and what became of the repository's calls.
 *
 *     npm exec -c 'node bench/graph-faults.ts FOLDER...'
 */
import { basename } from "node:path";
import type { FileOutline } from "../src/graph/outline.ts";
import { tooLarge } from "../src/languages/limits.ts";
import { outlineOne } from "../src/languages/outlines/outline-one.ts";
import { loadGrammar, withTree } from "../src/languages/parsing/parser.ts";
import { allLanguages, languageOf } from "../src/languages/registry.ts";
import { indexWorkspace } from "../src/retrieval/index-workspace.ts";
import { openLocal } from "../src/workspace/open-local.ts";

const endless = { milliseconds: Number.POSITIVE_INFINITY, isOver: () => false };
const signal = AbortSignal.timeout(1_800_000);
console.log(
  "| repository | language | files | faulty as written | faulty as read | calls resolved / external / unresolved |",
);
console.log("|---|---|---|---|---|---|");
for (const folder of process.argv.slice(2)) {
  const workspace = await openLocal(folder, signal);
  const paths = [...workspace.entries.keys()].filter((path) => {
    const { preprocessor, unknown } = allLanguages().get(languageOf(path) ?? "") ?? {};
    return (preprocessor ?? unknown) !== undefined;
  });
  const counts = new Map<string, { files: number; written: number; read: number }>();
  for (const [path, text] of await workspace.readMany(paths)) {
    if (tooLarge(text) !== undefined) continue;
    const language = languageOf(path)!;
    const count = counts.get(language) ?? { files: 0, written: 0, read: 0 };
    counts.set(language, count);
    count.files++;
    const grammar = await loadGrammar(language);
    if (withTree(grammar, text, (tree) => tree.rootNode.hasError, endless)) count.written++;
    const result = await outlineOne({ language, text });
    if (!("json" in result) || (JSON.parse(result.json) as FileOutline).faulty) count.read++;
  }
  const { resolved, external, unresolved } = (await indexWorkspace(workspace, {}, signal)).stats.calls;
  await workspace.close();
  for (const [language, { files, written, read }] of counts)
    console.log(
      `| ${basename(folder)} | ${language} | ${files} | ${written} | ${read} | ${resolved} / ${external} / ${unresolved} |`,
    );
}
