import type { PublicReadme } from "../github/public-code/public-code.ts";
import { kindsOfLines } from "../source/markdown-code.ts";
import { visibleText } from "../source/visible-text.ts";
import { markdownOfAsciidoc } from "./markups/asciidoc.ts";
import { markdownOfRst } from "./markups/restructured-text.ts";

/** A README longer than this is cut from its end before anything is made of it. Characters. */
const mostReadmeCharacters = 60_000;

/**
 * The README as its readers see it, as markdown in whatever markup it is written, cut from its end. A stranger's text:
 * goes to a model only fenced.
 */
export function seenReadme({ path, text }: Pick<PublicReadme, "path" | "text">): string {
  const written = text.slice(0, mostReadmeCharacters).toWellFormed().replace(/\r\n?/g, "\n");
  const markdown = /\.rst$/i.test(path)
    ? markdownOfRst(written)
    : /\.(?:adoc|asciidoc|asc)$/i.test(path)
      ? markdownOfAsciidoc(written)
      : written;
  return visibleText(markdown.slice(0, mostReadmeCharacters)).text.trim();
}

export interface ReadmeSection {
  /** Empty for what stands before the first heading. */
  readonly title: string;
  readonly level: number;
  /** Plain text, a line each; code, badges, tables' rules and links' addresses are gone. */
  readonly lines: readonly string[];
  /** The same with what was broken into lines for width alone put together: paragraphs and list items. */
  readonly paragraphs: readonly string[];
}

/** Cuts the text of `seenReadme` at its headings, also those underlined with `===`. */
export function readmeSections(readme: string): readonly ReadmeSection[] {
  const begin = (title: string, level: number) => ({
    title,
    level,
    lines: [] as string[],
    written: [] as string[],
  });
  const sections = [begin("", 1)];
  /** Behind a line of prose. */
  let next = -1;
  const lines = readme.split("\n");
  const kinds = kindsOfLines(lines);
  for (const [at, line] of lines.entries()) {
    if (kinds[at] !== "prose" || /^(?: {4}|\t)\S/.test(line)) continue;
    const underlined = /^\s{0,3}(=+|-{3,})\s*$/.exec(lines[at + 1] ?? "")?.[1];
    const heading = /^\s{0,3}(#{1,6})\s+(.{1,200})/.exec(line);
    const plain = plainLine(line);
    if (heading && heading[2] !== undefined) sections.push(begin(plainLine(heading[2]), heading[1]!.length));
    else if (underlined && plain !== "" && line.length < 120)
      sections.push(begin(plain, underlined.startsWith("=") ? 1 : 2));
    else {
      const { lines: said, written } = sections.at(-1)!;
      if (plain === "") continue;
      said.push(plain);
      if (at === next && goesOn(lines[at - 1]!, line)) written[written.length - 1] += ` ${line.trim()}`;
      else written.push(line);
      next = at + 1;
    }
  }
  return sections
    .map(({ written, ...section }) => ({ ...section, paragraphs: written.map(plainLine).filter(Boolean) }))
    .filter(({ title, lines: of }) => title !== "" || of.length > 0);
}

/** Whether a line belongs to the paragraph or the list item of the one before. */
const goesOn = (before: string, line: string): boolean =>
  !/(?:[\\|>]| {2})$/.test(before) && !/^\s*(?:[-*+#|<>]|\d+[.)])/.test(line);

/** One line without markup; empty where nothing of it is prose. */
function plainLine(line: string): string {
  return (
    line
      .slice(0, 2_000)
      .replace(/!\[[^\]]*\](?:\([^)]*\)|\[[^\]]*\])|<[^>]{1,300}>/g, " ")
      .replace(/\[([^\]]{0,300})\]\([^)]*\)|\[([^\]]{0,300})\]\[[^\]]*\]/g, "$1$2")
      .replace(/\(images?\)/g, " ")
      // What a badge leaves, and the box of a task.
      .replace(/\[\s*x?\s*\]\(?/gi, " ")
      .replace(/\b(?:https?|ftp):\/\/\S+/g, " ")
      .replace(/^[\s>|]*(?:[-*+]|\d+[.)])?\s+|^[\s>|]+/, "")
      .replace(/[*_~`|]+/g, (marks) => (marks.includes("_") ? marks : " "))
      .replace(/^[\s=:#_-]+$|&[a-z]+;/g, " ")
      .replace(/:[a-z0-9_+-]{2,40}:/g, " ")
      .replace(/\s+/g, " ")
      .trim()
  );
}
