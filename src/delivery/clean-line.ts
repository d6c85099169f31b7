import { inlineCode } from "./code.ts";

/** Which addresses may be links; asked with the address as it was written. */
export type LinkRule = (url: string) => boolean;

export const linkRemoved = "(link removed)";

/**
 * What text between code spans is cut into. Every repetition is bounded or begins with a character of its own, so the
 * time is linear in the line. Order matters: the first alternative that fits is taken. ASCII letters alone make a
 * word, because GitHub finds an address also right behind a digit or another script's letter.
 */
const token = new RegExp(
  [
    String.raw`(?<escape>\\[\\*_{}[\]<>~|!$])`,
    String.raw`\[(?<label>[^[\]\\]{1,300})\]\((?<target>[^\s()<>]{1,2000})\)`,
    String.raw`(?<url>(?:[a-z][a-z0-9+.-]{0,30})?:\/\/[^\s<>]*|www\.[^\s<>]*)`,
    String.raw`(?<email>[A-Za-z0-9]{1,64}(?:[._+-][A-Za-z0-9]{1,64}){0,4}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,4}(?![\w@/]))`,
    String.raw`(?<acting>[\w.-]{1,100}\/[\w.-]{1,100}(?:#\d+|@[0-9a-f]{7,40}\b)[\w/.-]*|@[A-Za-z0-9][\w@/.-]*|(?:#|GH-)\d+[\w/.-]*|(?<![\w/.)])\/[A-Za-z][\w-]*(?![\w/.-]))`,
    "(?<tildes>~{3,})",
    "(?<entity>&(?:lt|gt|amp|quot);)",
    "(?<word>[A-Za-z]+)",
    String.raw`(?<other>[\s\S])`,
  ].join("|"),
  "iuy",
);

/**
 * One line of untrusted text as markdown that is safe to post: no HTML, image, mention, issue reference, bot command
 * or table survives, and a link only where the rule allows it. Cleaning a cleaned line changes nothing.
 */
export function cleanLine(line: string, allowed: LinkRule): string {
  let out = "";
  let afterCode = false;
  for (const part of codeAndText(line)) {
    const pieces =
      part.code === undefined ? cleanText(part.text, allowed) : [{ text: part.code, code: true }];
    for (const { text, code } of pieces) {
      if (text === "") continue;
      // Two code spans that touch would become one run of back-ticks.
      out += code && afterCode ? ` ${text}` : text;
      afterCode = code;
    }
  }
  return out;
}

interface Piece {
  readonly text: string;
  readonly code: boolean;
}

/**
 * Cuts a line at its code spans as CommonMark does (section 6.1): a run of back-ticks is closed by the next run of
 * the same length, and within a span a backslash is a backslash. Runs without a partner are part of the text.
 */
function* codeAndText(
  line: string,
): Generator<{ readonly text: string; readonly code: undefined } | { readonly code: string }> {
  const runs = new Map<number, { readonly at: number[]; next: number }>();
  for (const { 0: run, index } of line.matchAll(/`+/g)) {
    const same = runs.get(run.length);
    if (same) same.at.push(index);
    else runs.set(run.length, { at: [index], next: 0 });
  }
  let from = 0;
  for (let at = 0; at < line.length; ) {
    if (line[at] === "\\") {
      at += 2;
      continue;
    }
    if (line[at] !== "`") {
      at += 1;
      continue;
    }
    let length = 1;
    while (line[at + length] === "`") length += 1;
    const same = runs.get(length);
    while (same && same.next < same.at.length && same.at[same.next]! <= at) same.next += 1;
    const close = same?.at[same.next];
    if (close === undefined) {
      at += length;
      continue;
    }
    yield { text: line.slice(from, at), code: undefined };
    yield { code: line.slice(at, close + length) };
    from = close + length;
    at = from;
  }
  yield { text: line.slice(from), code: undefined };
}

/** Cleans text that holds no code span. */
function* cleanText(written: string, allowed: LinkRule): Generator<Piece> {
  // A backslash that nobody needs would hide `\@name` or `https:/\/` from us, but not from GitHub.
  const text = written.replace(/\\([!-/:-@[-`{-~])/g, (pair, mark: string) =>
    "\\`*_{}[]<>~|!$".includes(mark) ? pair : mark,
  );
  for (let at = 0; at < text.length; ) {
    // The position is ours and not the expression's: a link's label is cleaned in the middle of this loop.
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return;
    const [all] = match;
    at = match.index + all.length;
    const found = match.groups!;
    if (found["acting"] !== undefined) yield { text: inlineCode(all), code: true };
    else if (found["url"] !== undefined) {
      const url = all.replace(/[.,;:!?)'"\]*_~|\\`]+$/, "");
      at = match.index + url.length;
      const gap = text[at] === "<" ? " " : "";
      yield { text: permitted(url, allowed) ? url + gap : linkRemoved, code: false };
    } else if (found["label"] !== undefined) yield link(found["label"], found["target"]!, allowed);
    else if (found["tildes"] !== undefined) yield { text: "\\~".repeat(all.length), code: false };
    else if (found["other"] === undefined) yield { text: all, code: false };
    else if (all === "\\" && text[at] === "`") {
      at += 1;
      yield { text: "\\`", code: false };
    } else if (all === "!" && text[at] === "[") yield { text: "\\!", code: false };
    else yield { text: marks[all] ?? all, code: false };
  }
}

function link(label: string, target: string, allowed: LinkRule): Piece {
  const text = cleanLine(label, () => false);
  const kept = permitted(target, allowed) && text === label;
  return { text: kept ? `[${text}](${target})` : `${text} ${linkRemoved}`, code: false };
}

/** Only plain https addresses; none of an issue, pull request or commit, which GitHub would link back to (or close). */
function permitted(url: string, allowed: LinkRule): boolean {
  if (!/^https:\/\/[\w.-]+(?::\d+)?(?:[/?#][\w\-.~:/?#@!$&'*+,;=%]*)?$/.test(url)) return false;
  if (!URL.canParse(url) || !allowed(url)) return false;
  return !/\/(?:issues|pull|pulls|commit|commits|discussions|compare)(?:\/|$)/i.test(new URL(url).pathname);
}

const marks: Readonly<Record<string, string>> = {
  "<": "&lt;",
  "&": "&amp;",
  "[": "\\[",
  "]": "\\]",
  "|": "\\|",
  $: "\\$",
  "`": "\\`",
  "\\": "\\\\",
};
