import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";

/** Bytes of one file, as the workspace's own limit. */
const largestFile = 1_048_576;
/** Bytes of all changed files together. */
const largestTotal = 4 * 1_048_576;
const usualMostFiles = 100;

export interface LimitOptions {
  /** Files that one change may touch, at most 100. */
  readonly mostFiles?: number;
}

/** The size and kind of what is written (security.md E05). Modes cannot be set: a `FileChange` has none. */
export function checkLimits(
  changes: readonly FileChange[],
  { mostFiles = usualMostFiles }: LimitOptions = {},
): readonly Complaint[] {
  const complaints: Complaint[] = changes.flatMap(({ path, before, after }) => {
    const fault = after === undefined ? undefined : faultOf(before, after);
    return fault === undefined ? [] : [{ ...fault, path }];
  });
  const total = changes.reduce((sum, { after }) => sum + Buffer.byteLength(after ?? ""), 0);
  if (total > largestTotal)
    complaints.push({
      kind: "limit/total",
      message: `The changed files have ${total} bytes; at most ${largestTotal} are accepted. Change fewer or smaller files.`,
    });
  if (changes.length > mostFiles)
    complaints.push({
      kind: "limit/files",
      message: `${changes.length} files change; at most ${mostFiles} are accepted. Do the part that was asked for.`,
    });
  return complaints;
}

function faultOf(before: string | undefined, after: string): Complaint | undefined {
  const bytes = Buffer.byteLength(after);
  if (bytes > largestFile)
    return {
      kind: "limit/file",
      message: `The file has ${bytes} bytes after the change; at most ${largestFile} are accepted. Split it.`,
    };
  if (after.includes("\0") && before?.includes("\0") !== true)
    return { kind: "limit/binary", message: "The file holds a NUL, so it is binary. Write text only." };
  if (!after.isWellFormed())
    return {
      kind: "limit/binary",
      message:
        "The file holds half a character (a lone surrogate), which UTF-8 cannot hold. Write whole characters.",
    };
  return undefined;
}
