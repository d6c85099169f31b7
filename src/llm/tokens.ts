import { createRequire } from "node:module";

type Encoding = Pick<typeof import("gpt-tokenizer/encoding/o200k_base"), "countTokens">;

/** Longer unbroken runs are counted in pieces: the tokenizer's time grows with the square of a run (100,000 equal characters: 6 s). */
const longestRun = 128;
const longRuns = new RegExp(`\\S{${longestRun},}|\\s{${longestRun},}`, "g");

let encoding: Encoding | undefined;

/**
 * Tokens of a text in OpenAI's o200k encoding. For other vendors' models it is an estimate (within about a third).
 * The first call loads the table (half a second and 60 MB), so it is loaded when needed and not on import.
 */
export function countTokens(text: string): number {
  encoding ??= createRequire(import.meta.url)("gpt-tokenizer/cjs/encoding/o200k_base") as Encoding;
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

/** Special tokens such as `<|endoftext|>` are ordinary text here: what we count is somebody's source code. */
function count(table: Encoding, text: string): number {
  return text === "" ? 0 : table.countTokens(text, { disallowedSpecial: new Set() });
}
