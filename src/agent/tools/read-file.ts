import { z } from "zod";
import type { DiffMarks } from "../../context/draw-diff.ts";
import { foldAround } from "../../context/file-view.ts";
import { fileHeader, numberLines } from "../../edits/number.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { renderPrompt } from "../../llm/prompts.ts";
import { splitByteOrderMark, splitLines } from "../../source/lines.ts";
import { baseName } from "../../source/paths.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import type { Tool } from "../tool.ts";

/** Lines that one call shows. */
export const mostLines = 400;
const longestLine = 2_000;

export const readFileInput = z.object({
  path: z.string().min(1).max(1000).describe("Path of a tracked file, as shown."),
  from: z.number().int().min(1).max(10_000_000).optional().describe("First line; 1 by default."),
  to: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe(`Last line; at most ${mostLines} lines are shown.`),
});

export type ReadFileInput = z.infer<typeof readFileInput>;

/** Tokens for the signatures of a large file's definitions that are not shown. */
const outlineTokens = 400;

export interface ReadFileOptions {
  /** For what else a large file has. */
  readonly graph?: CodeGraph;
  /** The diff that is reviewed: of its files it is said what changed, and those that it deletes can be read. */
  readonly diff?: () => Promise<DiffMarks>;
}

/**
 * Shows a window of a tracked file, numbered as the edit language wants it. Nothing outside the commit can be read.
 * Who opens a file that is too large to be shown whole, without saying where to end, learns what else is in it.
 */
export function createReadFile(
  workspace: Workspace,
  { graph, diff }: ReadFileOptions = {},
): Tool<ReadFileInput> {
  return {
    name: "read-file",
    description: [
      renderPrompt("tool-read-file"),
      ...(diff === undefined ? [] : [renderPrompt("tool-read-file-diff")]),
    ].join(" "),
    hint: renderPrompt("hint-read-file"),
    input: readFileInput,
    async run({ path, from = 1, to }) {
      const text = await workspace.read(path);
      const marks = await diff?.();
      if (text === undefined) return marks?.deleted.get(path) ?? whyNot(workspace, path);
      const change = marks?.changed.get(path);
      const total = splitLines(splitByteOrderMark(text).body).length;
      if (from > total) return `${path} has ${total} lines; there is no line ${from}.`;
      const last = Math.min(total, to ?? total, from + mostLines - 1);
      if (last < from) return `Line ${to} stands before line ${from}.`;
      const shown = numberLines(text, { from, to: last })
        .split("\n")
        .map((line) =>
          line.length > longestLine ? `${line.slice(0, longestLine)} ... (line cut; do not edit it)` : line,
        );
      const rows = shown.flatMap((row, at) => [...(change?.removed.get(from + at) ?? []), row]);
      rows.push(...(change?.removed.get(last + 1) ?? []));
      const window = { from, to: last, text: rows.join("\n") };
      const body =
        graph !== undefined && to === undefined && total > mostLines
          ? foldAround([window], { path, lineCount: total }, graph, outlineTokens)
          : window.text;
      const above = [
        fileHeader(path, text),
        `(lines ${from} to ${last} of ${total})`,
        ...(change?.above ?? []),
      ];
      return [...above, body].join("\n");
    },
  };
}

function whyNot(workspace: Workspace, path: string): string {
  const entry = workspace.entries.get(path);
  if (entry?.mode === "120000") return `${path} is a symbolic link and is not read.`;
  if (entry !== undefined) return `${path} is binary, not UTF-8 or too large, and is not read.`;
  const name = baseName(path).toLowerCase();
  const like = [...workspace.entries.keys()].filter((one) => one.toLowerCase().endsWith(name)).slice(0, 5);
  return like.length === 0
    ? `${path} is not tracked in this repository.`
    : `${path} is not tracked in this repository. Perhaps: ${like.join(", ")}`;
}
