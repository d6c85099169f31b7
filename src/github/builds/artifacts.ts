/**
 * The index that a repository's own build made: the newest artifact called `index.scip` or `scip` of GitHub Actions.
 * It comes from a run on the branch that is worked on, in this repository itself: a pull request of a stranger runs
 * builds too, and could hand in an index of its own.
 */
import type { RepositoryClient } from "../client.ts";
import { GitHubError, isPermissionRefusal, LostAnswerError } from "../failure.ts";
import type { BranchHead, BuiltIndex } from "../forge.ts";
import { fromStorage } from "./storage.ts";
import { BadArchiveError, bounded, unzipOne } from "./unzip.ts";

/** Bytes of the archive and of the index in it. */
const artifactLimits = { archiveBytes: 100 * 2 ** 20, indexBytes: 200 * 2 ** 20 };
const names = ["index.scip", "scip"];

interface Artifact {
  readonly id: number;
  readonly name: string;
  readonly size: number;
  readonly commit: string;
  readonly createdAt: string;
}

/**
 * Of the commit itself where there is one, else the newest of the branch: files that differ are told apart later by
 * their text. Never throws for what a build left or GitHub refuses; `actions: read` is a permission one may withhold.
 */
export async function findBuiltIndex(
  client: RepositoryClient,
  base: BranchHead,
  limits = artifactLimits,
): Promise<BuiltIndex> {
  try {
    const artifact = await newest(client, base);
    if (!artifact) return { kind: "none" };
    if (artifact.size > limits.archiveBytes) return leftOut(artifact, "it is too large");
    const archive = await download(client, artifact, limits.archiveBytes);
    if (!archive) return leftOut(artifact, "it could not be downloaded");
    const bytes = await unzipOne(archive, /(?:^|\/)[^/]*\.scip$/, limits.indexBytes);
    if (!bytes) return leftOut(artifact, "it holds no file that ends in .scip");
    return { kind: "found", name: nameOf(artifact), bytes };
  } catch (error) {
    if (error instanceof BadArchiveError)
      return { kind: "left out", note: `An index of the repository's build was not used: ${error.message}` };
    // Most builds leave none: what the host withholds is told in docs/operators.md, and not in each draft.
    if (isPermissionRefusal(error)) return { kind: "none" };
    if (error instanceof GitHubError || error instanceof LostAnswerError)
      return { kind: "left out", note: "GitHub did not give the index of the repository's build." };
    throw error;
  }
}

const nameOf = ({ name, commit }: Artifact): string => `${name} of the build of ${commit.slice(0, 12)}`;

const leftOut = (artifact: Artifact, why: string): BuiltIndex => ({
  kind: "left out",
  note: `${nameOf(artifact)} was not used: ${why}.`,
});

async function newest(
  client: RepositoryClient,
  { branch, commit }: BranchHead,
): Promise<Artifact | undefined> {
  const found: Artifact[] = [];
  for (const name of names) {
    const { artifacts } = await client.read((github, at) =>
      github.actions.listArtifactsForRepo({ ...at, name, per_page: 100 }),
    );
    for (const { id, expired, size_in_bytes: size, created_at, workflow_run: run } of artifacts) {
      const isOwn = run?.head_repository_id !== undefined && run.head_repository_id === run.repository_id;
      if (expired || !isOwn || run.head_branch !== branch || !run.head_sha) continue;
      found.push({ id, name, size, commit: run.head_sha, createdAt: created_at ?? "" });
    }
  }
  const isHere = (one: Artifact): number => Number(one.commit === commit);
  return found.sort((a, b) => isHere(b) - isHere(a) || (a.createdAt < b.createdAt ? 1 : -1))[0];
}

/** Undefined where storage does not give it, and where it is larger than was said. */
const download = (
  client: RepositoryClient,
  { id }: Artifact,
  bytesAtMost: number,
): Promise<Buffer | undefined> =>
  fromStorage(
    client,
    (github, at) =>
      github.actions.downloadArtifact({
        ...{ ...at, artifact_id: id, archive_format: "zip", request: { redirect: "manual" } },
      }),
    async (answer) => {
      if (Number(answer.headers.get("content-length")) <= bytesAtMost)
        return bounded(answer.body!, bytesAtMost);
      await answer.body!.cancel();
      return undefined;
    },
  );
