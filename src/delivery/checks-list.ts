import { inlineCode } from "./code.ts";

/** Checks of a pull request that a change was to mend, as people know them. */
export interface ChecksTold {
  readonly failed: readonly CheckTold[];
  /** What else is to be said of them: a sentence. */
  readonly note?: string | undefined;
}

interface CheckTold {
  readonly name: string;
  readonly url?: string | undefined;
  /** It fails at the base, too. */
  readonly onBase?: true;
}

const most = 12;

/** A list, with GitHub's own page of each where it has one; empty where none was looked at. */
export function checksList({ failed, note }: ChecksTold, webUrl: string | undefined): string {
  const rows = failed.slice(0, most).map(({ name, url, onBase }) => {
    const isGitHubs = webUrl !== undefined && url?.startsWith(`${webUrl}/`) && /^[\w.:/-]+$/.test(url);
    const where = isGitHubs ? `[${inlineCode(name)}](${url})` : inlineCode(name);
    return `- ${where} failed before${onBase ? ", and fails at the base, too" : ""}`;
  });
  const more = failed.length > most ? [`- and ${failed.length - most} more`] : [];
  return [...rows, ...more, ...(note ? [`- ${note}`] : [])].join("\n");
}
