import { branchName } from "./branch-name.ts";
import type { RepositoryClient } from "./client.ts";
import { GitHubError, LostAnswerError } from "./failure.ts";
import type { BranchOutcome, Draft } from "./forge.ts";
import type { AppIdentity } from "./identity.ts";
import { writeTree } from "./tree.ts";

/** What stands on GitHub before we write. */
type Situation =
  | { readonly kind: "no-branch" }
  | { readonly kind: "ours"; readonly branch: string; readonly tip: string }
  | Exclude<BranchOutcome, { kind: "pushed" }>;

/** Somebody else, or an attempt of ours whose answer was lost, may be quicker: then all is looked at again. */
const attempts = 3;

/**
 * Writes the draft as one commit on its branch, new or existing. The commit names no author, so GitHub signs it as
 * the App's; the branch only moves forward (`force: false`), so a push that comes between is refused by GitHub.
 */
export async function pushBranch(
  client: RepositoryClient,
  identity: AppIdentity,
  draft: Draft,
): Promise<BranchOutcome> {
  const name = branchName(draft);
  const commitOn = createCommitter(client, draft);
  for (let attempt = 1; ; attempt += 1) {
    const found = await lookAtBranch(client, identity, draft);
    if (found.kind === "adopted" || found.kind === "human-branch") return found;
    const branch = found.kind === "ours" ? found.branch : name;
    const commit = await commitOn(found.kind === "ours" ? found.tip : undefined);
    try {
      if (found.kind === "ours") await moveBranch(client, branch, commit);
      else await createBranch(client, branch, commit);
      return { kind: "pushed", branch, commit };
    } catch (error) {
      if (!isWorthAnotherLook(error) || attempt === attempts) throw error;
      await client.pause(attempt);
    }
  }
}

/** Whose branch of this prefix there is. Ours goes before a human's beside it. */
async function lookAtBranch(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  draft: Draft,
): Promise<Situation> {
  const refs = await client.read((github, at) =>
    github.git.listMatchingRefs({ ...at, ref: `heads/${draft.branchPrefix}` }),
  );
  let ours: Situation | undefined;
  let humans: Situation | undefined;
  for (const { ref, object } of refs) {
    const branch = ref.slice("refs/heads/".length);
    const tip = object.sha;
    const commit = await client.read((github, at) => github.repos.getCommit({ ...at, ref: tip }));
    const byBot = isOfBot(commit, botLogin);
    const known = draft.ourTips.includes(tip);
    if ((byBot || known) && runOf(commit.commit.message) === draft.runId)
      return { kind: "adopted", branch, commit: tip };
    if (byBot || known) ours ??= { kind: "ours", branch, tip };
    else humans ??= { kind: "human-branch", branch, tip };
  }
  return ours ?? humans ?? { kind: "no-branch" };
}

/**
 * The App's bot is the author and GitHub, or the bot itself on a server that does not sign, the committer. Whoever
 * amends or rebases our commit becomes its committer, and it is theirs then.
 */
function isOfBot({ author, committer }: { author: unknown; committer: unknown }, botLogin: string): boolean {
  const login = (who: unknown): string | undefined => (who as { login?: string } | null)?.login;
  return login(author) === botLogin && [botLogin, "web-flow"].includes(login(committer) ?? "");
}

/** The run that a commit message names in its trailers. */
function runOf(message: string): string | undefined {
  return /^CodeRAG-Run: *(\S+)[ \r]*$/m.exec(
    message
      .trimEnd()
      .split(/\n\s*\n/)
      .at(-1) ?? "",
  )?.[1];
}

/** Makes the draft's commit, on the base or on a tip of ours; the tree is written once. */
function createCommitter(client: RepositoryClient, draft: Draft) {
  let written: Promise<string> | undefined;
  const commits = new Map<string, string>();
  const tree = async (): Promise<string> => {
    const base = await client.read((github, at) =>
      github.git.getCommit({ ...at, commit_sha: draft.base.commit }),
    );
    return writeTree(client, base.tree.sha, draft.changes);
  };
  return async (tip: string | undefined): Promise<string> => {
    const known = commits.get(tip ?? "");
    if (known) return known;
    written ??= tree();
    const commit = await client.write(async (github, at) =>
      github.git.createCommit({
        ...at,
        message: withTrailer(draft),
        tree: await written!,
        parents: await parentsOf(client, draft, tip),
      }),
    );
    commits.set(tip ?? "", commit.sha);
    return commit.sha;
  };
}

/** On a branch of ours the old tip stays in the history, and so does a base that has moved on since. */
async function parentsOf(
  client: RepositoryClient,
  { base }: Draft,
  tip: string | undefined,
): Promise<string[]> {
  if (tip === undefined) return [base.commit];
  const { status } = await client.read((github, at) =>
    github.repos.compareCommitsWithBasehead({ ...at, basehead: `${base.commit}...${tip}`, per_page: 1 }),
  );
  const contained = status === "ahead" || status === "identical";
  return contained ? [tip] : [tip, base.commit];
}

async function createBranch(client: RepositoryClient, branch: string, sha: string): Promise<void> {
  await client.writeOnce((github, at) => github.git.createRef({ ...at, ref: `refs/heads/${branch}`, sha }));
}

async function moveBranch(client: RepositoryClient, branch: string, sha: string): Promise<void> {
  await client.writeOnce((github, at) =>
    github.git.updateRef({ ...at, ref: `heads/${branch}`, sha, force: false }),
  );
}

/** The branch exists by now, has moved, is gone, or we do not know: all of that is answered by looking. */
const isWorthAnotherLook = (error: unknown): boolean =>
  error instanceof LostAnswerError ||
  (error instanceof GitHubError && (error.status === 422 || error.status === 409 || error.status === 404));

/** By the trailer a later attempt knows its own commit again. */
function withTrailer({ commitMessage, runId }: Draft): string {
  const message = commitMessage.replaceAll("\0", "").toWellFormed().trimEnd();
  if (runOf(message) === runId) return `${message}\n`;
  const trailers = /^[A-Za-z][A-Za-z-]*: \S/.test(
    message
      .split(/\n\s*\n/)
      .slice(1)
      .at(-1) ?? "",
  );
  return `${message}${trailers ? "\n" : "\n\n"}CodeRAG-Run: ${runId}\n`;
}
