import type { CodeGraph, CodeNode } from "../graph/graph.ts";
import { lineTexts, splitLines } from "../source/lines.ts";
import { type ReadSource, type SearchIndex, searchCode } from "./documents.ts";
import type { Mention } from "./mentions.ts";
import { prose } from "./paragraphs.ts";
import type { Resolved } from "./resolve.ts";
import { queryWords } from "./words.ts";

/** Messages looked up, definitions that may hold one, and the shortest literal that proves it, in characters. */
const limits = { messages: 12, candidates: 24, literal: 12 };

/**
 * Finds the definitions that hold the text of a quoted message. A message is a template with its holes filled, so its
 * pieces between numbers, quotes and punctuation are looked for, word for word, where a search for its words leads;
 * and the other way round: what stands between the quotes and the holes of the source is looked for in the message.
 */
export async function resolveMessages(
  mentions: readonly Mention[],
  index: SearchIndex,
  readSource: ReadSource,
): Promise<readonly Resolved[]> {
  const messages = mentions.filter((mention) => mention.kind === "message").slice(0, limits.messages);
  const searched = messages.map((mention) => ({
    mention,
    hits: searchCode(index, mention.text, limits.candidates).map((hit) => hit.node),
  }));
  const texts = await readSource([...new Set(searched.flatMap(({ hits }) => hits.map((node) => node.path)))]);
  return searched.flatMap(({ mention, hits }) => {
    const holders = hits.filter((node) => {
      const lines = splitLines(texts.get(node.path) ?? "").slice(node.startLine - 1, node.endLine);
      const source = lines.map((line) => line.text).join("\n");
      return node.kind !== "Module" && sharedPieces(source, mention.text).length > 0;
    });
    // A class holds what its methods hold: keep the innermost.
    const inner = holders.filter((node) => !holders.some((other) => other.owner === node.id));
    return inner.map((node) => ({ mention, node, strength: 1 / Math.sqrt(inner.length) }));
  });
}

/** A line of a test or a document that repeats the message that code says. */
export interface Repeat {
  /** The message, and the code that says it. */
  readonly resolved: Resolved;
  readonly module: CodeNode;
  /** 1-based. */
  readonly line: number;
}

/** Messages looked up, files that may repeat one, files that do where it is still telling, and lines of one file. */
const repeated = { messages: 4, candidates: 60, files: 8, lines: 2 };

/**
 * Where tests and documentation repeat a message whose code was found: they change with it. What many of them hold is
 * no message, but a word of the house, and leads to none.
 */
export async function findRepeats(
  named: readonly Resolved[],
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
): Promise<readonly Repeat[]> {
  const said = named.filter(({ mention, node }) => mention.kind === "message" && !node.test);
  const byMessage = [...new Map(said.map((one) => [one.mention, one])).values()].slice(0, repeated.messages);
  const sources = await readSource([...new Set(byMessage.map(({ node }) => node.path))]);
  const found: Repeat[] = [];
  for (const resolved of byMessage) {
    const { node, mention } = resolved;
    const lines = lineTexts(sources.get(node.path) ?? "").slice(node.startLine - 1, node.endLine);
    const [piece] = sharedPieces(lines.join("\n"), mention.text);
    if (piece === undefined) continue;
    const paths = index.files
      .search(queryWords(mention.text), repeated.candidates)
      .map(({ document }) => index.paths[document]!)
      .filter((path) => path !== node.path && repeats(path, graph));
    const texts = await readSource(paths);
    const files = paths.filter((path) => texts.get(path)?.includes(piece));
    if (files.length > repeated.files) continue;
    for (const path of files) found.push(...linesOf(piece, texts.get(path)!, graph.node(path), resolved));
  }
  return found;
}

const repeats = (path: string, graph: CodeGraph): boolean =>
  prose.test(path) || graph.node(path)?.test === true;

function linesOf(
  piece: string,
  text: string,
  module: CodeNode | undefined,
  resolved: Resolved,
): readonly Repeat[] {
  if (!module) return [];
  const held = lineTexts(text).flatMap((line, at) => (line.includes(piece) ? [at + 1] : []));
  return held.slice(0, repeated.lines).map((line) => ({ resolved, module, line }));
}

/** The parts of a message that a template would hold as they stand. */
function literals(message: string): readonly string[] {
  return message.split(/[\d'"`<>()[\]{}:=/\\]+|\s(?=0x)/).flatMap(telling);
}

/** What a source and a message have in common that says something, longest first. */
function sharedPieces(source: string, message: string): readonly string[] {
  return [
    ...literals(message).filter((piece) => source.includes(piece)),
    ...strings(source).filter((piece) => message.includes(piece)),
  ].sort((a, b) => b.length - a.length);
}

/** What stands in a source between its quotes and holes. */
const strings = (source: string): readonly string[] =>
  source.split(/["'`{}\n]|\\[a-z]|%[a-z]|\$(?=[\w{])/).flatMap(telling);

function telling(piece: string): readonly string[] {
  const text = piece.trim();
  return text.length >= limits.literal && text.includes(" ") ? [text] : [];
}
