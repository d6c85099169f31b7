import { createRequire } from "node:module";
import { countParts, type RankOf, readTokenRanks } from "./token-ranks.ts";

interface Encoding {
  readonly rankOf: RankOf;
  /** Where the encoding cuts a text: no token reaches over a cut. */
  readonly cuts: RegExp;
}

/** Longer unbroken runs are counted in pieces: the tokenizer's time grows with the square of a run (100,000 equal characters: 6 s). */
const longestRun = 128;
const longRuns = new RegExp(`\\S{${longestRun},}|\\s{${longestRun},}`, "g");

/** Pieces of which the count is remembered; about 10 MB. */
const mostPieces = 100_000;
/** Tokens of the pieces between the cuts: names and words come again, and counting one anew takes four times as long. */
const pieces = new Map<string, number>();

let encoding: Encoding | undefined;

/**
 * Tokens of a text in OpenAI's o200k encoding. For other vendors' models it is an estimate (within about a third).
 * The first call loads the table, so it is loaded when needed and not on import.
 */
export function countTokens(text: string): number {
  encoding ??= load();
  // Most texts that are counted are single lines, and looking for a run in them costs a third of counting.
  if (text.length < longestRun) return count(encoding, text);
  let tokens = 0;
  let counted = 0;
  for (const run of text.matchAll(longRuns)) {
    tokens += count(encoding, text.slice(counted, run.index));
    for (let at = 0; at < run[0].length; at += longestRun)
      tokens += count(encoding, run[0].slice(at, at + longestRun));
    counted = run.index + run[0].length;
  }
  return tokens + count(encoding, text.slice(counted));
}

function load(): Encoding {
  const require = createRequire(import.meta.url);
  const { O200K_TOKEN_SPLIT_REGEX: cuts } = require("gpt-tokenizer/cjs/encodingParams/constants") as {
    O200K_TOKEN_SPLIT_REGEX: RegExp;
  };
  return { rankOf: readTokenRanks(require.resolve("gpt-tokenizer/data/o200k_base.tiktoken")), cuts };
}

function count({ rankOf, cuts }: Encoding, text: string): number {
  let tokens = 0;
  for (const piece of text.match(cuts) ?? []) tokens += pieces.get(piece) ?? ofPiece(rankOf, piece);
  return tokens;
}

/** Special tokens such as `<|endoftext|>` are ordinary text here: what we count is somebody's source code. */
function ofPiece(rankOf: RankOf, piece: string): number {
  const bytes = Buffer.from(piece);
  const tokens = countParts(rankOf, bytes);
  if (pieces.size >= mostPieces) pieces.clear();
  // A copy: a piece is a view into its text, which it would keep alive.
  pieces.set(bytes.toString(), tokens);
  return tokens;
}
