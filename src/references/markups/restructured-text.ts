import { dedented, indentOf } from "../../source/lines.ts";
import { fenced } from "./fenced.ts";

/** Boxes, lists and the like, whose text readers see; figures have a caption. Of all other directives nothing is kept. */
const shown =
  /^(?:note|tip|hint|important|warning|caution|danger|attention|error|admonition|topic|sidebar|rubric|container|compound|class|epigraph|highlights|pull-quote|list-table|table|figure|centered|seealso|versionadded|versionchanged|deprecated)$/;
/** What stands beside their name is an address or a setting. */
const unseen = /^(?:figure|container|class)$/;
const code = /^(?:code|code-block|sourcecode|parsed-literal|doctest|prompt|ipython|testcode|console)$/;

/** Boxes in boxes, so many deep. */
const deepest = 4;

/**
 * reStructuredText as markdown that says the same to a reader: headings, sentences, lists and code. Comments, which
 * nobody sees, pictures, targets, settings and roles' names are gone.
 */
export function markdownOfRst(text: string): string {
  const words = new Map(
    [...text.matchAll(/^[ \t]{0,20}\.\. \|([^|\n]{1,80})\| replace:: (.{1,200})$/gm)].map(
      ([, word, said]) => [word!, said!] as const,
    ),
  );
  return blocks(text.split("\n"), { levels: [], words, depth: 0 });
}

interface Around {
  /** Signs that underline headings, in the order in which they first appear: that is their level. */
  readonly levels: string[];
  readonly words: ReadonlyMap<string, string>;
  readonly depth: number;
}

function blocks(lines: readonly string[], around: Around): string {
  const said: string[] = [];
  let prose: string[] = [];
  const flush = (): void => {
    if (prose.length > 0) said.push(inline(reflowed(prose.join("\n")), around.words));
    prose = [];
  };
  for (let at = 0; at < lines.length; ) {
    const line = lines[at]!;
    const marked = /^([ \t]*)\.\.(?:[ \t]+(.*))?$/.exec(line);
    const literal = /^(?:.*[^:])?::[ \t]*$/.test(line);
    const end = marked || literal ? endOfBlock(lines, at) : at + 1;
    const body = lines.slice(at + 1, end);
    const heading = marked ? undefined : headingAt(lines, at);
    if (marked) {
      flush();
      said.push(explicit(marked[2] ?? "", body, around));
    } else if (heading) {
      flush();
      if (!around.levels.includes(heading.sign)) around.levels.push(heading.sign);
      const level = Math.min(6, around.levels.indexOf(heading.sign) + 1);
      said.push(`${"#".repeat(level)} ${inline(heading.title, around.words)}`);
    } else if (literal) {
      prose.push(line.replace(/::[ \t]*$/, line.trim() === "::" ? "" : ":"));
      flush();
      said.push(fenced("", body));
    } else if (line.startsWith(">>> ")) {
      flush();
      let blank = at + 1;
      while (blank < lines.length && lines[blank]!.trim() !== "") blank++;
      said.push(fenced("python", lines.slice(at, blank)));
      at = blank;
      continue;
    } else if (!isRule(line)) prose.push(line);
    at = heading ? heading.end : end;
  }
  flush();
  return said.join("\n");
}

/** A sentence goes on in the next line, and a field's name is a word: `:Version: 1.0`. */
const reflowed = (text: string): string =>
  text
    .replace(/(?<=\S)[ \t]*\n[ \t]{0,40}(?=[\p{L}(])/gu, " ")
    .replace(/^([ \t]{0,20}):([\w -]{1,40}):[ \t]+(?=\S)/gm, "$1$2: ");

/** A line of signs alone: a border of a table or a line across the page. */
const isRule = (line: string): boolean => /^[ \t]*[=+|^~"'`#*_:.-][=+|^~"'`#*_:. -]*$/.test(line);

interface Heading {
  readonly title: string;
  readonly sign: string;
  readonly end: number;
}

const underline = /^([!-/:-@[-`{-~])\1{2,}[ \t]*$/;

function headingAt(lines: readonly string[], at: number): Heading | undefined {
  const over = underline.exec(lines[at]!)?.[1];
  const [title, below] = over === undefined ? [at, at + 1] : [at + 1, at + 2];
  const [text, sign] = [lines[title]?.trim() ?? "", underline.exec(lines[below] ?? "")?.[1]];
  const fits = sign !== undefined && text !== "" && !underline.test(text) && text.length <= 200;
  if (!fits || (over !== undefined && over !== sign)) return undefined;
  return { title: text, sign: (over ?? "") + sign, end: below + 1 };
}

/** Behind the lines that stand deeper than this one; empty ones between them belong to it. */
function endOfBlock(lines: readonly string[], at: number): number {
  const indent = indentOf(lines[at]!);
  let end = at + 1;
  for (let next = end; next < lines.length; next++) {
    if (lines[next]!.trim() === "") continue;
    if (indentOf(lines[next]!) <= indent) break;
    end = next + 1;
  }
  return end;
}

/** What stands behind two dots: a directive, a footnote, a target, or a comment. */
function explicit(head: string, body: readonly string[], around: Around): string {
  const [, note, noted] = /^\[([^\]]{1,80})\][ \t]+(.*)$/.exec(head) ?? [];
  if (note !== undefined) return inline([`${note}: ${noted}`, ...body].join("\n"), around.words);
  const [, name = "", argument = ""] = /^([\w:.+-]{1,80})::[ \t]*(.*)$/.exec(head) ?? [];
  const kind = name.toLowerCase();
  const text = withoutSettings(body);
  if (code.test(kind)) return fenced(/^[\w+#-]{1,30}$/.exec(argument)?.[0] ?? "", text);
  if (!shown.test(kind) || around.depth >= deepest) return "";
  const first = unseen.test(kind) ? "" : argument;
  return blocks([first, ...dedented(text)], { ...around, depth: around.depth + 1 });
}

/** `:width: 100` and its like stand right below a directive. */
function withoutSettings(body: readonly string[]): readonly string[] {
  const first = body.findIndex((line) => !/^[ \t]+:[\w-]+:/.test(line));
  return first < 0 ? [] : body.slice(first);
}

/** Words without the names of roles, without addresses and without the signs of references. */
function inline(text: string, words: ReadonlyMap<string, string>): string {
  return text.replace(
    /``([^`]{1,500})``|(?::[\w:.+-]{1,60}:)?`([^`<]{0,500})(?:<[^`<>]{0,500}>)?`(?::[\w.+-]{1,60}:)?_{0,2}|\|([^|\s][^|\n]{0,80})\|_{0,2}|(?<=\w)_{1,2}(?=[\s.,;:!?)]|$)/g,
    (_, literal?: string, role?: string, word?: string) => {
      if (literal !== undefined) return `\`${literal}\``;
      if (role !== undefined) return role.replace(/^[~!]/, "").trim();
      return word === undefined ? "" : (words.get(word) ?? "");
    },
  );
}
