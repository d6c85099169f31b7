import type { CodeGraph, CodeNode } from "../../graph/graph.ts";
import { isSource } from "../../languages/source-files.ts";
import { isGenerated, isLockFile } from "../../source/generated-paths.ts";
import { lineTexts } from "../../source/lines.ts";
import { wholeWordAt } from "../../source/whole-word.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import type { Mention } from "../mentions.ts";
import { prose } from "../paragraphs.ts";
import { words } from "../words.ts";

/** A line that holds a name which a request writes and no definition has: a key of a configuration, a field, a value. */
export interface Literal {
  readonly mention: Mention;
  readonly module: CodeNode;
  /** 1-based. */
  readonly line: number;
}

/** Names looked up, files that may hold one, files that do where it is still telling, those shown, and lines of one. */
const limits = { names: 6, candidates: 40, holders: 12, files: 3, lines: 2 };
/** `static_files_cache_time`, `enableLastModify`, `PST8PDT`; not `iOS` or `JavaScript`, which are said of much. */
const coded = /\w_\w|^(?=.{8})\p{Ll}+\p{Lu}|^(?=.{5})(?=.*\d)(?=.*\p{Lu})\w+$/u;

/**
 * Where the names stand that a request writes and no definition of the graph has. Code comes before what it is
 * configured with; what many files hold is a word of the house and leads to none, as do tests and documentation.
 */
export async function findLiterals(
  unresolved: readonly Mention[],
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
): Promise<readonly Literal[]> {
  const mentions = unresolved.filter(
    (mention) =>
      mention.kind === "identifier" &&
      mention.names.length === 1 &&
      isMeant(mention) &&
      coded.test(mention.names[0]!),
  );
  const found: Literal[] = [];
  for (const mention of mentions.slice(0, limits.names)) {
    const name = mention.text;
    const modules = index.files
      .search(new Map([[words(name).at(-1) ?? "", 1]]), limits.candidates)
      .flatMap(({ document }) => graph.node(index.paths[document]!) ?? [])
      .filter(({ path, test }) => !test && !prose.test(path) && !isGenerated(path) && !isLockFile(path));
    const texts = await readSource(modules.map(({ path }) => path));
    const holders = modules
      .map((module) => ({ module, lines: linesWith(name, texts.get(module.path) ?? "") }))
      .filter(({ lines }) => lines.length > 0);
    if (holders.length > limits.holders) continue;
    const best = holders.sort((a, b) => Number(isSource(b.module.path)) - Number(isSource(a.module.path)));
    for (const { module, lines } of best.slice(0, limits.files))
      for (const line of lines.slice(0, limits.lines)) found.push({ mention, module, line });
  }
  return found;
}

/** A pasted program names what is its own. */
const isMeant = ({ written }: Mention): boolean => written !== "fence" && written !== "trace";

function linesWith(name: string, text: string): readonly number[] {
  if (!text.includes(name)) return [];
  return lineTexts(text).flatMap((line, at) => (wholeWordAt(line, name) >= 0 ? [at + 1] : []));
}
