import type { Reader } from "../settings.ts";
import { usualCommand } from "./parse.ts";

/** The word that commands begin with in this deployment. */
export function readCommandWord(read: Reader): string {
  const word = read.text("CODERAG_COMMAND") ?? usualCommand;
  if (/^[a-z][a-z0-9-]{1,38}$/.test(word)) return word;
  read.problem("CODERAG_COMMAND must be a word of lower-case letters, digits and dashes, without the slash.");
  return usualCommand;
}
