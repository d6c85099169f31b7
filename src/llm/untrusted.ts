/**
 * What a repository, an issue or a tool says is data. It goes to the model between two lines that carry a random
 * word of this run, which no text written before the run can imitate, without characters that no reader sees, and
 * without any model's control tokens.
 */
import { randomBytes } from "node:crypto";
import { stripInvisible } from "../source/invisible.ts";

/** A new boundary; make it once per run, inside a durable step, so that a resumed run keeps its word. */
export function createBoundary(): string {
  return randomBytes(6).toString("hex");
}

/** The text as data. `source` says where it comes from and is made of our own words. */
export function fence(boundary: string, source: string, text: string): string {
  // A line end that no file of ours counts as one would begin a line without a number.
  const lines = stripInvisible(text).text.replace(/\r(?!\n)|[\u2028\u2029]/g, " ");
  const body = neutralise(lines).replaceAll(boundary, "boundary");
  return `<data-${boundary} from="${source}">\n${body}\n</data-${boundary}>`;
}

/** What follows the bracket of a token by which chat templates mark roles, turns and tools. */
const token = String.raw`[|｜][^<>|｜\n]{1,60}[|｜]>|/?(?:(?:start|end)_of_turn|(?:start|end)_header_id|eot_id)>|<\/?SYS>>|/?(?:INST|SYSTEM_PROMPT|AVAILABLE_TOOLS|TOOL_CALLS|TOOL_RESULTS)\]`;
const whole = new RegExp(`([<[])(?=${token})`, "g");
const broken = new RegExp(`([<[])¦(?=${token})`, "g");

/**
 * Breaks control tokens visibly: `<|im_start|>` becomes `<¦|im_start|>`. Unlike the escapes in an issue's text it can
 * be undone, because the model copies lines of source code from what it is shown.
 */
export function neutralise(text: string): string {
  return text.replace(whole, "$1¦");
}

/** Undoes `neutralise`. */
export function restore(text: string): string {
  return text.replace(broken, "$1");
}

/** Cuts a text that is too long for one observation, and says so at the end. */
export function capped(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.lastIndexOf("\n", most);
  const kept = text.slice(0, end > most / 2 ? end : most);
  return `${kept}\n... ${text.length - kept.length} characters left out; ask for a smaller part ...`;
}
