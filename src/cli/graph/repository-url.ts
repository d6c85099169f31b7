/**
 * The address that a person means by a clone address or by `OWNER/NAME`, on the configured GitHub; undefined for
 * anything else, which is then a folder's name. Whether the address may be fetched from is judged where that is done.
 */
export function repositoryUrl(repo: string, gitHubUrl: string): string | undefined {
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(repo)) return repo.replace(/\/+$/, "");
  // `git@github.com:octo/demo.git`, as GitHub's page offers it: the same repository over HTTPS.
  const [, host, path] = /^[\w.-]+@([\w.-]+):([\w.-]+\/[\w.-]+)$/.exec(repo) ?? [];
  if (host !== undefined) return `https://${host}/${path}`;
  const isName = /^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\/(?!\.{1,2}$)[\w.-]+$/.test(repo);
  return isName ? `${gitHubUrl}/${repo}` : undefined;
}
