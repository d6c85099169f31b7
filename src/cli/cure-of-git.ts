import type { GitError } from "../workspace/git-run.ts";

/** Where git itself refused: as a rule the repository is incomplete or damaged. By name, so that a help text loads no git. */
export const cureOfGit = (error: unknown): string | undefined =>
  error instanceof Error && error.name === "GitError" ? (error as GitError).cure : undefined;
