import type { FileChange } from "../src/source/file.ts";
import type { EmulatedGitHub } from "../test/helpers/github/start.ts";

/** What a pull request changes, read from the git repository behind the emulated GitHub. */
export async function changesOf(
  github: EmulatedGitHub,
  { base, head }: { readonly base: { readonly sha: string }; readonly head: { readonly sha: string } },
): Promise<readonly FileChange[]> {
  const { repository } = github.repository();
  const listing = await repository.git("diff", "--name-only", base.sha, head.sha);
  const at = (commit: string, path: string): Promise<string | undefined> =>
    repository.git("show", `${commit}:${path}`).then(
      (text) => `${text}\n`,
      () => undefined,
    );
  const paths = listing.split("\n").filter((path) => path !== "");
  return Promise.all(
    paths.map(async (path) => ({ path, before: await at(base.sha, path), after: await at(head.sha, path) })),
  );
}
