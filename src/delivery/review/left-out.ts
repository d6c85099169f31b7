import { counted, firstOf } from "../../source/counted.ts";
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

/** By name, where there are few: most who see a number wonder which. A reason that several have in a row is said once. */
export function leftOutNamed(all: readonly LeftOut[]): string {
  // Whoever reads the pull request sees what a file was called; the model does not.
  const named = all.map(({ what, why, was }) => ({ what, why: was === undefined ? why : "only renamed" }));
  const said = named.map(({ what, why }, at) => {
    const isSaidBelow = at + 1 < mostNamed && named[at + 1]?.why === why;
    return safeLine(leftOutText({ what, why: isSaidBelow ? "" : why }), 200);
  });
  return firstOf(said, mostNamed, (left) => `and ${counted(left, "changed file")} more`).join(", ");
}

/** `a.py (renamed from b.py, no line is new)`. */
export function leftOutText({ what, why, was }: LeftOut): string {
  if (why === "") return what;
  return `${what} (${was === undefined ? why : `renamed from ${was}, ${why}`})`;
}
