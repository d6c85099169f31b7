/** A statement's first line to its last: what stands in brackets, in a string or behind a backslash goes on. */
export interface LogicalLine {
  /** 0-based. */
  readonly row: number;
  /** In characters, and as Python counts it, with tabs to the next multiple of eight. */
  readonly start: number;
  readonly indent: number;
  /** It begins a block: `try:`; not `if a: b()`. */
  readonly opens: boolean;
}

const opener = /^(?:async\s+)?(?:if|elif|else|for|while|try|except|finally|with|def|class|match|case)\b/;
/** A comment, a string with its end or without, a bracket, the end of a line, a backslash before it, or anything else. */
const token =
  /#[^\n]*|("""|''')(?:\\[\s\S]|(?!\1)[\s\S])*(?:\1|$)|(["'])(?:\\[\s\S]|(?!\2)[^\\\n])*(?:\2|(?=\n)|$)|[([{]|[)\]}]|\\\n|\n|[^\S\n]+|[^\s#"'()[\]{}\\]+|./g;

/** The lines that Python sees in a text, also in one that does not parse; blank ones and comments are none. */
export function logicalLines(text: string): readonly LogicalLine[] {
  const lines: LogicalLine[] = [];
  let [row, lineStart, depth] = [0, 0, 0];
  let begun: { readonly row: number; readonly start: number; readonly at: number } | undefined;
  let last = "";
  const end = (): void => {
    if (!begun) return;
    const { row, start, at } = begun;
    const opens = last.endsWith(":") && opener.test(text.slice(at, at + 40));
    lines.push({ row, start, indent: width(text.slice(at - start, at)), opens });
    begun = undefined;
  };
  for (const { 0: said, index } of text.matchAll(token)) {
    if (said === "\n") {
      if (depth === 0) end();
    } else if (said.trim() !== "" && !said.startsWith("#") && said !== "\\\n") {
      begun ??= { row, start: index - lineStart, at: index };
      if ("([{".includes(said)) depth += 1;
      else if (")]}".includes(said)) depth = Math.max(0, depth - 1);
      last = said;
    }
    const breaks = said.split("\n").length - 1;
    if (breaks > 0) [row, lineStart] = [row + breaks, index + said.lastIndexOf("\n") + 1];
  }
  end();
  return lines;
}

function width(blanks: string): number {
  let columns = 0;
  for (const one of blanks)
    columns = one === "\t" ? columns + 8 - (columns % 8) : one === "\f" ? 0 : columns + 1;
  return columns;
}
