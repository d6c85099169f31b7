import { askGit } from "./ask-git.ts";
import { changedFiles } from "./changed-files.ts";
import { commitJson } from "./commit-json.ts";
import { listRefs, must, readCommit, readFileAt, readTree, resolveCommit, resolveTree } from "./git.ts";
import {
  type Answer,
  type Call,
  type HostedRepository,
  type Json,
  type Route,
  refusal,
  repositoryRoute,
  type World,
} from "./world.ts";

/** The reading routes of a repository's code: contents, branches, commits and comparisons, out of real git. */
export function codeRoutes(world: World): readonly Route[] {
  type Work = (repository: HostedRepository, call: Call, rest: string) => Promise<Answer>;
  const any = repositoryRoute(world, ["contents"]);
  const route = (path: string, work: Work): Route =>
    any("GET", path, (repository, call, part) => work(repository, call, part["rest"] ?? ""));
  return [
    route("contents/?(?<rest>.*)", contents),
    route("branches", async (repository) => {
      const refs = await listRefs(repository.repository.dir, "refs/heads/");
      return { status: 200, json: [...refs].map(([ref, sha]) => branchJson(ref.slice(11), sha)) };
    }),
    route("branches/(?<rest>.+)", async (repository, _call, branch) => {
      const sha = (await listRefs(repository.repository.dir, "refs/heads/")).get(`refs/heads/${branch}`);
      if (!sha) return refusal(404, "Branch not found");
      const commit = await readCommit(repository.repository.dir, sha);
      const json = { ...branchJson(branch, sha), commit: commitJson(world, repository, commit!) };
      return { status: 200, json };
    }),
    route("commits", async (repository, call) => {
      const from = call.query.get("sha") ?? repository.defaultBranch;
      const start = await resolveCommit(repository.repository.dir, from);
      if (!start) return refusal(409, "Git Repository is empty.");
      const count = call.query.get("per_page") ?? "30";
      const shas = await must(repository.repository.dir, ["rev-list", `--max-count=${count}`, start]);
      return { status: 200, json: await commits(world, repository, shas) };
    }),
    route("commits/(?<rest>.+)", async (repository, _call, name) => {
      const sha = await resolveCommit(repository.repository.dir, name);
      if (!sha) return refusal(422, `No commit found for SHA: ${name}`);
      const commit = await readCommit(repository.repository.dir, sha);
      return { status: 200, json: commitJson(world, repository, commit!) };
    }),
    route("languages", languages),
    route("compare/(?<rest>.+)", (repository, _call, range) => compare(world, repository, range)),
  ];
}

async function contents(repository: HostedRepository, call: Call, path: string): Promise<Answer> {
  const { dir } = repository.repository;
  const commit = await resolveCommit(dir, call.query.get("ref") ?? repository.defaultBranch);
  if (!commit) return refusal(404, `No commit found for the ref ${call.query.get("ref")}`);
  const name = path.replace(/\/$/, "");
  const bytes = name === "" ? undefined : await readFileAt(dir, commit, name);
  if (bytes) {
    if (/\braw\b/.test(call.headers["accept"] ?? ""))
      return {
        status: 200,
        headers: { "content-type": "application/vnd.github.raw; charset=utf-8" },
        text: bytes.toString(),
      };
    const sha = await resolveTree(dir, `${commit}:${name}`);
    const content = { type: "file", encoding: "base64", content: bytes.toString("base64") };
    return {
      status: 200,
      json: { ...content, name: name.split("/").at(-1), path: name, sha, size: bytes.length },
    };
  }
  const items = await readTree(dir, `${commit}:${name}`, "one");
  if (!items) return refusal(404, "Not Found");
  const kinds: Record<string, string> = { tree: "dir", commit: "submodule" };
  const json = items.map(({ path: item, mode, type, sha, size = 0 }) => ({
    type: mode === "120000" ? "symlink" : (kinds[type] ?? "file"),
    name: item,
    path: name ? `${name}/${item}` : item,
    sha,
    size,
  }));
  return { status: 200, json };
}

const languageNames: Readonly<Record<string, string>> = {
  ...{ py: "Python", ts: "TypeScript", js: "JavaScript", go: "Go", java: "Java", rs: "Rust", rb: "Ruby" },
};

/** Bytes of each language on the default branch. */
async function languages({ repository, defaultBranch }: HostedRepository): Promise<Answer> {
  const bytes: Record<string, number> = {};
  for (const { path, size = 0 } of (await readTree(repository.dir, defaultBranch, "all")) ?? []) {
    const name = languageNames[path.split(".").at(-1)!];
    if (name) bytes[name] = (bytes[name] ?? 0) + size;
  }
  return { status: 200, json: bytes };
}

async function compare(world: World, repository: HostedRepository, range: string): Promise<Answer> {
  const { dir } = repository.repository;
  const [base, head] = await Promise.all(range.split("...").map((name) => resolveCommit(dir, name)));
  if (!base || !head) return refusal(404, "Not Found");
  const merge = (await askGit(dir, ["merge-base", base, head]))?.toString().trim();
  if (!merge) return refusal(404, `No common ancestor between ${range.replace("...", " and ")}.`);
  const counts = await must(dir, ["rev-list", "--left-right", "--count", `${base}...${head}`]);
  const [behind, ahead] = counts.trim().split("\t").map(Number) as [number, number];
  const status = ahead && behind ? "diverged" : ahead ? "ahead" : behind ? "behind" : "identical";
  const shas = await must(dir, ["rev-list", "--reverse", `${base}..${head}`]);
  const json = {
    status,
    ahead_by: ahead,
    behind_by: behind,
    total_commits: ahead,
    base_commit: commitJson(world, repository, (await readCommit(dir, base))!),
    merge_base_commit: commitJson(world, repository, (await readCommit(dir, merge))!),
    commits: await commits(world, repository, shas),
    files: await changedFiles(repository, merge, head),
  };
  return { status: 200, json };
}

/** Commits in the order of `shas`, one SHA a line. */
export async function commits(
  world: World,
  repository: HostedRepository,
  shas: string,
): Promise<readonly Json[]> {
  const all = shas.trim().split("\n").filter(Boolean);
  const read = await Promise.all(all.map((sha) => readCommit(repository.repository.dir, sha)));
  return read.map((commit) => commitJson(world, repository, commit!));
}

const branchJson = (name: string, sha: string): Json => ({ name, commit: { sha }, protected: false });
