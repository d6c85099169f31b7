import { gitCommitJson } from "./commit-json.ts";
import {
  listRefs,
  must,
  readCommit,
  readTree,
  resolveCommit,
  resolveTree,
  type Signature,
  secondsOf,
  writeBlobs,
  writeCommit,
  writeTree,
} from "./git.ts";
import { readObject } from "./objects.ts";
import { getRef, patchRef, postRef, type RefListener, refJson } from "./refs.ts";
import {
  type Answer,
  type Call,
  type HostedRepository,
  type Json,
  jsonOf,
  now,
  type Route,
  refusal,
  repositoryRoute,
  type World,
} from "./world.ts";

const sha = "(?<sha>[0-9a-f]{40})";

/** GitHub's Git Data API over the real bare repository: what it writes, a clone fetches. */
export function gitDataRoutes(world: World, moved: RefListener): readonly Route[] {
  const route = repositoryRoute(world, ["contents"], "git/");
  return [
    route("GET", `blobs/${sha}`, (repository, _call, part) => getBlob(repository, part["sha"]!)),
    route("POST", "blobs", postBlob),
    route("GET", "trees/(?<tree>.+)", getTree),
    route("POST", "trees", postTree),
    route("GET", `commits/${sha}`, (repository, _call, part) => getCommit(world, repository, part["sha"]!)),
    route("POST", "commits", (repository, call) => postCommit(world, repository, call)),
    route("GET", "ref/(?<ref>.+)", (repository, _call, part) => getRef(world, repository, part["ref"]!)),
    route("GET", "matching-refs/(?<ref>.*)", async (repository, _call, part) => {
      const refs = await listRefs(repository.repository.dir, `refs/${part["ref"]}`);
      return { status: 200, json: [...refs].map(([ref, at]) => refJson(world, repository, ref, at)) };
    }),
    route("POST", "refs", (repository, call) => postRef(world, moved, repository, call)),
    route("PATCH", "refs/(?<ref>.+)", (repository, call, part) =>
      patchRef(world, moved, repository, call, part["ref"]!),
    ),
    route("DELETE", "refs/(?<ref>.+)", async (repository, call, part) => {
      const ref = `refs/${part["ref"]}`;
      const before = (await listRefs(repository.repository.dir, ref)).get(ref);
      if (!before) return refusal(422, "Reference does not exist");
      await must(repository.repository.dir, ["update-ref", "-d", ref]);
      await moved(repository, ref, { before, after: undefined, call });
      return { status: 204 };
    }),
  ];
}

async function getBlob(repository: HostedRepository, id: string): Promise<Answer> {
  const object = await readObject(repository.repository.dir, id);
  if (object?.type !== "blob") return refusal(404, "Not Found");
  const { bytes } = object;
  return {
    status: 200,
    json: { sha: id, size: bytes.length, encoding: "base64", content: bytes.toString("base64") },
  };
}

async function postBlob(repository: HostedRepository, call: Call): Promise<Answer> {
  const { content, encoding } = jsonOf(call);
  if (typeof content !== "string") return refusal(422, "Invalid request.");
  const bytes = Buffer.from(content, encoding === "base64" ? "base64" : "utf8");
  const [sha] = await writeBlobs(repository.repository.dir, [bytes]);
  return { status: 201, json: { sha } };
}

async function getTree(repository: HostedRepository, call: Call, part: Json): Promise<Answer> {
  const { dir } = repository.repository;
  const name = part["tree"] as string;
  const id = await resolveTree(dir, name);
  if (!id || (await readObject(dir, id))?.type !== "tree") return refusal(404, "Not Found");
  const entries = await readTree(dir, id, call.query.has("recursive") ? "all" : "one");
  return { status: 200, json: { sha: id, tree: entries, truncated: false } };
}

async function postTree(repository: HostedRepository, call: Call): Promise<Answer> {
  const { dir } = repository.repository;
  const { base_tree: base, tree } = jsonOf(call) as { base_tree?: string; tree?: unknown };
  if (!Array.isArray(tree)) return refusal(422, "Invalid request.");
  const baseTree = base === undefined ? undefined : await resolveTree(dir, base);
  if (base !== undefined && (!baseTree || (await readObject(dir, baseTree))?.type !== "tree"))
    return refusal(404, "Not Found");
  const items = tree as { path?: string; mode?: string; sha?: string | null; content?: string }[];
  for (const { path, mode, sha: id, content } of items) {
    if (!path || !mode || (id === undefined && content === undefined))
      return refusal(422, "Invalid tree info");
    if (id === null && !(await resolveTree(dir, `${baseTree}:${path}`)))
      return refusal(422, "GitRPC::BadObjectState");
  }
  const inline = items.filter(({ sha: id }) => id === undefined);
  const ids = await writeBlobs(
    dir,
    inline.map(({ content }) => content!),
  );
  const entries = items.map((item) => ({
    path: item.path!,
    mode: item.mode!,
    sha: item.sha === undefined ? ids[inline.indexOf(item)]! : item.sha,
  }));
  return { status: 201, json: { sha: await writeTree(dir, baseTree, entries), truncated: false } };
}

async function getCommit(world: World, repository: HostedRepository, id: string): Promise<Answer> {
  const commit = await readCommit(repository.repository.dir, id);
  return commit ? { status: 200, json: gitCommitJson(world, repository, commit) } : refusal(404, "Not Found");
}

/** Without author fields an App's commit is signed by GitHub and made by `web-flow`; with them it is not. */
async function postCommit(world: World, repository: HostedRepository, call: Call): Promise<Answer> {
  const { dir } = repository.repository;
  const { message, tree, parents, author, committer } = jsonOf(call);
  if (typeof message !== "string" || typeof tree !== "string") return refusal(422, "Invalid request.");
  if (!(await readTree(dir, tree, "one"))) return refusal(422, "Tree SHA does not exist");
  for (const parent of (parents ?? []) as string[])
    if (!(await resolveCommit(dir, parent)))
      return refusal(422, "Parent SHA does not exist or is not a commit");
  const date = secondsOf(now(world));
  const login = call.who.kind === "user" ? call.who.login : world.botLogin;
  const self: Signature = { name: login, email: `${world.app.id}+${login}@users.noreply.github.com`, date };
  const signs = call.who.kind === "installation" && author === undefined && committer === undefined;
  const given = author ? { ...self, ...(author as Signature) } : self;
  const id = await writeCommit(dir, {
    tree,
    parents: (parents ?? []) as string[],
    author: given,
    committer: signs
      ? { name: "GitHub", email: "noreply@github.com", date }
      : { ...given, ...(committer as Signature | undefined) },
    message,
  });
  if (signs) repository.signed.add(id);
  return { status: 201, json: gitCommitJson(world, repository, (await readCommit(dir, id))!) };
}
