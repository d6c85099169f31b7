import { UserError } from "../../errors.ts";
import type { RepositoryClient } from "../client.ts";
import { GitHubError, LostAnswerError } from "../failure.ts";
import { fitBody, fitTitle } from "../fit.ts";
import type { Draft, PublishedPullRequest } from "../forge.ts";
import { keepTheirs } from "./description.ts";
import { pullsOf } from "./pulls-of-branch.ts";

interface OpenPull {
  readonly number: number;
  readonly title: string;
  readonly body?: string | null;
  readonly html_url: string;
  readonly draft?: boolean | undefined;
}

/** Stands in the title where the repository knows no drafts (private, on a free plan). */
const draftWord = "[draft] ";

const attempts = 4;

/**
 * Opens the pull request of a branch, or updates the open one. A closed one stays closed: somebody refused it, and
 * when a person gives the command again the answer is a new one.
 */
export async function openPullRequest(
  client: RepositoryClient,
  draft: Draft,
  branch: string,
): Promise<PublishedPullRequest> {
  let drafts: "supported" | "refused" = "supported";
  for (let attempt = 1; ; attempt += 1) {
    const open = await findOpen(client, branch, draft.base.branch);
    if (open) return update(client, draft, open, attempt === 1 ? "theirs" : "maybe-ours");
    try {
      return await create(client, draft, branch, drafts);
    } catch (error) {
      if (error instanceof GitHubError && error.says(/draft pull requests are not supported/i))
        drafts = "refused";
      else if (!isWorthAnotherLook(error) || attempt === attempts) throw refusalOf(error, branch);
      else await client.pause(attempt);
    }
  }
}

async function findOpen(
  client: RepositoryClient,
  branch: string,
  base: string,
): Promise<OpenPull | undefined> {
  const open = await pullsOf(client, branch, "open");
  return open.find((pull) => pull.base.ref === base) ?? open[0];
}

async function create(
  client: RepositoryClient,
  { title, body, base }: Draft,
  branch: string,
  drafts: "supported" | "refused",
): Promise<PublishedPullRequest> {
  const pull = await client.writeOnce((github, at) =>
    github.pulls.create({
      ...at,
      head: branch,
      base: base.branch,
      title: fitTitle(drafts === "supported" ? title : draftWord + title),
      body: fitBody(body),
      draft: drafts === "supported",
    }),
  );
  return { number: pull.number, url: pull.html_url, draft: pull.draft ?? false, created: true };
}

/**
 * New words, but where people changed them; the same state: whether it is a draft, open or under review is the humans'
 * affair.
 */
async function update(
  client: RepositoryClient,
  draft: Draft,
  open: OpenPull,
  origin: "theirs" | "maybe-ours",
): Promise<PublishedPullRequest> {
  const said = open.title.startsWith(draftWord) ? draftWord : "";
  const now = { title: open.title.slice(said.length), body: open.body ?? "" };
  const { title, body } = keepTheirs(now, draft);
  const pull = await client.write((github, at) =>
    github.pulls.update({
      ...{ ...at, pull_number: open.number, title: fitTitle(said + title), body: fitBody(body) },
    }),
  );
  const created = origin === "maybe-ours";
  return { number: pull.number, url: pull.html_url, draft: pull.draft ?? false, created };
}

/** It exists by now, the answer was lost, or GitHub does not see the new branch yet. */
const isWorthAnotherLook = (error: unknown): boolean =>
  error instanceof LostAnswerError ||
  (error instanceof GitHubError &&
    error.status === 422 &&
    (error.says(/already exists/i) || error.says(/"field":"head","code":"invalid"/)));

function refusalOf(error: unknown, branch: string): unknown {
  if (!(error instanceof GitHubError) || error.status !== 422) return error;
  if (error.says(/no commits between/i))
    return new UserError(
      `The branch ${branch} holds nothing that its base does not have.`,
      "If the change was merged already there is nothing left to do; else ask for what is missing.",
    );
  if (error.says(/"field":"base"/))
    return new UserError(
      "The branch that the pull request is based on is gone.",
      "Give the command again once the branch exists.",
    );
  return error;
}
