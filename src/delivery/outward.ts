import { inlineCode } from "./code.ts";
import type { Place } from "./permalink.ts";

/**
 * The address under which other people's pages are linked from a comment. GitHub writes "mentioned this" onto issues,
 * pull requests and commits that are linked by github.com; through its redirecting host nobody is told.
 */
export function outwardWeb(webUrl = "https://github.com"): string {
  return webUrl.replace(/^https:\/\/github\.com(?=\/|$)/, "https://redirect.github.com");
}

interface PublicCommit {
  readonly fullName: string;
  readonly commit: string;
}

/** A public repository of the same GitHub, as it is linked from a comment. */
export const outwardPlace = (at: PublicCommit, webUrl: string | undefined): Place => ({
  ...publicPlace(at, webUrl),
  webUrl: outwardWeb(webUrl),
});

/** The same for a terminal, where a link mentions nobody. */
export function publicPlace({ fullName, commit }: PublicCommit, webUrl = "https://github.com"): Place {
  const [owner = "", name = ""] = fullName.split("/");
  return { webUrl, owner, name, commit };
}

/** Its files at that commit. */
export const treeLink = ({ webUrl, owner, name, commit }: Place): string =>
  `[${inlineCode(`${owner}/${name}`)}](${webUrl}/${owner}/${name}/tree/${commit})`;
