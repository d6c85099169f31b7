import { splitLines } from "../source/lines.ts";
import { type ReadSource, type SearchIndex, searchCode } from "./documents.ts";
import type { Mention } from "./mentions.ts";
import type { Resolved } from "./resolve.ts";

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
    const pieces = literals(mention.text);
    const holders = hits.filter((node) => {
      const lines = splitLines(texts.get(node.path) ?? "").slice(node.startLine - 1, node.endLine);
      const source = lines.map((line) => line.text).join("\n");
      return (
        node.kind !== "Module" &&
        (pieces.some((piece) => source.includes(piece)) || says(source, mention.text))
      );
    });
    // A class holds what its methods hold: keep the innermost.
    const inner = holders.filter((node) => !holders.some((other) => other.owner === node.id));
    return inner.map((node) => ({ mention, node, strength: 1 / Math.sqrt(inner.length) }));
  });
}

/** The parts of a message that a template would hold as they stand, longest first. */
function literals(message: string): readonly string[] {
  return message
    .split(/[\d'"`<>()[\]{}:=/\\]+|\s(?=0x)/)
    .flatMap(telling)
    .sort((a, b) => b.length - a.length);
}

/** True where a string of the source, between its quotes and holes, stands in the message. */
function says(source: string, message: string): boolean {
  return source
    .split(/["'`{}\n]|\\[a-z]|%[a-z]|\$(?=[\w{])/)
    .flatMap(telling)
    .some((piece) => message.includes(piece));
}

function telling(piece: string): readonly string[] {
  const text = piece.trim();
  return text.length >= limits.literal && text.includes(" ") ? [text] : [];
}
