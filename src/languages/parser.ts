/**
 * The door to web-tree-sitter. Grammars load when first needed; a tree lives only inside the callback, because
 * trees that are not deleted fill the 2 GB of wasm memory within a few dozen megabytes of source.
 */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { isNativeError } from "node:util/types";
import * as treeSitter from "web-tree-sitter";
import { type Deadline, deadlineIn, parseDeadline } from "./limits.ts";
import { placeImage } from "./query-image.ts";
import { readQueryImage } from "./query-images.ts";
import type { Condition, QueryTree, QueryTreeMemory, RawQuery } from "./query-matches.ts";
import { allLanguages, type Language, queryText } from "./registry.ts";

export type { Node, QueryCapture, Tree, TreeCursor } from "web-tree-sitter";

/** A language ready to parse with. */
export interface Grammar {
  readonly language: Language;
  readonly grammar: treeSitter.Language;
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
  return { language, ...(await loadBareGrammar(language.grammar)) };
}

/** A grammar of the package alone, for a language that only has to be parsed: `css`. */
export async function loadBareGrammar(name: string): Promise<Pick<Grammar, "grammar">> {
  started ??= start();
  await started;
  let loading = grammars.get(name);
  if (!loading) {
    loading = runtime.Language.load(readFileSync(grammarFile(name)));
    grammars.set(name, loading);
  }
  return { grammar: await loading };
}

/** The language's one query, from its image where there is one; C and C++ have the same. */
export function compiledQuery({ language, grammar }: Grammar): treeSitter.Query {
  const key = [language.grammar, ...language.tags].join(" ");
  let query = queries.get(key);
  if (!query) {
    const text = queryText(language);
    const image = readQueryImage(language.grammar, text);
    query = image
      ? queryBy(grammar, text, (at) => placeImage(memory, image, at))
      : new runtime.Query(grammar, text);
    queries.set(key, query);
  }
  return query;
}

/** The same query for `eachMatch`. */
export function rawQuery(grammar: Grammar): RawQuery {
  const query = compiledQuery(grammar);
  let raw = rawQueries.get(query);
  if (!raw) {
    const { captureNames, textPredicates } = query as typeof query & {
      textPredicates: readonly Condition[][];
    };
    raw = { address: addressOf(query), captureNames, conditions: textPredicates };
    rawQueries.set(query, raw);
  }
  return raw;
}

/** A tree, while it is there, for `eachMatch`; `text` is what it was parsed from. */
export function rawTree({ grammar }: Grammar, tree: treeSitter.Tree, text: string): QueryTree {
  const { types, fields } = grammar;
  return { memory, address: addressOf(tree), transfer: memory._ts_init(), types, fields, text };
}

const addressOf = (one: treeSitter.Tree | treeSitter.Query): number =>
  (one as unknown as readonly [number])[0];

/** Compiles a language's query anew, which takes up to a second, and lets `take` see where it lies. */
export function compileQuery(
  { language, grammar }: Grammar,
  take: (memory: QueryTreeMemory, address: number) => void,
): void {
  const compile = memory._ts_query_new;
  queryBy(grammar, queryText(language), (...given) => {
    const address = compile(...given);
    take(memory, address);
    return address;
  }).delete();
}

/** A query of which something else than the runtime's own compiler makes the part that lies in its memory. */
function queryBy(
  grammar: treeSitter.Language,
  text: string,
  make: Memory["_ts_query_new"],
): treeSitter.Query {
  const compile = memory._ts_query_new;
  memory._ts_query_new = make;
  try {
    return new runtime.Query(grammar, text);
  } finally {
    memory._ts_query_new = compile;
  }
}

/**
 * Parses `text`, hands the tree to `use` and deletes it.
 * @throws ParseDeadlineError where that takes longer than the deadline allows.
 */
export function withTree<T>(
  { grammar }: Pick<Grammar, "grammar">,
  text: string,
  use: (tree: treeSitter.Tree) => T,
  deadline: Deadline = deadlineIn(parseDeadline),
): T {
  parser ??= new runtime.Parser();
  parser.setLanguage(grammar);
  const tree = parser.parse(text, null, { progressCallback: deadline.isOver });
  if (!tree) {
    // Without this the next file would go on where this one was stopped.
    parser.reset();
    throw new ParseDeadlineError(deadline.milliseconds);
  }
  try {
    return use(tree);
  } finally {
    // A tree of a broken runtime is gone with it; deleting it would only hide the error that says so.
    deleteTree(tree);
  }
}

function deleteTree(tree: treeSitter.Tree): void {
  try {
    tree.delete();
  } catch (error) {
    if (!dropBroken(error)) throw error;
  }
}

/**
 * True for an error of the runtime itself, which some texts bring about (200,000 open brackets in Java): its memory
 * can no longer be trusted. What was loaded is dropped, and the next `loadGrammar` starts a new runtime.
 */
export function dropBroken(error: unknown): boolean {
  const isBroken =
    isNativeError(error) &&
    (error.name === "RuntimeError" || (error.name === "RangeError" && /call stack/.test(error.message)));
  if (!isBroken) return false;
  // What is collected as garbage is freed in its runtime, and an error there would end the process.
  kept.push(parser, [...queries.values()]);
  [started, parser] = [undefined, undefined];
  grammars.clear();
  queries.clear();
  broken++;
  return true;
}

/** The module keeps its one runtime for ever, so a new runtime is the module once more, under another name. */
async function start(): Promise<void> {
  if (broken > 0) {
    const file = join(
      dirname(createRequire(import.meta.url).resolve("web-tree-sitter")),
      "web-tree-sitter.js",
    );
    runtime = (await import(`${pathToFileURL(file).href}?${broken}`)) as typeof treeSitter;
  }
  memory = {} as Memory;
  // The runtime makes this object its own: what it calls and where its memory is stands in it from now on.
  await runtime.Parser.init(memory as object);
}

interface Memory extends QueryTreeMemory {
  /** Gives the place where nodes are taken and left. */
  _ts_init(): number;
  /** @returns The address of the query, 0 where its text is wrong. */
  _ts_query_new(grammar: number, text: number, bytes: number, errorPlace: number, errorKind: number): number;
}

/** How many runtimes were dropped, and what of them must not be collected. */
let broken = 0;
const kept: unknown[] = [];
let runtime: typeof treeSitter = treeSitter;
let memory = {} as Memory;
let started: Promise<void> | undefined;
let parser: treeSitter.Parser | undefined;
const grammars = new Map<string, Promise<treeSitter.Language>>();
const queries = new Map<string, treeSitter.Query>();
const rawQueries = new WeakMap<treeSitter.Query, RawQuery>();

function grammarFile(grammar: string): string {
  const packageFile = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  return join(dirname(packageFile), "wasm", `tree-sitter-${grammar}.wasm`);
}
