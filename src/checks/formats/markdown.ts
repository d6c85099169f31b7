import { lineTexts } from "../../source/lines.ts";
import type { Pointed } from "../draw.ts";
import { frontMatterFaults } from "./front-matter.ts";

const opening = /^(`{3,}(?=[^`]*$)|~{3,})/;

/**
 * Where a Markdown file's front matter does not parse, and the fence that nothing closes: all below it is code. Only
 * fences that begin in the first column count, for what ends one within a list or a quote is not told by its line.
 */
export function markdownFaults(text: string): readonly Pointed[] | undefined {
  const faults = frontMatterFaults(text);
  let open: { readonly mark: string; readonly line: number } | undefined;
  for (const [at, line] of lineTexts(text).entries()) {
    if (open === undefined) {
      const mark = opening.exec(line)?.[1];
      if (mark !== undefined) open = { mark, line: at + 1 };
    } else if (isClosing(line, open.mark)) open = undefined;
  }
  if (open === undefined) return faults;
  return [
    ...(faults ?? []),
    { line: open.line, column: 1, message: "this fence of code is closed by no line below it" },
  ];
}

function isClosing(line: string, mark: string): boolean {
  const text = line.trim();
  return (
    text.length >= mark.length &&
    line.length - line.trimStart().length <= 3 &&
    text === mark[0]!.repeat(text.length)
  );
}
