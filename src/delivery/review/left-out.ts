import { count, firstOf } from "../../source/counted.ts";
import { safeLine } from "../markdown.ts";

/** A changed file, or the rest of one, that is not looked at. Survives JSON. */
export interface LeftOut {
  readonly what: string;
  /** Empty where `what` says it. */
  readonly why: string;
  /** Of a file that was only renamed: its old name. */
  readonly was?: string;
}

/** Files that were not looked at, by name. */
const mostNamed = 10;

/**
 * By name, where there are few: most who see a number wonder which. Of each reason the first are named and the others
 * counted, so that none is lost among many of another one.
 */
export function leftOutNamed(all: readonly LeftOut[]): string {
  // Whoever reads the pull request sees what a file was called; the model does not.
  const reasons = [...Map.groupBy(all, ({ why, was }) => (was === undefined ? why : "only renamed"))];
  let left = mostNamed - reasons.length;
  return reasons
    .map(([why, files]) => {
      const named = Math.max(1, Math.min(files.length, left + 1));
      left -= named - 1;
      const names = files.map(({ what }) => safeLine(what, 200));
      return leftOutText({
        what: firstOf(names, named, (more) => `and ${count(more)} more`).join(", "),
        why,
      });
    })
    .join(", ");
}

/** `a.py (renamed from b.py, no line is new)`. */
export function leftOutText({ what, why, was }: LeftOut): string {
  if (why === "") return what;
  return `${what} (${was === undefined ? why : `renamed from ${was}, ${why}`})`;
}
