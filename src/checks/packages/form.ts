import type { FileChange } from "../../source/file.ts";

/** What speaks against an entry or a manifest, in a clause. */
export type Fault = string;

/** A manifest that stands before and after a change. */
export interface Written extends FileChange {
  readonly before: string;
  readonly after: string;
}

/** Says what a kind of manifest says beside its packages where that changes. Throws a `SyntaxError` where it cannot be read. */
export type Form = (change: Written) => Fault | undefined;

export const somethingElse = "something else than packages changes in it";
