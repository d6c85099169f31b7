import { setImmediate as aTurn } from "node:timers/promises";
import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { textNumber } from "../graph/memory/fact-numbers.ts";
import { lineTexts } from "../source/lines.ts";
import { baseName } from "../source/paths.ts";
import { type Bm25, countDocuments, joinBm25, type TermField, type Vocabulary } from "./bm25.ts";
import { type FileWords, type Lexicon, sharedLexicon } from "./lexicon.ts";
import { queryWords, wordTerms } from "./words.ts";

/** Reads many tracked files at once; a path that cannot be read is absent (`Workspace.readMany`). */
export type ReadSource = (paths: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** Definitions of a code graph, searchable by words. */
export interface SearchIndex {
  /** Document i of `bm25` is definition i here. */
  readonly nodes: readonly CodeNode[];
  /** Over everything. */
  readonly bm25: Bm25;
  /** Over names alone. */
  readonly names: Bm25;
  /** Over what a definition is for: name, signature, description. These are the requirement graph's nodes. */
  readonly purposes: Bm25;
  /** Paths of all files; document i of `files` is path i here. */
  readonly paths: readonly string[];
  /** Over whole files. */
  readonly files: Bm25;
}

export interface SearchHit {
  readonly node: CodeNode;
  readonly score: number;
  /** The query's words that matched, heaviest first. */
  readonly terms: readonly string[];
}

/** The words of one definition, by where they stand, as numbers of the vocabulary. */
interface FieldWords {
  readonly name: readonly number[];
  readonly owner: readonly number[];
  readonly path: readonly number[];
  readonly signature: readonly number[];
  readonly doc: readonly number[];
  readonly body: readonly number[];
}

/**
 * What of a definition each index holds, and how much a word there weighs. The name says most; of the path, which many
 * definitions share, a word counts half. The ranking hardly depends on it: see `docs/decisions/0006-retrieval.md`.
 */
const weights = {
  bm25: { name: 3, owner: 1, path: 0.5, signature: 1, doc: 1, body: 1 },
  names: { name: 1, owner: 0.3 },
  purposes: { name: 2, signature: 1, doc: 1 },
  files: { name: 2, body: 1 },
} as const satisfies Record<string, Partial<Record<keyof FieldWords, number>>>;

/** Files read at once while indexing, so that a large repository's text is never in memory as a whole. */
const batch = 512;

/** So many are cut into words before others have their turn: a server answers its callers meanwhile. */
const filesATurn = 32;

/** Gives the hash of a file's content (`TreeEntry.hash`); undefined where it is not known. */
export type HashOf = (path: string) => string | undefined;

/**
 * Indexes every file of the graph. With `hashOf` only files are read whose content was not indexed before in this
 * process.
 */
export async function createSearchIndex(
  graph: CodeGraph,
  readSource: ReadSource,
  hashOf: HashOf = () => undefined,
  lexicon: Lexicon = sharedLexicon(),
): Promise<SearchIndex> {
  const paths = [...new Set(graph.nodes.map((node) => node.path))];
  const counted: FileWords[] = [];
  const wanted: { readonly at: number; readonly path: string; readonly key: string | undefined }[] = [];
  for (const [at, path] of paths.entries()) {
    const hash = hashOf(path);
    const key = hash === undefined ? undefined : `${hash} ${path} ${shapeOf(graph.inFile(path))}`;
    const known = key === undefined ? undefined : lexicon.get(key);
    if (known) counted[at] = known;
    else wanted.push({ at, path, key });
  }
  for (let start = 0; start < wanted.length; start += batch) {
    const part = wanted.slice(start, start + batch);
    const texts = await readSource(part.map(({ path }) => path));
    for (const [number, { at, path, key }] of part.entries()) {
      if (number % filesATurn === 0) await aTurn();
      const documents = fileWords(graph.inFile(path), texts.get(path) ?? "", lexicon.vocabulary);
      counted[at] = countWords(documents);
      if (key !== undefined) lexicon.set(key, counted[at]!);
    }
  }
  const join = async (kind: keyof FileWords): Promise<Bm25> => {
    await aTurn();
    const parts = counted.map((one) => one[kind]);
    return joinBm25(parts, lexicon.vocabulary);
  };
  return {
    ...{ nodes: paths.flatMap((path) => graph.inFile(path)), paths, files: await join("files") },
    ...{ bm25: await join("bm25"), names: await join("names"), purposes: await join("purposes") },
  };
}

/** Which definitions stand where: other files can change that, for example where a class is written in several. */
function shapeOf(nodes: readonly CodeNode[]): number {
  return nodes.reduce(
    (hash, node) => Math.imul(hash ^ textNumber(node.qualifiedName), 31) + node.startLine * 7 + node.endLine,
    nodes.length,
  );
}

function countWords(documents: readonly FieldWords[]): FileWords {
  const of = (kind: "bm25" | "names" | "purposes") =>
    countDocuments(documents.map((words) => fieldsOf(words, weights[kind])));
  const whole = documents.flatMap((words) => fieldsOf(words, weights.files));
  return {
    ...{ bm25: of("bm25"), names: of("names"), purposes: of("purposes") },
    files: countDocuments([whole]),
  };
}

/** Definitions that answer a free-text query, best first. What the agent's search tool shows. */
export function searchCode(index: SearchIndex, query: string, limit: number): readonly SearchHit[] {
  return searchWords(index, queryWords(query), limit);
}

/** As `searchCode`, for words that were counted already. */
export function searchWords(
  index: SearchIndex,
  query: ReadonlyMap<string, number>,
  limit: number,
): readonly SearchHit[] {
  return index.bm25
    .search(query, limit)
    .map(({ document, score, terms }) => ({ node: index.nodes[document]!, score, terms }));
}

/** One document a definition. A line belongs to the innermost definition alone: a class is not all its methods again. */
function fileWords(nodes: readonly CodeNode[], text: string, vocabulary: Vocabulary): FieldWords[] {
  const lines = lineTexts(text);
  const owner = new Array<CodeNode | undefined>(lines.length).fill(undefined);
  const outerFirst = [...nodes].sort((a, b) => span(b) - span(a));
  for (const node of outerFirst) owner.fill(node, Math.max(0, node.startLine - 1), node.endLine);
  const own = new Map<CodeNode, string[]>(nodes.map((node) => [node, []]));
  for (const [at, line] of lines.entries()) {
    const node = owner[at];
    if (node) own.get(node)!.push(line);
  }
  return nodes.map((node) => wordsOf(node, own.get(node)!.join("\n"), vocabulary));
}

/** Lines that a definition spans; a module spans its whole file whatever its numbers say. */
function span(node: CodeNode): number {
  return node.kind === "Module" ? Number.POSITIVE_INFINITY : node.endLine - node.startLine;
}

function wordsOf(node: CodeNode, body: string, vocabulary: Vocabulary): FieldWords {
  const words = (of: string): number[] => wordTerms(of, vocabulary);
  return {
    name: words(node.kind === "Module" ? lastPart(node.path) : node.name),
    owner: words(node.qualifiedName.split(".").slice(0, -1).join(" ")),
    path: words(node.path),
    signature: words(node.signature),
    doc: words(node.doc ?? ""),
    body: words(body),
  };
}

function fieldsOf(of: FieldWords, weigh: Partial<Record<keyof FieldWords, number>>): readonly TermField[] {
  return Object.entries(weigh).map(([field, weight]) => ({ terms: of[field as keyof FieldWords], weight }));
}

function lastPart(path: string): string {
  return baseName(path).replace(/\.[^.]*$/, "");
}
