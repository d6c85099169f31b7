import { type FoundLine, findNames } from "../../agent/tools/find-lines.ts";
import { counted, firstOf } from "../../source/counted.ts";
import { type LineRange, overlap } from "../../source/line-range.ts";
import { oneLine } from "../../source/lines.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";

/** Lines of one name, beyond which it is a word like others; characters of a line. */
export const mostLines = 6;
const mostCharacters = 160;

/** A word of one part is that of much else; of several it is a name. */
export const compound = /[\p{L}\p{N}][_-][\p{L}\p{N}]|\p{Ll}\p{Lu}/u;

/** A line that is a comment, in most languages. */
export const comment = /^\s*(?:\/\/|\/?\*|#(?![a-z])|--|<!--|;|%)/;

/** Files that speak of what was. */
export const history = /(?:^|\/)(?:change|history|news|release|upgrad|migrat)[^/]*(?:\/|$)/i;

/** Names that are looked for in the head, and what is told of the lines that have them. */
export interface NameSearch {
  readonly names: ReadonlySet<string>;
  /** `found`: lines by name, of other searches too. Empty where there is nothing to tell. */
  draw(found: ReadonlyMap<string, readonly FoundLine[]>): string;
}

/** What these searches have to tell, in their order; the repository is read once for all of them. */
export async function tellNamed(
  searches: readonly NameSearch[],
  workspace: CommitWorkspace,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const names = new Set(searches.flatMap((search) => [...search.names]));
  const found = names.size === 0 ? new Map() : await findNames(workspace, names, signal);
  return searches.map((search) => search.draw(found)).filter((text) => text !== "");
}

/** Lines of the head that the model sees with the diff. */
export const isSeenIn =
  (shown: ReadonlyMap<string, readonly LineRange[]>) =>
  ({ path, line }: Pick<FoundLine, "path" | "line">): boolean =>
    (shown.get(path) ?? []).some((range) => overlap(range, { from: line, to: line }) !== undefined);

export function drawNamed(title: string, lines: readonly FoundLine[]): string {
  const drawn = lines.map(
    ({ path, line, text }) => `  ${oneLine(path)}:${line}: ${text.trim().slice(0, mostCharacters)}`,
  );
  return [title, ...firstOf(drawn, mostLines, (left) => `  and ${counted(left, "line")} more`)].join("\n");
}
