import { firstOf } from "../source/counted.ts";
import { inlineCode } from "./code.ts";

/** Checks of a pull request that a change was to mend, as people know them. */
export interface ChecksTold {
  readonly failed: readonly CheckTold[];
  /** What else is to be said of them: a sentence. */
  readonly note?: string | undefined;
}

interface CheckTold {
  readonly name: string;
  /** It fails at the base, too. */
  readonly onBase?: true;
  /** Another run of it passed on the same commit. */
  readonly alsoPassed?: true;
}

const most = 12;

/** A list; empty where none was looked at. */
export function checksList({ failed, note }: ChecksTold): string {
  const rows = failed.map(
    ({ name, onBase, alsoPassed }) =>
      `- ${inlineCode(name)} failed before${onBase ? ", and fails at the base, too" : ""}${alsoPassed ? ", while another run of it passed on the same commit" : ""}`,
  );
  return [...firstOf(rows, most), ...(note ? [`- ${note}`] : [])].join("\n");
}
