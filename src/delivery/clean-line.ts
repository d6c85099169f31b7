import { inlineCode } from "./code.ts";

/** Which addresses may be links; asked with the address as it was written. */
export type LinkRule = (url: string) => boolean;

const linkRemoved = "(link removed)";

/**
 * What text between code spans is cut into. Every repetition is bounded or begins with a character of its own, so the
 * time is linear in the line. Order matters: the first alternative that fits is taken. ASCII letters alone make a
 * word, because GitHub finds an address also right behind a digit or another script's letter.
 */
const token = new RegExp(
  [
    String.raw`(?<escape>\\[\\*_{}[\]<>~|!$])`,
    String.raw`(?<link>\[[^[\]\\]{1,300}\]\(https:[^\s()<>]{1,2000}\))`,
    String.raw`(?<url>https:\/\/[^\s<>]*(?<![.,;:!?)'"\]*_~|\\${"`"}]))`,
    String.raw`(?<email>[A-Za-z0-9]{1,64}(?:[._+-][A-Za-z0-9]{1,64}){0,4}@[A-Za-z0-9][A-Za-z0-9-]{0,62}(?:\.[A-Za-z0-9][A-Za-z0-9-]{0,62}){1,4}(?<!-)(?![\w@/-]|\.\w))`,
    String.raw`(?<acting>[\w.-]{1,100}\/[\w.-]{1,100}(?:#\d+|@[0-9a-f]{7,40}\b)[\w/.-]*(?<![/.-])|@[A-Za-z0-9](?:[\w@/.-]*[\w@])?|(?:#|(?<![A-Za-z0-9])GH-)\d+(?:[\w/.-]*\w)?|(?<![\w/.)-])\/[A-Za-z](?:[\w/.-]*\w)?)`,
    String.raw`(?<dunder>(?-i:(?<!\w)__[a-z][a-z0-9_]{0,60}__(?!\w)))`,
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
    const pieces = part.code === undefined ? cleanText(part, allowed) : [{ text: part.code, code: true }];
    for (const { text, code } of pieces) {
      if (text === "") continue;
      // Two code spans that touch would become one run of back-ticks.
      out += code && afterCode ? ` ${text}` : text;
      afterCode = code;
    }
  }
  return out;
}

/** An inline link, or an address that GitHub would make one; any scheme, because only allowed addresses stay. */
const linkOrUrl =
  /\[([^[\]\\]{1,300})\]\(([^\s()<>]{1,2000})\)|(?:[a-z][a-z0-9+.-]{0,30})?:\/\/[^\s<>]*|www\.[^\s<>]*/gi;
/** Punctuation that ends a sentence rather than an address, and what is escaped. */
const trailing = /(?<![.,;:!?)'"\]*_~|\\`])[.,;:!?)'"\]*_~|\\`]+$/;

interface Piece {
  readonly text: string;
  readonly code: boolean;
}

/** `behind`: the back-tick that follows, where one does: an address in front of it reads on into the code. */
interface TextPart {
  readonly text: string;
  readonly code: undefined;
  readonly behind: "`" | "";
}

/**
 * Cuts a line at its code spans as CommonMark does (section 6.1): a run of back-ticks is closed by the next run of
 * the same length, and within a span a backslash is a backslash. Runs without a partner are part of the text.
 */
function* codeAndText(line: string): Generator<TextPart | { readonly code: string }> {
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
    yield { text: line.slice(from, at), code: undefined, behind: "`" };
    yield { code: line.slice(at, close + length) };
    from = close + length;
    at = from;
  }
  yield { text: line.slice(from), code: undefined, behind: "" };
}

/** Behind an address that is read as one and no further. */
const ending = /[.,;:!?)*]{0,20}(?:\s|$)/y;

/** Cleans text that holds no code span. Links go first, so that what stood next to one is judged as it will stand. */
function* cleanText({ text: written, behind }: TextPart, allowed: LinkRule): Generator<Piece> {
  // A backslash that nobody needs would hide `\@name` or `https:/\/` from us, but not from GitHub.
  const plain = written.replace(/\\([!-/:-@[-`{-~])/g, (pair, mark: string) =>
    "\\`*_{}[]<>~|!$".includes(mark) ? pair : mark,
  );
  const linked = withoutLinks(plain + behind, allowed);
  const text = linked.slice(0, linked.length - behind.length);
  for (let at = 0; at < text.length; ) {
    // The position is ours and not the expression's, which is shared.
    token.lastIndex = at;
    const match = token.exec(text);
    if (!match) return;
    const found = match.groups!;
    // Taking the link out of a link's words makes a link of what stood around it: that one was never asked about.
    const made =
      found["link"] !== undefined && !permitted(found["link"].replace(/^.*\]\(|\)$/g, ""), allowed);
    const all = made ? "[" : match[0];
    at += all.length;
    if (made) {
      yield { text: "\\[", code: false };
      continue;
    }
    ending.lastIndex = at;
    const isLink = found["url"] !== undefined && permitted(all, allowed) && ending.test(linked);
    // `__init__` in a sentence is a name of Python, and would lose its lines to bold type.
    if (found["dunder"] !== undefined) yield { text: inlineCode(all), code: true };
    else if (found["acting"] !== undefined || (found["url"] !== undefined && !isLink))
      yield { text: inlineCode(all), code: true };
    else if (found["tildes"] !== undefined) yield { text: "\\~".repeat(all.length), code: false };
    else if (found["other"] === undefined) yield { text: all, code: false };
    else if (all === "\\" && text[at] === "`") {
      at += 1;
      yield { text: "\\`", code: false };
    } else if (all === "!" && text[at] === "[") yield { text: "\\!", code: false };
    else yield { text: marks[all] ?? all, code: false };
  }
}

/**
 * Text in which every link that is left is a permitted one, and every address is that or is plain.
 * @param before the character that the text will stand behind, none at the beginning of a line
 */
function withoutLinks(text: string, allowed: LinkRule, before = ""): string {
  return text.replace(linkOrUrl, (all: string, label: string | undefined, target: string, at: number) => {
    if (label !== undefined) {
      const kept = permitted(target, allowed) && cleanLine(label, () => false) === label;
      if (kept) return all;
      const words = withoutLinks(label, () => false, text.charAt(at - 1) || before);
      const shown =
        text[at - 1] !== "!" && isPlain(target) && /^$|[\s.,;:!?)]/.test(text.charAt(at + all.length));
      return shown ? `${words} (${target})` : `${words} ${linkRemoved}`;
    }
    const end = all.replace(trailing, "");
    const rest = all.slice(end.length);
    // An address that leans on other text may be read as a longer one: it stays only where it stands free.
    const free = /^$|[\s(*]/.test(text.charAt(at - 1) || before) && /^[.,;:!?)*]*$/.test(rest);
    const ends = /^$|\s/.test(text.charAt(at + all.length));
    return (free && ends && (permitted(end, allowed) || isPlain(end)) ? end : linkRemoved) + rest;
  });
}

/** An address that may be shown, as code, because it carries nothing: no query, fragment, user or odd character. */
function isPlain(url: string): boolean {
  return /^https:\/\/[\w.-]{1,200}(?::\d{1,5})?(?:\/[\w\-.~/]{0,300})?$/.test(url) && URL.canParse(url);
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
