import { diffLines } from "../../src/edits/diff.ts";

/** Lines of a text that became others. */
export interface Hunk {
  /** 0-based line in the old text and in the new one. */
  readonly at: number;
  readonly from: number;
  readonly old: readonly string[];
  readonly now: readonly string[];
}

export function hunksOf(before: readonly string[], after: readonly string[]): readonly Hunk[] {
  const found: { at: number; from: number; old: string[]; now: string[] }[] = [];
  let [at, from] = [0, 0];
  let open: (typeof found)[number] | undefined;
  for (const { kind, lines } of diffLines(before, after)) {
    if (kind === "same") {
      open = undefined;
      at += lines.length;
      from += lines.length;
      continue;
    }
    if (open === undefined) {
      open = { at, from, old: [], now: [] };
      found.push(open);
    }
    for (const line of lines) (kind === "added" ? open.now : open.old).push(line);
    if (kind === "added") from += lines.length;
    else at += lines.length;
  }
  return found;
}
