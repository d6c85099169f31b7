/** The blank line behind the paragraph at `from`, or the end of the text. */
export function endOfParagraph(text: string, from: number): number {
  paragraphEnd.lastIndex = from;
  return paragraphEnd.exec(text)?.index ?? text.length;
}

const paragraphEnd = /\n[ \t]*(?=\n|$)/g;

/** The end of the line, at or behind `from`, in front of the next one with which GitHub could end a paragraph. */
export function nextBlock(text: string, from: number): number {
  blockBegins.lastIndex = from;
  return blockBegins.exec(text)?.index ?? text.length;
}

const blockBegins =
  /\n(?=[ \t>]*(?:\n|$)|[ \t]{0,3}(?:>|#{1,6}(?:[ \t]|\n|$)|`{3}|~{3}|(?:[-*+_]|\d{1,9}[.)])(?:[ \t]|\n|$)|[-=*_]{2,}[ \t]*(?:\n|$)|<[/!?a-z]|\[\^|\||:?-+[ \t]*[|:]))/gi;
