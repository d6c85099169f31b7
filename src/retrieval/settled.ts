import { kindsOfLines } from "../source/markdown-code.ts";

/** A box of a task list: its mark and what stands behind it. */
const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*)/;
/** A heading of its own line, and those below which a form asks where something was seen. */
const heading = /^ {0,3}#{1,6}\s+(.*)|^\*\*([^*]+)\*\*:?\s*$/;
const where =
  /^(?:your |my )?(?:environment(?: (?:info(?:rmation)?|details))?|system(?: info(?:rmation)?)?|versions?|(?:[\w.@/-]+ ){1,2}versions?|operating system|os|platforms?|browsers?|device|(?:output of )?(?:[\w`-]+ ){0,2}(?:doctor`?|(?:doctor|diagnostics?|env(?:info)?|info)`? (?:output|report))|what (?:version|operating system|platform|browser)s?\b.*)[:?]?$/i;
/** What forms for issues head their fields with, whatever is written there. */
const label =
  /^(?:please )?(?:describe\b.*|(?:bug |short |brief |issue )?(?:description|details|summary)|(?:steps )?to reproduce|(?:minimal )?repro(?:duction)?(?: (?:steps|code|case|link|url|repo(?:sitory)?))?|steps(?: to .*)?|(?:expected|actual|current|observed|desired)(?: (?:behaviou?r|results?|output))?|what (?:did|do|happen(?:s|ed)|actually|is the|was|would|problem)\b.*|(?:any )?(?:additional|other|further) (?:context|info(?:rmation)?|details|comments|notes)|is your feature request related to .*|alternatives?(?: .*)?|screenshots?.*|(?:relevant )?logs?(?: output)?|possible (?:solution|fix)|context|code of conduct)[:?.]?$/i;
/** What GitHub writes where nothing was filled in. */
const unanswered = /^_No response_$/;
/** Headings of a text that begins with one, all of the level that GitHub gives the fields of a form: that makes it one. */
const fewestFields = 3;
/** What a form makes its writer confirm: `I have searched the issues`, `Yes, I agree`. */
const confirmed = /^(?:[Yy]es,?\s+)?I(?:['’](?:m|ve|d|ll))?\s/;

/** Colours of a terminal, as it gets them or written out: `\x1b[33m`. Their letters would be words. */
const colours = /(?:\u001b|\\(?:x1b|u001b|033|e))\[[\d;]{0,20}m/gi;

/**
 * A text without colour codes, and without the boxes of which nothing is left to do: those of a list that is ticked from end to end, as forms
 * for issues have them (`- [x] Read the docs`), and those in which the writer confirms something. They ask for no
 * change, and what they link to is not what the request is about. Code blocks stay as they are.
 */
export function withoutSettled(markdown: string): string {
  const kept: string[] = [];
  let list: { readonly line: string; readonly ticked: boolean; readonly said: string }[] = [];
  const close = (): void => {
    const isDone = list.every(({ ticked }) => ticked);
    kept.push(...list.flatMap(({ line, said }) => (isDone || confirmed.test(said) ? [] : [line])));
    list = [];
  };
  const lines = markdown.replace(colours, "").split(/\r\n|\r|\n/);
  const kinds = kindsOfLines(lines);
  for (const [at, line] of lines.entries()) {
    const found = kinds[at] === "prose" ? box.exec(line) : null;
    if (found) {
      list.push({ line, ticked: found[1] !== " ", said: found[2]! });
      continue;
    }
    // What is indented below a box belongs to it, and a blank line does not end a list.
    const before = list.at(-1);
    if (before && /^\s*$|^ {2,}\S/.test(line)) {
      list.push({ ...before, line });
      continue;
    }
    close();
    kept.push(line);
  }
  close();
  return kept.join("\n");
}

/** A text without the labels of a form's fields: they are the same in every issue, and say nothing of this one. */
export function withoutLabels(markdown: string): string {
  const lines = markdown.split("\n");
  const kinds = kindsOfLines(lines);
  const titles = lines.map((line, at) => (kinds[at] === "prose" && heading.exec(line)) || undefined);
  const headings = lines.filter((_, at) => titles[at]);
  const first = lines.findIndex((line) => line.trim() !== "");
  const isForm =
    headings.length >= fewestFields && !!titles[first] && headings.every((line) => line.startsWith("### "));
  return lines
    .filter((line, at) => {
      const [, hashed, bold] = titles[at] ?? [];
      const title = hashed ?? bold;
      return title === undefined ? !unanswered.test(line.trim()) : !isForm && !label.test(title.trim());
    })
    .join("\n");
}

/** A text without its pictures: sizes, addresses and descriptions of screenshots are not said of the code. Code stays as it is. */
export function withoutPictures(markdown: string): string {
  const lines = markdown.split("\n");
  const kinds = kindsOfLines(lines);
  return lines
    .map((line, at) =>
      kinds[at] === "prose"
        ? line.replace(/`[^`]*`|<img\b[^>]{0,4000}>|!\[[^\]]{0,1000}\]\([^)]{0,4000}\)/gi, pictureless)
        : line,
    )
    .join("\n");
}

const pictureless = (found: string): string => (found.startsWith("`") ? found : " ");

/** Headings below which a writer tells how to see a fault: what is created there is nothing that is asked for. */
const steps = /\bsteps\b|\breproduc\w*\b|\bhow to (?:see|trigger)\b/i;

/** A text without the sections that say where something was seen: versions, an operating system, a browser. */
export const withoutWhere = (markdown: string): string => withoutSections(markdown, where);

/** A text without the sections that tell how to reproduce something. */
export const withoutSteps = (markdown: string): string => withoutSections(markdown, steps);

function withoutSections(markdown: string, headed: RegExp): string {
  const lines = markdown.split("\n");
  const kinds = kindsOfLines(lines);
  let isLeft = false;
  const told = lines.filter((line, at) => {
    const [, hashed, bold] = (kinds[at] === "prose" && heading.exec(line)) || [];
    const title = hashed ?? bold;
    if (title !== undefined) isLeft = headed.test(title.trim());
    return !isLeft;
  });
  return told.join("\n");
}
