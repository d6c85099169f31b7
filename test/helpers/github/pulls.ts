import { changedFiles } from "./changed-files.ts";
import { commits } from "./code.ts";
import { must, resolveCommit } from "./git.ts";
import type { EmulatorProxy } from "./proxy.ts";
import {
  type Answer,
  type Call,
  forbidden,
  type HostedRepository,
  type Json,
  jsonOf,
  type Route,
  refusal,
  type World,
} from "./world.ts";

const repo = "/repos/(?<owner>[^/]+)/(?<name>[^/]+)";
const failed = (error: Json): Answer => refusal(422, "Validation Failed", { errors: [error] });

/** Pull requests: kept by the emulator, with what it lacks: refusals, real heads, files, commits and diffs. */
export function pullRoutes(world: World, proxy: EmulatorProxy): readonly Route[] {
  type Work = (repository: HostedRepository, call: Call, number: number) => Promise<Answer | undefined>;
  const route = (method: string, path: string, work: Work): Route => ({
    method,
    path: new RegExp(`^${repo}/${path}$`),
    async answer(call, part) {
      const repository = world.repositories.get(`${part["owner"]}/${part["name"]}`);
      return repository ? work(repository, call, Number(part["number"])) : refusal(404, "Not Found");
    },
  });
  const ends = async (repository: HostedRepository, call: Call, number: number) => {
    const refused = forbidden(world, call, repository, { read: ["pull_requests"] });
    if (refused) return refused;
    const pull = await proxy.json(`/repos/${repository.owner}/${repository.name}/pulls/${number}`);
    if (!pull) return refusal(404, "Not Found");
    const { head, base } = (await decoratePull(repository, pull)) as Record<"head" | "base", { sha: string }>;
    const merge = await must(repository.repository.dir, ["merge-base", base.sha, head.sha]);
    return { merge: merge.trim(), head: head.sha };
  };
  return [
    route("POST", "pulls", (repository, call) => open(world, proxy, repository, call)),
    route("GET", "pulls/(?<number>\\d+)", async (repository, call, number) => {
      if (!/\bdiff\b/.test(call.headers["accept"] ?? "")) return undefined;
      const range = await ends(repository, call, number);
      if ("status" in range) return range;
      const text = await must(repository.repository.dir, ["diff", range.merge, range.head]);
      return { status: 200, headers: { "content-type": "application/vnd.github.diff; charset=utf-8" }, text };
    }),
    route("GET", "pulls/(?<number>\\d+)/files", async (repository, call, number) => {
      const range = await ends(repository, call, number);
      if ("status" in range) return range;
      const files = await changedFiles(repository, range.merge, range.head);
      return {
        status: 200,
        json: page(
          call,
          files.map((file) => withoutLarge(world, file)),
        ),
      };
    }),
    route("GET", "pulls/(?<number>\\d+)/commits", async (repository, call, number) => {
      const range = await ends(repository, call, number);
      if ("status" in range) return range;
      const list = ["rev-list", "--reverse", `${range.merge}..${range.head}`];
      const shas = await must(repository.repository.dir, list);
      return { status: 200, json: page(call, await commits(world, repository, shas)) };
    }),
    route("POST", "issues/(?<number>\\d+)/comments", async ({ owner, name }, { who }, number) => {
      if (who.kind !== "installation") return undefined;
      const issue = await proxy.json(`/repos/${owner}/${name}/issues/${number}`);
      return issue?.["locked"] === true
        ? refusal(403, "Unable to create comment because issue is locked.")
        : undefined;
    }),
    route("GET", "issues/(?<number>\\d+)", async (repository, call, number) => {
      if (!repository.pulls.has(number)) return undefined;
      const refused = forbidden(world, call, repository, { read: ["issues", "pull_requests"] });
      if (refused) return refused;
      const pull = await proxy.json(`/repos/${repository.owner}/${repository.name}/pulls/${number}`);
      return {
        status: 200,
        json: { ...pull, pull_request: { url: pull?.["url"], merged_at: pull?.["merged_at"] ?? null } },
      };
    }),
  ];
}

const page = <Item>(call: Call, all: readonly Item[]): readonly Item[] => {
  const size = Number(call.query.get("per_page") ?? 30);
  const start = (Number(call.query.get("page") ?? 1) - 1) * size;
  return all.slice(start, start + size);
};

/** GitHub shows no patch of a file that is too large. */
function withoutLarge(world: World, file: Json): Json {
  const { patch, ...rest } = file as { patch?: string };
  return (patch ?? "").length > world.longestPatch ? rest : file;
}

/** Refuses what GitHub refuses, then lets the emulator open it on branches that it knows by then. */
async function open(
  world: World,
  proxy: EmulatorProxy,
  repository: HostedRepository,
  call: Call,
): Promise<Answer | undefined> {
  const refused = forbidden(world, call, repository, { write: ["pull_requests"] });
  if (refused) return refused;
  const { owner, name } = repository;
  const wish = jsonOf(call) as {
    head?: string;
    base?: string;
    draft?: boolean;
    title?: string;
    body?: string;
  };
  const branch = wish.head?.replace(`${owner}:`, "") ?? "";
  const { dir } = repository.repository;
  const head = await resolveCommit(dir, `refs/heads/${branch}`);
  const base = await resolveCommit(dir, `refs/heads/${wish.base}`);
  if (!head) return failed({ resource: "PullRequest", field: "head", code: "invalid" });
  if (!base) return failed({ resource: "PullRequest", field: "base", code: "invalid" });
  if ((wish.title ?? "").length > 256)
    return failed({ resource: "Issue", field: "title", code: "custom", message: "title is too long" });
  if (wish.draft && world.drafts === "refused")
    return refusal(422, "Draft pull requests are not supported in this repository.");
  const twins = await proxy.json(`/repos/${owner}/${name}/pulls?state=open&head=${owner}:${branch}`);
  const says = (message: string) => failed({ resource: "PullRequest", code: "custom", message });
  if ((twins as unknown as readonly Json[]).length > 0)
    return says(`A pull request already exists for ${owner}:${branch}.`);
  if ((await must(dir, ["rev-list", "--count", `${base}..${head}`])).trim() === "0")
    return says(`No commits between ${wish.base} and ${branch}`);
  await proxy.makeBranch(repository, branch);
  if (wish.base !== repository.defaultBranch) await proxy.makeBranch(repository, wish.base!);
  return undefined;
}

/** GitHub goes on naming the commit of a branch that was deleted. By folder, number and side. */
const lastTips = new Map<string, string>();

/** Puts the real commits into a pull request of the emulator, which keeps made-up ones. */
export async function decoratePull(repository: HostedRepository, pull: Json): Promise<Json> {
  const { dir } = repository.repository;
  repository.pulls.add(pull["number"] as number);
  const number = pull["number"] as number;
  const fork = repository.forks.get(number);
  const end = async (side: "head" | "base"): Promise<Json> => {
    const known = pull[side] as Json;
    const at = side === "head" && fork ? fork.repository.dir : dir;
    const sha = await resolveCommit(at, `refs/heads/${known["ref"]}`);
    if (sha) lastTips.set(`${dir} ${number} ${side}`, sha);
    return { ...known, sha: sha ?? lastTips.get(`${dir} ${number} ${side}`) ?? known["sha"] };
  };
  const [head, base] = [await end("head"), await end("base")];
  const whole = { ...pull, head, base, maintainer_can_modify: repository.editable.has(number) };
  if (!fork) return whole;
  if (fork.deleted) return { ...whole, head: { ...head, label: "unknown repository", repo: null } };
  // A fork has a number of its own.
  const { id, owner } = fork;
  const repo = { ...(head["repo"] as Json), id, fork: true, owner: { login: owner } };
  return { ...whole, head: { ...head, label: `${owner}:${String(head["ref"])}`, repo } };
}
