import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Paint } from "./graph/answers.ts";
import { printable, style } from "./style.ts";

/** Colours where standard output is a terminal that shows them. */
export const paintOut: Paint = (format, text) => style(process.stdout, format, text);

/**
 * A value as JSON that a terminal shows and does not obey: what JSON leaves as it is beside escape sequences (their
 * one-character forms, marks of direction, characters that nobody sees) is escaped. `indent` 0: on one line.
 */
export const jsonText = (value: unknown, indent = 2): string =>
  JSON.stringify(value, null, indent).replace(/[\x7f-\x9f\p{Cf}\u2028\u2029]/gu, (character) =>
    Array.from({ length: character.length }, (_, at) => escaped(character.charCodeAt(at))).join(""),
  );

const escaped = (unit: number): string => `\\u${unit.toString(16).padStart(4, "0")}`;

/** Characters a line: the terminal's, within reason; 80 in a pipe. */
export const outWidth = (): number => Math.min(Math.max(process.stdout.columns ?? 80, 40), 120);

/** A remark on the work, on standard error: standard output is for the answer. */
export const tell = (line: string): void => void process.stderr.write(`i ${printable(line)}\n`);

/** Writes in pieces, at the reader's pace; a reader that has seen enough (`| head`) is no fault. */
export async function printOut(pieces: Iterable<string>): Promise<void> {
  try {
    await pipeline(Readable.from(gathered(pieces)), process.stdout, { end: false });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EPIPE") throw error;
  }
}

/** Few large writes rather than one a node. */
function* gathered(pieces: Iterable<string>): Generator<string> {
  let chunk: string[] = [];
  let length = 0;
  for (const piece of pieces) {
    chunk.push(piece);
    length += piece.length;
    if (length < 65_536) continue;
    yield chunk.join("");
    chunk = [];
    length = 0;
  }
  if (chunk.length > 0) yield chunk.join("");
}
