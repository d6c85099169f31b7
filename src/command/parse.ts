import { type Verb, verbs } from "./verbs.ts";

export type ParsedCommand =
  /** The comment is not addressed to us. */
  | { readonly kind: "none" }
  /** `request` is everything after the verb, as written: untrusted markdown, possibly empty. */
  | { readonly kind: "command"; readonly verb: Verb; readonly request: string }
  /** Addressed to us with a word that is no verb; `word` is what stood there, cut to 40 characters. */
  | { readonly kind: "unknown"; readonly word: string };

/** The word that a command begins with; a second deployment beside the first has another one. */
export const usualCommand = "coderag";

const none: ParsedCommand = { kind: "none" };
const longestWord = 40;

/**
 * Reads the command of one comment.
 *
 * The first line that is not blank must begin with `/coderag` (or another word that the deployment is addressed by, in
 * lower case) and a space or its end; up to three leading spaces are
 * allowed, more make it indented code. A quote, a code fence or an HTML comment begins with its own mark, so what
 * stands inside one is never a command. Nothing in a comment is configuration: `--x=y` stays part of the request.
 * Linear in the length of `body`; never throws.
 */
export function parseCommand(body: string, addressed: string = usualCommand): ParsedCommand {
  const name = `/${addressed}`;
  const line = firstLine(body);
  if (line === undefined) return none;
  const indent = line.text.length - line.text.trimStart().length;
  if (indent > 3 || line.text.slice(0, indent).includes("\t")) return none;
  const written = line.text.slice(indent);
  if (written.slice(0, name.length).toLowerCase() !== name) return none;
  const rest = written.slice(name.length);
  if (rest !== "" && !/^\s/.test(rest)) return none;

  const [word, tail] = firstWord(rest);
  if (word === "") return { kind: "command", verb: "help", request: clean(tail + line.after) };
  const verb = verbs.find((candidate) => candidate === word.toLowerCase().replace(/[:,.!?]$/, ""));
  if (verb === undefined) return { kind: "unknown", word: [...word].slice(0, longestWord).join("") };
  return { kind: "command", verb, request: clean(tail + line.after) };
}

/** The first line with anything on it, and the text after it (with its line end). */
function firstLine(body: string): { text: string; after: string } | undefined {
  const start = body.search(/\S/);
  if (start < 0) return undefined;
  const before = Math.max(body.lastIndexOf("\n", start), body.lastIndexOf("\r", start));
  const end = body.slice(start).search(/[\r\n]/);
  if (end < 0) return { text: body.slice(before + 1), after: "" };
  return { text: body.slice(before + 1, start + end), after: body.slice(start + end) };
}

function firstWord(text: string): readonly [word: string, tail: string] {
  const start = text.search(/\S/);
  if (start < 0) return ["", ""];
  const length = text.slice(start).search(/\s/);
  return length < 0
    ? [text.slice(start), ""]
    : [text.slice(start, start + length), text.slice(start + length)];
}

/** One line end, no blank lines around: the same request however the browser sent it. */
function clean(request: string): string {
  return request.replace(/\r\n?/g, "\n").trim();
}
