/** Tokens of the same commit, written in each format. */

import { deriveAnswer } from "../../src/edits/derive.ts";
import { unifiedDiff } from "../../src/edits/diff.ts";
import { countTokens } from "../../src/llm/tokens.ts";
import { textOf } from "./answer.ts";
import type { Commit, CommitChange } from "./commits.ts";
import { searchReplace } from "./search-replace.ts";

export interface Spent {
  readonly ours: number;
  readonly whole: number;
  readonly diff: number;
  readonly searchReplace: number;
}

/** Undefined where a format cannot say the commit: a line of the code is one of its marks. */
export function spentOn({ changes }: Commit): Spent | undefined {
  const ours = deriveAnswer(changes);
  const blocks = searchReplace.write(changes);
  if (ours === undefined || blocks === undefined) return undefined;
  return {
    ours: countTokens(ours),
    whole: countTokens(changes.map(wholeFile).join("\n")),
    diff: countTokens(changes.map(diffOf).join("")),
    searchReplace: countTokens(textOf(blocks)),
  };
}

/** Path and whole new text, which is what "answer with the file" costs. */
function wholeFile({ path, oldPath, after }: CommitChange): string {
  return after === undefined
    ? `=== ${path} (delete)`
    : `=== ${oldPath === undefined ? "" : `${oldPath} -> `}${path}\n${after}`;
}

/** As `git diff` shows it, without its index lines: a deletion and a pure move are named, not printed. */
function diffOf({ path, oldPath, before, after }: CommitChange): string {
  if (after === undefined) return `--- a/${path}\n+++ /dev/null\n`;
  if (oldPath === undefined) return unifiedDiff({ path, before, after });
  const moved = `rename from ${oldPath}\nrename to ${path}\n`;
  return before === after ? moved : moved + unifiedDiff({ path, before, after });
}
