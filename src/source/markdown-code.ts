/**
 * Where markdown shows code as it is written. Only what is certain counts: a doubt makes it ordinary text, in which
 * more is taken out.
 */

export interface Fence {
  /** Index after the closing line, or the end of the text. */
  readonly end: number;
  /** Whether a line closes it. */
  readonly isClosed: boolean;
  /** First word after the opening mark, lower case. */
  readonly language: string;
  /** The opening mark with the language, as far as that is one. */
  readonly mark: string;
  /** Index after the opening line where it says more, which nobody sees; else 0. */
  readonly info: number;
}

const certainFence = /(`{3,})([^`\n]*)(?:\n|$)|(~{3,})([^\n]*)(?:\n|$)/y;
const possibleFence = /[ \t>*+\-\d.)]*(?:(`{3,})([^`\n]*)(?:\n|$)|(~{3,})([^\n]*)(?:\n|$))/y;

/**
 * The fenced block that begins at the line start `start`. A certain fence stands in the first column, where no list
 * or quote can end it early. `possible`: inside hidden text any fence counts, since taking too much for hidden is
 * the safe side there.
 */
export function readFence(text: string, start: number, sureness: "certain" | "possible"): Fence | undefined {
  const pattern = sureness === "certain" ? certainFence : possibleFence;
  pattern.lastIndex = start;
  const match = pattern.exec(text);
  if (!match) return undefined;
  const mark = match[1] ?? match[3]!;
  const info = (match[2] ?? match[4] ?? "").trim();
  const language = (info.split(/[\s{]/, 1)[0] ?? "").toLowerCase();
  const indent = sureness === "certain" ? " {0,3}" : "[ \\t>]*";
  const named = /^[\w+#.-]{1,30}$/.test(language) ? info.slice(0, language.length) : "";
  const said = info === named ? 0 : pattern.lastIndex;
  const closing = new RegExp(`^${indent}${mark[0]}{${mark.length},}[ \\t]*$`, "gm");
  closing.lastIndex = pattern.lastIndex;
  const close = closing.exec(text);
  return {
    language,
    mark: mark + named,
    info: said,
    isClosed: close !== null,
    end: close ? Math.min(text.length, closing.lastIndex + 1) : text.length,
  };
}

const openingLine = /[ \t>*+\-\d.)]*(?:`{3,}(?=[^`\n]*(?:\n|$))|~{3,})[ \t]*([\w+#.-]{0,30})([^\n]*)/y;

/**
 * Where the words behind the language begin in a line that may open a fenced block anywhere, in a list too: nobody sees
 * them. -1 where there are none.
 */
export function startOfFenceWords(text: string, start: number): number {
  openingLine.lastIndex = start;
  const words = openingLine.exec(text)?.[2] ?? "";
  return words.trim() === "" ? -1 : openingLine.lastIndex - words.length;
}

/** `fence` opens or closes a block of code, `code` stands in one. */
export type LineKind = "prose" | "fence" | "code";

/** What each line of a markdown text is. Backticks that are closed on their line open nothing. */
export function kindsOfLines(lines: readonly string[]): readonly LineKind[] {
  let open: string | undefined;
  return lines.map((line) => {
    const mark = (open === undefined ? opening : closing).exec(line)?.[1];
    if (open === undefined) {
      open = mark;
      return mark === undefined ? "prose" : "fence";
    }
    if (!mark?.startsWith(open)) return "code";
    open = undefined;
    return "fence";
  });
}

const opening = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/;
const closing = /^ {0,3}(`{3,}|~{3,})\s*$/;

/**
 * The end of the code span that opens with the backticks at `start`, within its line; -1 where they are not closed
 * there. A span with a `|` is none: inside a table the cell ends first.
 */
export function endOfCodeSpan(text: string, start: number): number {
  const length = runLength(text, start);
  for (let at = start + length; at < text.length; ) {
    const character = text[at]!;
    if (character === "\n" || character === "|") return -1;
    if (character !== "`") at += 1;
    else {
      const run = runLength(text, at);
      at += run;
      if (run === length) return at;
    }
  }
  return -1;
}

export function runLength(text: string, start: number): number {
  let at = start;
  while (text[at] === text[start]) at += 1;
  return at - start;
}
