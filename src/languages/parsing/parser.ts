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
import { type Deadline, deadlineIn, parseDeadline } from "../limits.ts";
import { allLanguages, type Language, queryText } from "../registry.ts";
import { type CompiledPatterns, compilePatterns } from "./compile-patterns.ts";
import { type GrammarTables, type ParserMemory, readGrammar } from "./grammar-tables.ts";
import { giveTextQuickly } from "./parser-runtime.ts";
import { readPatterns } from "./pattern.ts";
import { keepQuickCode } from "./quick-code.ts";
import { readTree, type SyntaxTree } from "./syntax-tree.ts";

export type { Node, Tree, TreeCursor } from "web-tree-sitter";

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

/** How much will be read: of `much` the engine's better code pays, see quick-code.ts. */
export type Use = "little" | "much";

/**
 * Loads the runtime and one grammar (1 to 24 ms each); the second call answers at once, whatever it says of its use.
 */
export async function loadGrammar(name: string, use: Use = "little"): Promise<Grammar> {
  const language = allLanguages().get(name);
  if (!language) throw new Error(`No language folder is called ${name}.`);
  const { grammar, quickCode } = language;
  const isQuick = quickCode === true || (quickCode !== undefined && use === "little");
  return { language, ...(await loadBareGrammar(grammar, isQuick ? withQuickCode : undefined)) };
}

/** A grammar of the package alone, for a language that only has to be parsed: `css`. */
export async function loadBareGrammar(
  name: string,
  prepare?: (grammar: treeSitter.Language) => Promise<treeSitter.Language>,
): Promise<Pick<Grammar, "grammar">> {
  started ??= start();
  await started;
  let loading = grammars.get(name);
  if (!loading) {
    loading = runtime.Language.load(readFileSync(grammarFile(name)));
    if (prepare) loading = loading.then(prepare);
    grammars.set(name, loading);
  }
  return { grammar: await loading };
}

async function withQuickCode(grammar: treeSitter.Language): Promise<treeSitter.Language> {
  await keepQuickCode(() => withTree({ grammar }, "a\n", () => {}));
  return grammar;
}

/** The patterns of the language's query; C and C++ have the same. */
export function patternsOf({ language, grammar }: Grammar): CompiledPatterns {
  const key = [language.grammar, ...language.tags].join(" ");
  let compiled = patterns.get(key);
  if (!compiled) {
    compiled = compilePatterns(readPatterns(queryText(language)), tablesOf(grammar));
    patterns.set(key, compiled);
  }
  return compiled;
}

/**
 * A tree as columns, for as long as no other is read; it may be deleted.
 * @param watched Symbols of hidden nodes to note: those that the language's patterns ask for.
 */
export const syntaxOf = (
  grammar: Grammar,
  tree: treeSitter.Tree,
  watched: readonly number[] = patternsOf(grammar).watched,
): SyntaxTree => readTree(tablesOf(grammar.grammar), memory, addressOf(tree), watched);

function tablesOf(grammar: treeSitter.Language): GrammarTables {
  let read = tables.get(grammar);
  if (!read) {
    read = readGrammar(memory, addressOf(grammar), grammar.types, grammar.fields);
    tables.set(grammar, read);
  }
  return read;
}

/** Where the runtime keeps what the object stands for. */
const addressOf = (one: treeSitter.Tree | treeSitter.Language): number =>
  (one as unknown as readonly [number])[0];

/**
 * Parses `text`, hands the tree to `use` and deletes it.
 * @param earlier The tree of a like text, edited to its places: what is the same there is not parsed again.
 * @throws ParseDeadlineError where that takes longer than the deadline allows.
 */
export function withTree<T>(
  { grammar }: Pick<Grammar, "grammar">,
  text: string,
  use: (tree: treeSitter.Tree) => T,
  deadline: Deadline = deadlineIn(parseDeadline),
  earlier?: treeSitter.Tree,
): T {
  parser ??= new runtime.Parser();
  parser.setLanguage(grammar);
  // Called every few microseconds, which is too often to ask a clock.
  let called = 0;
  const progressCallback = (): boolean => ++called % 16 === 0 && deadline.isOver();
  const tree = parser.parse(text, earlier ?? null, { progressCallback });
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

/** Each edit goes through a tree, and no deadline stops it: a text with more of them is quicker parsed anew. */
const maxEdits = 2_000;

/**
 * Hands a copy of a tree to `use`, edited to another text of as many lines, each of which is as long as before; none
 * where too much is another.
 */
export function withEditedCopy<T>(
  tree: treeSitter.Tree,
  before: string,
  after: string,
  use: (copy: treeSitter.Tree | undefined) => T,
): T {
  const edits = [...differences(before, after)];
  if (edits.length > maxEdits) return use(undefined);
  const copy = tree.copy();
  try {
    for (const { row, lineStart, start, end } of edits) {
      const [startIndex, endIndex] = [lineStart + start, lineStart + end];
      const [startPosition, endPosition] = [
        { row, column: start },
        { row, column: end },
      ];
      copy.edit(
        new runtime.Edit({
          ...{ startIndex, oldEndIndex: endIndex, newEndIndex: endIndex },
          ...{ startPosition, oldEndPosition: endPosition, newEndPosition: endPosition },
        }),
      );
    }
    return use(copy);
  } finally {
    deleteTree(copy);
  }
}

/** Of each line that is another one the part that differs. */
function* differences(before: string, after: string) {
  const others = after.split("\n");
  let lineStart = 0;
  for (const [row, line] of before.split("\n").entries()) {
    const other = others[row]!;
    if (line !== other) {
      let [start, end] = [0, line.length];
      while (line[start] === other[start]) start++;
      while (line[end - 1] === other[end - 1]) end--;
      yield { row, lineStart, start, end };
    }
    lineStart += line.length + 1;
  }
}

/** The same; undefined where that takes too long, or breaks the parser. */
export function withTreeIfAny<T>(
  grammar: Pick<Grammar, "grammar">,
  text: string,
  use: (tree: treeSitter.Tree) => T,
): T | undefined {
  try {
    return withTree(grammar, text, use);
  } catch (error) {
    if (error instanceof ParseDeadlineError || dropBroken(error)) return undefined;
    throw error;
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
  kept.push(parser);
  [started, parser] = [undefined, undefined];
  grammars.clear();
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
  memory = {} as ParserMemory;
  giveTextQuickly(memory);
  // The runtime makes this object its own: where its memory is stands in it from now on.
  await runtime.Parser.init(memory);
}

/** How many runtimes were dropped, and what of them must not be collected. */
let broken = 0;
const kept: unknown[] = [];
let runtime: typeof treeSitter = treeSitter;
let memory = {} as ParserMemory;
let started: Promise<void> | undefined;
let parser: treeSitter.Parser | undefined;
const grammars = new Map<string, Promise<treeSitter.Language>>();
/** Numbers, and of no runtime. */
const patterns = new Map<string, CompiledPatterns>();
const tables = new WeakMap<treeSitter.Language, GrammarTables>();

function grammarFile(grammar: string): string {
  const packageFile = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  return join(dirname(packageFile), "wasm", `tree-sitter-${grammar}.wasm`);
}
