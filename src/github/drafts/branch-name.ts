import type { Draft } from "../forge.ts";

/** Where the draft of an issue is, whatever the ending of the name. */
export const branchPrefixOf = (issueNumber: number): string => `coderag/issue-${issueNumber}-`;

/** Longer names break labels made of them (Kubernetes, preview hosts). */
const longestName = 50;

/**
 * Name of a new branch: the prefix and as much of the ending as fits. A prefix outside our own corner is a bug:
 * nothing that a model or a person says decides where we write.
 */
export function branchName({ branchPrefix, branchEnding, runId }: Draft): string {
  if (!/^coderag\/[a-z0-9-]+-$/.test(branchPrefix))
    throw new Error(`Not a branch prefix of ours: ${JSON.stringify(branchPrefix)}.`);
  const ending = clean(branchEnding, longestName - branchPrefix.length);
  // A title of emoji alone leaves nothing; a name must not end with the dash.
  return branchPrefix + (ending || clean(runId, 8) || "change");
}

const clean = (text: string, length: number): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+/, "")
    .slice(0, Math.max(0, length))
    .replace(/-+$/, "");
