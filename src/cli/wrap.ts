/** Lines of at most `width` characters, all behind `indent`; a word that is longer than a line stands alone. */
export function wrap(text: string, width: number, indent = ""): readonly string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter(Boolean)) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = "";
    }
    line += line === "" ? word : ` ${word}`;
  }
  return line === "" ? lines : [...lines, indent + line];
}

/** Each paragraph wrapped; lines that are indented, as in a list of options, stay as they are. */
export const wrapParagraphs = (text: string, width: number): string =>
  text.replace(/^\S.*(?:\n\S.*)*/gm, (paragraph) => wrap(paragraph, width).join("\n"));

/** On one line of at most `width` characters. */
export function cut(text: string, width: number): string {
  const characters = [...text];
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join("")}…`;
}

/** A declaration that was written over several lines, as it would stand on one. */
export const tidySignature = (signature: string): string =>
  signature.replace(/([([])\s+/g, "$1").replace(/,?\s+([)\]])/g, "$1");
