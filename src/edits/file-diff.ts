import { type LineRange, overlap } from "../source/line-range.ts";
import { addedRanges, type Hunk, hunksOf, removedRows } from "./hunks.ts";

/** What a pull request does to one text file that its head has, and what of that is still to be looked at. */
export interface FileDiff {
  readonly path: string;
  /** Its name at the base, where it had another. */
  readonly previousPath?: string | undefined;
  /** The text at the head. */
  readonly after: string;
  /** Where a review can speak. */
  readonly hunks: readonly Hunk[];
  /** Those of the hunks in which something is new since the last look; all of them at the first. */
  readonly fresh: readonly Hunk[];
  /** Lines that came in, in `fresh`, since the last look. */
  readonly added: readonly LineRange[];
}

/** `since`: the text at the head that was looked at last; absent at the first look. */
export function fileDiff(
  path: string,
  { before, after, since }: { before: string | undefined; after: string; since?: string | undefined },
  hunks = hunksOf(before, after),
): FileDiff {
  const added = addedRanges(hunks);
  if (since === undefined) return { path, after, hunks, fresh: hunks, added };
  const news = hunksOf(since, after);
  const came = addedRanges(news);
  // A place where lines went is the line below it, or the last one.
  const touched = [...came, ...removedRows(news).map(({ above }) => ({ from: above - 1, to: above }))];
  const fresh = hunks.filter(({ newStart, newLines }) =>
    touched.some((range) => overlap(range, { from: newStart, to: newStart + newLines - 1 }) !== undefined),
  );
  const within = added.flatMap((range) => came.flatMap((other) => overlap(range, other) ?? []));
  return { path, after, hunks, fresh, added: within };
}
