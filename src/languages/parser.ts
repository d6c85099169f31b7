/**
 * The door to web-tree-sitter. Grammars load when first needed; a tree lives only inside the callback, because
 * trees that are not deleted fill the 2 GB of wasm memory within a few dozen megabytes of source.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { Parser, Query, type Tree, Language as TreeSitterLanguage } from "web-tree-sitter";
import { parseDeadline } from "./limits.ts";
import { allLanguages, type Language, queryText } from "./registry.ts";

export type { Node, QueryCapture, Tree, TreeCursor } from "web-tree-sitter";

/** A language ready to parse with. */
export interface Grammar {
  readonly language: Language;
  readonly grammar: TreeSitterLanguage;
}

/** The file was not parsed in time. */
export class ParseDeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`it took longer than ${milliseconds} ms to parse`);
    this.name = "ParseDeadlineError";
  }
}

/** Loads the runtime and one grammar (1 to 24 ms each); the second call answers at once. */
export async function loadGrammar(name: string): Promise<Grammar> {
  const language = allLanguages().get(name);
  if (!language) throw new Error(`No language folder is called ${name}.`);
  started ??= Parser.init();
  await started;
  let loading = grammars.get(language.grammar);
  if (!loading) {
    loading = TreeSitterLanguage.load(readFileSync(grammarFile(language.grammar)));
    grammars.set(language.grammar, loading);
  }
  return { language, grammar: await loading };
}

/** The language's one compiled query. Compiling takes up to a second, so it is kept; C and C++ have the same. */
export function compiledQuery({ language, grammar }: Grammar): Query {
  const key = [language.grammar, ...language.tags].join(" ");
  let query = queries.get(key);
  if (!query) {
    query = new Query(grammar, queryText(language));
    queries.set(key, query);
  }
  return query;
}

/**
 * Parses `text`, hands the tree to `use` and deletes it.
 * @throws ParseDeadlineError where parsing takes longer than `milliseconds`.
 */
export function withTree<T>(
  { grammar }: Grammar,
  text: string,
  use: (tree: Tree) => T,
  milliseconds = parseDeadline,
): T {
  parser ??= new Parser();
  parser.setLanguage(grammar);
  const end = performance.now() + milliseconds;
  const tree = parser.parse(text, null, { progressCallback: () => performance.now() > end });
  if (!tree) {
    // Without this the next file would go on where this one was stopped.
    parser.reset();
    throw new ParseDeadlineError(milliseconds);
  }
  try {
    return use(tree);
  } finally {
    tree.delete();
  }
}

let started: Promise<void> | undefined;
let parser: Parser | undefined;
const grammars = new Map<string, Promise<TreeSitterLanguage>>();
const queries = new Map<string, Query>();

function grammarFile(grammar: string): string {
  const packageFile = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  return join(dirname(packageFile), "wasm", `tree-sitter-${grammar}.wasm`);
}
