import { compareVersions } from "../dependencies/versions.ts";
import { indentOf } from "../source/lines.ts";

/** One entry of a project's own list of changes. Its text is a stranger's. */
export interface ChangeEntry {
  readonly version: string;
  /** 1-based, in the file. */
  readonly line: number;
  readonly text: string;
  /** It says itself that it breaks something, or stands below a heading that does. */
  readonly breaking: boolean;
  /** The names of the API, out of those asked about, that it speaks of. */
  readonly apis: readonly string[];
}

/** `## [2.0.0] - 2026-01-01`, `# v2`, `Version 2.0.0`, `2.0.0 (2026-01-01)`, also underlined or in bold. */
const heading =
  /^(?:#{1,4}\s+|\*\*|<h[1-4]>)?\s*(?:\[|\(|`|<a[^>]*>)?(?:(?:version|release|changes? in|what's new in)\s+)?(?:[A-Za-z@][\w./@-]{0,60}?[\s@-])?v?(\d+(?:\.\w+){1,3}(?:[-.+]?(?:rc|alpha|beta|pre|dev|b|a)[\w.]*)?)(?=$|[\s\]():,*<-])/i;
const breakingWords =
  /\b(?:break(?:s|ing)?|backwards?[- ]incompatible|remov(?:e|es|ed|al)|renam(?:e|ed)|no longer|drop(?:s|ped)?|must now|now requires?|incompatib\w+|migrat(?:e|ion))\b|\u{1F4A5}|\u26A0/iu;
const breakingHeading =
  /\b(?:breaking|breaks|removes?|incompatib\w+|remov(?:ed|als?)|backwards?|migrat\w+|upgrad\w+)\b/i;

/** Characters that are shown and that are read of an entry, of a line, and of all. */
const most = { text: 600, entry: 10_000, line: 1_000, characters: 2_000_000 };

/**
 * What changed after `before` up to `now` (undefined: the newest), read from a change log in Markdown or reStructuredText: each list item or
 * paragraph below the versions between them, in the file's order. `apis` are names as `usesOf` gives them.
 */
export function changesBetween(
  log: string,
  before: string,
  now: string | undefined,
  apis: readonly string[],
): readonly ChangeEntry[] {
  const lines = log
    .slice(0, most.characters)
    .split(/\r?\n/)
    .map((line) => line.slice(0, most.line));
  const found: ChangeEntry[] = [];
  let version: string | undefined;
  let below = false;
  /** Indentation of a list item that says of all below it that they break. */
  let parent: number | undefined;
  let start = 0;
  const close = (end: number): void => {
    while (start < end && lines[start]!.trim() === "") start++;
    const text = lines.slice(start, end).join("\n").trim().slice(0, most.entry);
    const indent = indentOf(lines[start] ?? "");
    if (parent !== undefined && indent <= parent) parent = undefined;
    if (text.endsWith(":") && breakingHeading.test(text)) parent = indent;
    else if (version !== undefined && isSaying(text))
      found.push({
        ...{ version, line: start + 1, text: inOneLine(text) },
        breaking: below || parent !== undefined || breakingWords.test(text),
        apis: apis.filter((api) => speaksOf(text, api)),
      });
    start = end;
  };
  for (const [at, line] of lines.entries()) {
    const titled = /^#{1,6}\s|^\*\*[^*]+\*\*:?$/.test(line) || isUnderline(lines[at + 1], line);
    const said = titled || /^v?\d/.test(line) ? heading.exec(line)?.[1] : undefined;
    if (said !== undefined || titled) {
      close(at);
      if (said !== undefined) version = isBetween(said, before, now) ? said : undefined;
      below = said === undefined && breakingHeading.test(line);
      start = at + 1;
    } else if (isItem.test(line) || endsParagraph(line, lines[at + 1])) close(at);
  }
  close(lines.length);
  return found;
}

const isItem = /^\s{0,8}(?:[-*+]|\d+[.)])\s/;

/** An empty line, unless what follows is indented and so belongs to the item before. */
const endsParagraph = (line: string, next: string | undefined): boolean =>
  line.trim() === "" && !/^\s{2,}\S/.test(next ?? "");

/** Not a rule, a label of reStructuredText, a link's address or the day of the release. */
const isSaying = (text: string): boolean =>
  text !== "" && !/^[-=~^"'*+#\s]+$|^\.\. _|^\[[^\]]+\]:\s|^(?:released?|date)\b.{0,20}\d{4}/i.test(text);

const isUnderline = (next: string | undefined, line: string): boolean =>
  next !== undefined && line.trim() !== "" && /^([=\-~^"*#])\1{2,}\s*$/.test(next);

/** `2` stands for the whole of it where only majors are named. */
const isBetween = (version: string, before: string, now: string | undefined): boolean =>
  compareVersions(version, before) > 0 && (now === undefined || compareVersions(version, now) <= 0);

const inOneLine = (text: string): string =>
  text
    .replace(/^\s*(?:[-*+]|\d+[.)])\s+/, "")
    // Roles of reStructuredText: what they mark is a name like any other.
    .replace(/:[a-z][a-z:]{0,40}:(?=`)/g, "")
    .replace(/\s+/g, " ")
    .slice(0, most.text);

/**
 * What a user of `apis` has to know of a change log: entries that name what he calls, then those that break something,
 * each group in the file's order.
 */
export function entriesThatMatter(entries: readonly ChangeEntry[], limit: number): readonly ChangeEntry[] {
  const named = entries.filter(({ apis }) => apis.length > 0);
  const breaking = entries.filter(({ apis, breaking }) => apis.length === 0 && breaking);
  return [...named, ...breaking].slice(0, limit);
}

/** Names shorter than this are words of the language more often than names. */
const shortest = 4;

/**
 * Whether a text names an API: whole, or by its last part where that says enough. A word of every day (`express`,
 * `open`) names one only in code or where it is called.
 */
export function speaksOf(text: string, api: string): boolean {
  const last = api.split(".").at(-1)!;
  const everyday = /^[a-z]+$/.test(api);
  if (!everyday && hasWord(text, api)) return true;
  if (!everyday && last.length < shortest) return false;
  return hasWord(text, `.${last}`) || hasWord(text, `${last}()`) || inCode(text, last);
}

function hasWord(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    const [left, right] = [text[at - 1] ?? " ", text[at + word.length] ?? " "];
    // A member of it is another name.
    const isOwner = /\w$/.test(word) && /^\.[A-Za-z_]/.test(text.slice(at + word.length));
    const ends = !/[\w$]/.test(right) && !isOwner;
    if ((/^\W/.test(word) || !/[\w$]/.test(left)) && ends) return true;
  }
  return false;
}

/** Neither an argument of that name (`drop=`, `redirect(url, status)`) nor a text (`"name"`) is the function. */
const notNamed = /\w+=(?!=)|(?<=[(,]\s{0,9})\w+(?=\s{0,9}[,)])|"[^"]*"|'[^']*'/g;

/** A link of reStructuredText (`Database migrations <migrations>`) is prose. */
const inCode = (text: string, word: string): boolean =>
  [...text.matchAll(/(?<!`)(`{1,9})([^`\n]{1,200})\1/g)].some(
    ([, , code]) => !/\s<[^<>]*>$/.test(code!) && hasWord(code!.replace(notNamed, " "), word),
  );
