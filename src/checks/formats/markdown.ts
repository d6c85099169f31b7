import { readFence } from "../../source/markdown-code.ts";
import type { Pointed } from "../draw.ts";
import { frontMatterFaults } from "./front-matter.ts";

/**
 * Where a Markdown file's front matter does not parse, and the fence that nothing closes: all below it is code. Only
 * fences that begin in the first column count, for what ends one within a list or a quote is not told by its line.
 */
export function markdownFaults(text: string): readonly Pointed[] | undefined {
  const faults = frontMatterFaults(text);
  const open = openFence(text);
  if (open === undefined) return faults;
  const line = text.slice(0, open).split("\n").length;
  return [
    ...(faults ?? []),
    { line, column: 1, message: "this fence of code is closed by no line below it" },
  ];
}

/** The index at which it begins. */
function openFence(text: string): number | undefined {
  for (let at = 0; at < text.length; ) {
    const fence = readFence(text, at, "certain");
    if (fence && !fence.isClosed) return at;
    at = fence?.end ?? (text.indexOf("\n", at) + 1 || text.length);
  }
  return undefined;
}
