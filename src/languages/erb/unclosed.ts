/**
 * Blocks of a template that no `<% end %>` closes. The grammar, which sees Ruby without the text between, gives up from the
 * first line on; a person looks for the tag that stands alone at its indentation.
 */
import type { SyntaxFault } from "../checking/syntax-fault.ts";

interface Opened extends SyntaxFault {
  readonly indent: number | undefined;
}

const tag = /<%(?![#%])[-=]*([^%]*(?:%(?!>)[^%]*)*)%>/g;
const opening = /^\s*(if|unless|case|while|until|for|begin)\b|\b(do)\b\s*(?:\|[^|]*\|)?\s*(?:#.*)?$/;

/** In source order. */
export function unclosedTags(text: string): readonly SyntaxFault[] {
  const open: Opened[] = [];
  const lost: Opened[] = [];
  for (const { line, column, indent, code } of tagsOf(text)) {
    const word = opening.exec(code);
    if (word && !/\bend\b/.test(code)) {
      const message = `\`${word[1] ?? word[2]}\` is never closed`;
      open.push({ line, column, message, indent });
    } else if (/^\s*end\b/.test(code)) {
      // An `end` further to the left closes the block that stands there, not the one whose own is missing.
      const meant = indent === undefined ? -1 : open.findLastIndex((one) => one.indent === indent);
      if (meant >= 0) lost.push(...open.splice(meant + 1));
      open.pop();
    }
  }
  return [...lost, ...open]
    .sort((a, b) => a.line - b.line || a.column - b.column)
    .map(({ line, column, message }) => ({ line, column, message }));
}

/** `indent`: of a tag that nothing stands before on its line. */
function* tagsOf(text: string) {
  let [line, start] = [1, 0];
  // Behind the last end there is no tag: looking for one anew at each beginning takes minutes.
  for (const { 0: whole, 1: code = "", index } of text.slice(0, text.lastIndexOf("%>") + 2).matchAll(tag)) {
    for (let end = text.indexOf("\n", start); end >= 0 && end < index; end = text.indexOf("\n", start)) {
      line += 1;
      start = end + 1;
    }
    const before = text.slice(start, index);
    const word = index + whole.indexOf(code) + code.length - code.trimStart().length;
    const isFirst = before.trim() === "";
    yield {
      line,
      column: word - start + 1,
      indent: isFirst ? before.length : undefined,
      code: code.replace(/-$/, ""),
    };
  }
}
