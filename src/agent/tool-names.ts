import { isText, type Reader } from "../settings.ts";

/** The tools that a host can switch off, each by its name; `submit-edits` is the way out and always there. */
export const toolNames = ["graph-reason", "search-code", "read-file", "web-search", "code-test"] as const;

export type ToolName = (typeof toolNames)[number];

/** `CODERAG_TOOLS`: the tools that are on. All of them where nothing is said; `none` for none. */
export function readTools(read: Reader): ReadonlySet<ToolName> {
  const given = read.text("CODERAG_TOOLS");
  if (given === undefined) return new Set(toolNames);
  const names = new Set(given === "none" ? [] : given.split(/[\s,]+/).filter(isText));
  const known = toolNames.filter((name) => names.has(name));
  if (known.length < names.size)
    read.problem(`CODERAG_TOOLS must be none, or a list of these: ${toolNames.join(", ")}.`);
  return new Set(known);
}
