import { inlineCode } from "./code.ts";
import type { Place } from "./permalink.ts";

/**
 * The address under which other people's pages are linked from a comment. GitHub writes "mentioned this" onto issues,
 * pull requests and commits that are linked by github.com; through its redirecting host nobody is told.
 */
export function outwardWeb(webUrl = "https://github.com"): string {
  return webUrl.replace(/^https:\/\/github\.com(?=\/|$)/, "https://redirect.github.com");
}

/** A public repository of the same GitHub, as it is linked from here. */
export function outwardPlace(
  { fullName, commit }: { readonly fullName: string; readonly commit: string },
  webUrl: string | undefined,
): Place {
  const [owner = "", name = ""] = fullName.split("/");
  return { webUrl: outwardWeb(webUrl), owner, name, commit };
}

/** Its files at that commit. */
export const treeLink = ({ webUrl, owner, name, commit }: Place): string =>
  `[${inlineCode(`${owner}/${name}`)}](${webUrl}/${owner}/${name}/tree/${commit})`;
