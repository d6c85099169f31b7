import { kindsOfLines } from "../../source/markdown-code.ts";

/** Characters of a line of code that ends a sentence. */
const mostCode = 160;

/** A text that ends before its sentence does. */
const unended =
  /(?::|\b(?:as|like|of|to|with|be|is|are|from|for|by|than|prints?|returns?|says?|shows?|gives?|runs?|calls?))$/i;

/** A statement of a program that nobody fenced: `var yaml = serializer.Serialize(all); // fails`. */
export const statement =
  /^\s*(?:[\w$<>[\].,?*&:]{1,80}\s+){0,4}[\w$<>[\].:]{1,80}\s*(?:=(?!=)|\().*;\s*(?:\/\/.*)?$/;

/** A paragraph, or a list item, of a markdown text. */
export interface Block {
  readonly heading: string;
  readonly text: string;
  readonly item: boolean;
  /** True where code stands below it. */
  readonly hasCode?: boolean;
}

/**
 * Paragraphs and list items with the heading above them; quotes, tables and comments are left out, and so is code,
 * but one line of code that ends an open sentence: `it should behave like` and the command below. A sentence that goes
 * on below code is one.
 */
export function blocks(markdown: string): Block[] {
  const found: Block[] = [];
  let heading = "";
  let code: string[] | undefined;
  let paragraph: { text: string; item: boolean } | undefined;
  const close = (): void => {
    if (paragraph) found.push({ heading, ...paragraph });
    paragraph = undefined;
  };
  const lines = markdown.replace(/<!--[\s\S]*?(?:-->|$)/g, "").split(/\r\n|\r|\n/);
  const kinds = kindsOfLines(lines);
  for (const [at, line] of lines.entries()) {
    if (kinds[at] === "code") {
      code?.push(line);
      continue;
    }
    if (kinds[at] === "fence") {
      close();
      const before = found.at(-1);
      if (code && before?.heading === heading)
        found.splice(-1, 1, { ...before, text: ended(before.text, code), hasCode: true });
      code = code ? undefined : [];
      continue;
    }
    if (statement.test(line)) {
      close();
      continue;
    }
    if (/^ {0,3}(?:(?:-\s*){3,}|(?:\*\s*){3,}|(?:_\s*){3,}|=+\s*)$/.test(line)) {
      // Below a paragraph it makes this a heading, else it is a rule.
      if (paragraph && !paragraph.item && /^ *[-=]/.test(line))
        [heading, paragraph] = [paragraph.text, undefined];
      close();
      continue;
    }
    const title = /^ {0,3}#{1,6}\s+(.*)|^\*\*([^*]+)\*\*:?\s*$/.exec(line);
    const item = /^\s*(?:[-*+]|\d+[.)])\s+(?:\[[ xX]\]\s+)?(.*)/.exec(line);
    if (title || item || /^\s*$|^\s*[>|]|^ {4,}\S|^\s*<\/?\w+/.test(line)) close();
    if (title) heading = (title[1] ?? title[2])!;
    else if (item) paragraph = { text: item[1]!, item: true };
    else if (paragraph) paragraph.text += ` ${line.trim()}`;
    else if (goesOn(found.at(-1), heading, line)) {
      const { text, item } = found.pop()!;
      paragraph = { text: `${text} … ${line.trim()}`, item };
    } else if (/^ {0,3}[^\s>|<]/.test(line)) paragraph = { text: line.trim(), item: false };
  }
  close();
  return found;
}

/** Whether a line below code ends the sentence above it: `I would like to write`, code, `and get the same error`. */
const goesOn = (before: Block | undefined, heading: string, line: string): boolean =>
  before?.hasCode === true &&
  before.heading === heading &&
  !/[.!?]["'`)*_]*$/.test(before.text) &&
  /^ {0,3}\p{Ll}/u.test(line);

/** A text whose last sentence is still open, with the one line of code that stands below it. */
function ended(text: string, code: readonly string[]): string {
  const [line = "", ...more] = code.map((one) => one.trim()).filter((one) => one !== "");
  const fits = more.length === 0 && line !== "" && !line.includes("`") && line.length <= mostCode;
  return fits && unended.test(text) ? `${text} \`${line}\`` : text;
}

/** Cuts at the end of sentences, not inside inline code, versions or abbreviations, nor where dots stand for more: `".a" ... ".b"`. */
export function sentences(text: string): string[] {
  const found: string[] = [];
  let from = 0;
  for (const match of text.matchAll(
    /`[^`]*`|(?<![.!?]|\b(?:e\.g|i\.e|etc|vs|cf))(?:\.{2,}(?=\s+[\p{Lu}\p{Lo}])|(?!\.\.)[.!?]+\)?(?=\s+["'`(\p{Lu}\p{Lo}]))|\n+|;\s/gu,
  )) {
    if (match[0].startsWith("`")) continue;
    const end = match.index + match[0].length;
    found.push(text.slice(from, match[0].endsWith(")") ? end : match.index));
    from = end;
  }
  found.push(text.slice(from));
  return found.map((part) => part.trim()).filter((part) => part !== "");
}
