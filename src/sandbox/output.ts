/**
 * What a foreign program printed, made fit to be shown: bounded, and without anything that a terminal, a log
 * of a CI server or a page would take for a command.
 */

import { stripInvisible } from "../source/invisible.ts";

/** Collects output up to a number of bytes: the beginning and, since that is where tests say what failed, the end. */
export interface OutputCollector {
  add(chunk: Buffer): void;
  /** The cleaned text; `truncated` where bytes of the middle were dropped. */
  finish(): { readonly output: string; readonly truncated: boolean };
}

export function collectOutput(limit: number): OutputCollector {
  const headLimit = Math.floor(limit / 4);
  const tailLimit = limit - headLimit;
  const head: Buffer[] = [];
  let headSize = 0;
  let tail: Buffer[] = [];
  let tailSize = 0;
  let dropped = 0;
  const trim = () => {
    const whole = Buffer.concat(tail);
    const kept = whole.subarray(Math.max(0, whole.length - tailLimit));
    dropped += whole.length - kept.length;
    tail = [Buffer.from(kept)]; // a copy, so that the dropped part can be freed
    tailSize = kept.length;
  };
  return {
    add(chunk) {
      const first = chunk.subarray(0, headLimit - headSize);
      const rest = chunk.subarray(first.length);
      // An empty piece would keep its whole chunk in memory.
      if (first.length > 0) head.push(first);
      headSize += first.length;
      tail.push(rest);
      tailSize += rest.length;
      if (tailSize > 2 * tailLimit + 65_536) trim();
    },
    finish() {
      trim();
      const gap = dropped > 0 ? `\n[... ${dropped} bytes left out ...]\n` : "";
      const text = dropped > 0 ? [Buffer.concat(head), ...tail] : [Buffer.concat([...head, ...tail])];
      return { output: cleanOutput(text.map((part) => part.toString()).join(gap)), truncated: dropped > 0 };
    },
  };
}

const escapeSequences =
  /\x1b\[[0-?]*[ -/]*[@-~]|\x9b[0-?]*[ -/]*[@-~]|(?:\x1b[\]PX^_]|[\x90\x98\x9d-\x9f])[^\x07\x1b\x9c]*(?:\x07|\x1b\\|\x9c)?|\x1b[ -/]*[0-~]?/g;
/** `::set-env name=X::` and `##[add-path]`: commands to a CI server, at the start of a line. */
const workflowCommands = /^([ \t]*)(::|##\[)/gm;

/** Takes terminal escapes, control and invisible characters out and breaks commands to a CI server. */
export function cleanOutput(text: string): string {
  const plain = text
    .replace(escapeSequences, "")
    .replace(/\r\n?/g, "\n")
    .replace(/[\u2028\u2029]/g, "");
  return stripInvisible(plain).text.replace(workflowCommands, "$1| $2");
}
