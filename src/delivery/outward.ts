/**
 * The address under which other people's pages are linked from a comment. GitHub writes "mentioned this" onto issues,
 * pull requests and commits that are linked by github.com; through its redirecting host nobody is told.
 */
export function outwardWeb(webUrl: string): string {
  return webUrl.replace(/^https:\/\/github\.com(?=\/|$)/, "https://redirect.github.com");
}
