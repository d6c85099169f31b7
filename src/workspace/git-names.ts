import { createHash } from "node:crypto";
import { UserError } from "../errors.ts";

/**
 * The allow-lists of what may reach git's command line. Everything here is pure, and everything that is not
 * plainly harmless is refused: git reads options, helper names and shell words out of odd URLs and refs.
 */

const loopback = new Set(["127.0.0.1", "localhost", "[::1]"]);

/** True for plain http to this machine: the only http that is fetched from (an emulated GitHub). */
export function isLoopbackHttp(url: string): boolean {
  return url.startsWith("http://") && loopback.has(new URL(url).hostname);
}

/** `https://HOST/OWNER/NAME` with or without `.git`, as given; throws a UserError for every other address. */
export function checkedUrl(url: string): string {
  const plain = /^https?:\/\/[A-Za-z0-9.[\]:-]+(\/(?!\.{1,2}(\/|$))[A-Za-z0-9._][A-Za-z0-9._-]*){2,}$/.test(
    url,
  );
  const parsed = plain && URL.canParse(url) ? new URL(url) : undefined;
  if (!parsed || parsed.href !== url || !(parsed.protocol === "https:" || isLoopbackHttp(url)))
    throw new UserError(
      `CodeRAG does not fetch from the address ${JSON.stringify(url)}.`,
      "Use an address of the form https://HOST/OWNER/NAME without a user name in it.",
    );
  return url;
}

/** `refs/heads/BRANCH` for a branch name that git allows and that no shell or option parser could misread. */
export function branchRef(branch: string): string {
  const harmless =
    /^[A-Za-z0-9_][A-Za-z0-9._/+@#=,-]*$/.test(branch) &&
    !/\.\.|@\{|\/\/|\/\.|\.lock(\/|$)|[./]$/.test(branch) &&
    branch.length <= 200;
  if (!harmless)
    throw new UserError(
      `CodeRAG does not work with a branch named ${JSON.stringify(branch)}.`,
      "Use a branch whose name has only the letters A-Z, digits and . _ / + @ # = , - in it.",
    );
  return `refs/heads/${branch}`;
}

/** A full commit SHA in lower case; anything else is a bug of the caller, since SHAs come from git or GitHub. */
export function checkedCommit(commit: string): string {
  if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(commit))
    throw new Error(`Not a full SHA: ${JSON.stringify(commit)}`);
  return commit;
}

/** A folder name for a repository's key: readable, without separators, and different for different keys. */
export function folderName(repositoryKey: string): string {
  const readable = repositoryKey
    .replace(/[^A-Za-z0-9]+/g, "-")
    .replace(/^-|-$/g, "")
    .slice(0, 60)
    .toLowerCase();
  return `${readable}-${createHash("sha256").update(repositoryKey).digest("hex").slice(0, 16)}`;
}
