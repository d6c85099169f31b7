import { kindsOfLines } from "../source/markdown-code.ts";

/** A box of a task list: its mark and what stands behind it. */
const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*)/;
/** A heading of its own line, and those below which a form asks where something was seen. */
const heading = /^ {0,3}#{1,6}\s+(.*)|^\*\*([^*]+)\*\*:?\s*$/;
const where =
  /^(?:your |my )?(?:environment(?: (?:info(?:rmation)?|details))?|system(?: info(?:rmation)?)?|versions?|(?:[\w.@/-]+ ){1,2}versions?|operating system|os|platforms?|browsers?|device)[:?]?$/i;
/** What a form makes its writer confirm: `I have searched the issues`, `Yes, I agree`. */
const confirmed = /^(?:[Yy]es,?\s+)?I(?:['’](?:m|ve|d|ll))?\s/;

/**
 * A text without the boxes of which nothing is left to do: those of a list that is ticked from end to end, as forms
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
  const lines = markdown.split(/\r\n|\r|\n/);
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

/** A text without the sections that say where something was seen: versions, an operating system, a browser. */
export function withoutWhere(markdown: string): string {
  const lines = markdown.split("\n");
  const kinds = kindsOfLines(lines);
  let isWhere = false;
  const told = lines.filter((line, at) => {
    const [, hashed, bold] = (kinds[at] === "prose" && heading.exec(line)) || [];
    const title = hashed ?? bold;
    if (title !== undefined) isWhere = where.test(title.trim());
    return !isWhere;
  });
  return told.join("\n");
}
