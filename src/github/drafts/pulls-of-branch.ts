import type { RepositoryClient } from "../client.ts";

/** The pull requests of a branch of the repository itself, at most a hundred. */
export async function pullsOf(client: RepositoryClient, branch: string, state: "open" | "all") {
  const listed = await client.read((github, at) =>
    github.pulls.list({ ...at, state, head: `${at.owner}:${branch}`, per_page: 100 }),
  );
  // GitHub ignores a head that it does not understand and lists everything: never take the first unseen.
  return listed.filter(({ head, base: { repo } }) => head.ref === branch && head.repo?.id === repo.id);
}
