/** Where git itself refused: as a rule the repository is incomplete or damaged. By name, so that a help text loads no git. */
export function cureOfGit(error: unknown): string | undefined {
  if (!(error instanceof Error) || error.name !== "GitError") return undefined;
  const { remedy } = error as Error & { readonly remedy?: string };
  return remedy;
}
