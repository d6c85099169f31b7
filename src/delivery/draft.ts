import { branchPrefixOf } from "../github/drafts/branch-name.ts";
import { stampReport } from "../github/drafts/description.ts";
import type { Draft } from "../github/forge.ts";
import { commitMessage, plainWords } from "./commit-message.ts";
import type { DraftInput } from "./draft-input.ts";
import { shorten } from "./markdown.ts";
import { pullRequestBody } from "./pull-request-body.ts";

const longest = { title: 256, branch: 50 };

/** The pull request as a value: title, body, commit message and branch name. Writes nothing and asks nobody. */
export function createDraft(input: DraftInput): Draft {
  const { run, submission, issue, base, ourTips, changes, webUrl } = input;
  const title =
    pullRequestTitle(submission.title) || pullRequestTitle(issue.title) || `Issue ${run.issueNumber}`;
  const branchPrefix = branchPrefixOf(run.issueNumber);
  const body = pullRequestBody(input);
  return {
    ...{ runId: run.id, issueNumber: run.issueNumber, base, ourTips, changes, title, branchPrefix },
    branchEnding: slug(title, longest.branch - branchPrefix.length),
    body: webUrl === undefined ? body : stampReport({ title, body }),
    commitMessage: commitMessage({
      ...{ title, summary: submission.summary, runId: run.id },
      issueNumber: webUrl === undefined ? undefined : run.issueNumber,
      requester: { login: run.actorLogin, id: run.actorId },
    }),
  };
}

/** A title is plain text on GitHub, but closing words, mentions and references in it still act once it is merged. */
function pullRequestTitle(text: string): string {
  return shorten(plainWords(text, ""), longest.title);
}

/** Lower-case ASCII words joined by dashes, cut at a word where that is possible; may be empty. */
export function slug(text: string, limit: number): string {
  const words = text
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  let ending = "";
  for (const word of words ?? []) {
    const longer = ending === "" ? word.slice(0, limit) : `${ending}-${word}`;
    if (longer.length > limit) break;
    ending = longer;
  }
  return ending;
}
