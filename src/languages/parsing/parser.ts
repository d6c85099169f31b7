/**
 * The wrapper of web-tree-sitter. Grammars load on first use; a tree lives only inside of a callback, because trees
 * that are not deleted fill the 2 GB of wasm memory within a few dozen megabytes of source.
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

/** A language with its loaded grammar. */
export interface Grammar {
  readonly language: Language;
  readonly grammar: treeSitter.Language;
}

/** A file was not parsed within its deadline. */
export class ParseDeadlineError extends Error {
  constructor(milliseconds: number) {
    super(`it took longer than ${milliseconds} ms to parse`);
    this.name = "ParseDeadlineError";
  }
}

/** How much will be parsed: only for `much` is optimised code worth compiling, see quick-code.ts. */
export type Use = "little" | "much";

/** Loads the runtime and one grammar (1 to 24 ms each); cached, whatever a later call says of its use. */
export async function loadGrammar(name: string, use: Use = "little"): Promise<Grammar> {
  const language = allLanguages().get(name);
  if (!language) throw new Error(`No language folder is called ${name}.`);
  const { grammar, quickCode } = language;
  const isQuick = quickCode === true || (quickCode !== undefined && use === "little");
  return { language, ...(await loadBareGrammar(grammar, isQuick ? withQuickCode : undefined)) };
}

/** A grammar without a language definition, for what only has to be parsed: `css`. */
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

/** The compiled patterns of the language's query; C and C++ share theirs. */
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
 * A tree as columns, valid until the next one is read, even after the tree is deleted.
 * @param watched Symbols of hidden nodes to record; by default those that the language's patterns need.
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

/** The address of the object in the runtime's memory. */
const addressOf = (one: treeSitter.Tree | treeSitter.Language): number =>
  (one as unknown as readonly [number])[0];

/**
 * Parses `text`, passes the tree to `use` and deletes it.
 * @param earlier The tree of a similar text, edited to match, for incremental parsing.
 * @throws ParseDeadlineError where that exceeds the deadline.
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
  // Called every few microseconds, too often to read a clock each time.
  let called = 0;
  const progressCallback = (): boolean => ++called % 16 === 0 && deadline.isOver();
  const tree = parser.parse(text, earlier ?? null, { progressCallback });
  if (!tree) {
    // Else the next parse would resume this one.
    parser.reset();
    throw new ParseDeadlineError(deadline.milliseconds);
  }
  try {
    return use(tree);
  } finally {
    // The tree of a broken runtime is gone; deleting it would mask the error.
    deleteTree(tree);
  }
}

/** An edit walks the tree, and cannot be interrupted: beyond this, a new parse is faster. */
const maxEdits = 2_000;

/**
 * Passes `use` a copy of a tree, edited to a text with the same lines and line lengths; no tree where the texts
 * differ too much.
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

/** The differing part of each changed line. */
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
 * Whether it is a crash of the runtime, which some texts cause (200,000 open brackets in Java): its memory can no
 * longer be trusted. All loaded state is dropped, and the next `loadGrammar` starts a new runtime.
 */
export function dropBroken(error: unknown): boolean {
  const isBroken =
    isNativeError(error) &&
    (error.name === "RuntimeError" || (error.name === "RangeError" && /call stack/.test(error.message)));
  if (!isBroken) return false;
  // Kept from garbage collection, whose finaliser would run in the broken runtime and end the process.
  kept.push(parser);
  [started, parser] = [undefined, undefined];
  grammars.clear();
  broken++;
  return true;
}

/** The module holds a single runtime, so a new one needs the module imported again, under another name. */
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
  // The runtime extends this object with its memory.
  await runtime.Parser.init(memory);
}

/** The number of dropped runtimes, and their objects, which must not be collected. */
let broken = 0;
const kept: unknown[] = [];
let runtime: typeof treeSitter = treeSitter;
let memory = {} as ParserMemory;
let started: Promise<void> | undefined;
let parser: treeSitter.Parser | undefined;
const grammars = new Map<string, Promise<treeSitter.Language>>();
/** Plain data, valid for any runtime. */
const patterns = new Map<string, CompiledPatterns>();
const tables = new WeakMap<treeSitter.Language, GrammarTables>();

function grammarFile(grammar: string): string {
  const packageFile = createRequire(import.meta.url).resolve("@vscode/tree-sitter-wasm/package.json");
  return join(dirname(packageFile), "wasm", `tree-sitter-${grammar}.wasm`);
}
