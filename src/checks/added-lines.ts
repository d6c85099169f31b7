import { diffLines } from "../edits/diff.ts";
import type { FileChange } from "../source/file.ts";
import { lineTexts, splitByteOrderMark } from "../source/lines.ts";

export interface AddedLine {
  /** 1-based, in the changed file. */
  readonly line: number;
  readonly text: string;
  /** The lines in whose place it and its neighbours stand. */
  readonly replaced: readonly string[];
}

/** The lines that a change brings in. A line that only moved within the file is not one of them. */
export function addedLines({ before, after }: FileChange): readonly AddedLine[] {
  const removed = new Map<string, number>();
  const added: AddedLine[] = [];
  let line = 1;
  let replaced: readonly string[] = [];
  for (const part of diffLines(textsOf(before), textsOf(after))) {
    for (const text of part.lines) {
      if (part.kind === "removed") removed.set(text, (removed.get(text) ?? 0) + 1);
      else {
        if (part.kind === "added") added.push({ line, text, replaced });
        line++;
      }
    }
    replaced = part.kind === "removed" ? part.lines : [];
  }
  return added.filter(({ text }) => {
    const moved = removed.get(text) ?? 0;
    if (moved > 0) removed.set(text, moved - 1);
    return moved === 0;
  });
}

function textsOf(text: string | undefined): readonly string[] {
  return lineTexts(splitByteOrderMark(text ?? "").body);
}
