import { inlineCode } from "../../delivery/code.ts";
import type { Barred } from "../../github/forge.ts";
import type { ForkAccess } from "../../github/forks.ts";
import type { PullSnapshot } from "../../github/pull.ts";
import type { RepositoryRef } from "../../github/session.ts";
import type { Surroundings } from "../surroundings.ts";

/** Whether a commit may go onto the branch of a pull request that comes from a fork. Survives JSON. */
export type ForkPush =
  | { readonly kind: "allowed"; readonly fork: RepositoryRef }
  | ({ readonly kind: "barred" } & Barred);

/**
 * Three have to want it: this repository by its configuration, the pull request's author by the box that GitHub offers,
 * and whoever installed the App on the fork. The first one that does not is named; where the fork is gone, nobody's
 * leave helps.
 */
export async function forkPush(
  { head, maintainerCanModify }: Pick<PullSnapshot, "head" | "maintainerCanModify">,
  { config, reader }: Pick<Surroundings, "config" | "reader">,
): Promise<ForkPush> {
  const fork = head.repository;
  if (!fork)
    return barred(
      "The fork that this pull request comes from is gone.",
      "Open a pull request from a branch that exists.",
    );
  if (!config.commits.forks)
    return barred(
      "This pull request comes from a fork, and this repository does not ask CodeRAG to push to forks.",
      "Set `commits: { forks: true }` in `.github/coderag.yml` to have it pushed.",
    );
  if (!maintainerCanModify)
    return barred(
      "The author of this pull request does not let maintainers edit it.",
      "Its author can tick `Allow edits by maintainers` at its side; GitHub offers that for forks of persons.",
    );
  const access = await reader.forkAccess(fork);
  return access.kind === "granted"
    ? { kind: "allowed", fork }
    : { kind: "barred", ...refusals[access.why](inlineCode(`${fork.owner}/${fork.name}`)) };
}

/** What runs of earlier versions recorded says of a fork only that it is one. */
export const unknownFork: ForkPush = {
  kind: "barred",
  cause: "This pull request comes from a fork.",
  cure: "Give the command again to have it pushed, where that is allowed.",
};

const barred = (cause: string, cure: string): ForkPush => ({ kind: "barred", cause, cure });

type Refusal = Extract<ForkAccess, { kind: "refused" }>["why"];

const refusals: Readonly<Record<Refusal, (fork: string) => Barred>> = {
  "not installed": (fork) => ({
    cause: `The GitHub App is not installed on the fork ${fork}, and GitHub lets it write nowhere else.`,
    cure: "The fork's owner can install it there.",
  }),
  suspended: (fork) => ({
    cause: `The installation of the GitHub App on the fork ${fork} is suspended.`,
    cure: "The fork's owner can lift that in the settings of the account.",
  }),
  "read only": (fork) => ({
    cause: `The installation of the GitHub App on the fork ${fork} does not grant it to write code.`,
    cure: "The fork's owner can grant `contents: write` in the settings of the account.",
  }),
  "given token": (fork) => ({
    cause: `The token of this workflow cannot write to the fork ${fork}.`,
    cure: "Only CodeRAG as a GitHub App pushes to forks.",
  }),
};
