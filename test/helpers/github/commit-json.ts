import type { CommitObject, Signature } from "./git.ts";
import type { HostedRepository, Json, World } from "./world.ts";

/** A commit as `GET /git/commits/{sha}` shows it. */
export function gitCommitJson(world: World, repository: HostedRepository, commit: CommitObject): Json {
  const { owner, name, signed } = repository;
  const api = `${world.url}/repos/${owner}/${name}/git`;
  const verified = signed.has(commit.sha);
  return {
    sha: commit.sha,
    url: `${api}/commits/${commit.sha}`,
    html_url: `${world.url}/${owner}/${name}/commit/${commit.sha}`,
    author: commit.author,
    committer: commit.committer,
    message: commit.message,
    tree: { sha: commit.tree, url: `${api}/trees/${commit.tree}` },
    parents: commit.parents.map((sha) => ({ sha, url: `${api}/commits/${sha}` })),
    verification: { verified, reason: verified ? "valid" : "unsigned", signature: null, payload: null },
  };
}

/** A commit as `GET /commits/{ref}` shows it: with the accounts behind its addresses. */
export function commitJson(world: World, repository: HostedRepository, commit: CommitObject): Json {
  const { sha, html_url, parents, ...inner } = gitCommitJson(world, repository, commit);
  return {
    sha,
    html_url,
    commit: inner,
    author: accountOf(world, commit.author),
    committer: accountOf(world, commit.committer),
    parents,
  };
}

/** GitHub finds the account by the e-mail address alone: that a name stands there proves nothing. */
function accountOf(world: World, { email }: Signature): Json | null {
  if (email === "noreply@github.com") return { login: "web-flow", type: "User" };
  const login = /^(?:\d+\+)?(.+)@users\.noreply\.github\.com$/.exec(email)?.[1];
  if (login === world.botLogin) return { login, type: "Bot" };
  return login && world.permissions.has(login) ? { login, type: "User" } : null;
}
