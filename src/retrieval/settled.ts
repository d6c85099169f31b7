/** A box of a task list: its mark and what stands behind it. */
const box = /^\s*(?:[-*+]|\d+[.)])\s+\[([ xX])\]\s+(.*)/;
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
  let fence: string | undefined;
  const close = (): void => {
    const isDone = list.every(({ ticked }) => ticked);
    kept.push(...list.flatMap(({ line, said }) => (isDone || confirmed.test(said) ? [] : [line])));
    list = [];
  };
  for (const line of markdown.split(/\r\n|\r|\n/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    const found = fence === undefined ? box.exec(line) : null;
    if (found) {
      list.push({ line, ticked: found[1] !== " ", said: found[2]! });
      continue;
    }
    // What is indented below a box belongs to it, and a blank line does not end a list.
    const before = list.at(-1);
    if (before && fence === undefined && /^\s*$|^ {2,}\S/.test(line)) {
      list.push({ ...before, line });
      continue;
    }
    close();
    if (fence === undefined) fence = mark;
    else if (mark?.startsWith(fence) && line.trim() === mark) fence = undefined;
    kept.push(line);
  }
  close();
  return kept.join("\n");
}
