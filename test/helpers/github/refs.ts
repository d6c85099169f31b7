import { askGit } from "./ask-git.ts";
import { listRefs, resolveCommit } from "./git.ts";
import {
  type Answer,
  type Call,
  type HostedRepository,
  type Json,
  jsonOf,
  refusal,
  type World,
} from "./world.ts";

/** Told after a branch moved by the API: `before` undefined for a new branch, `after` undefined for a deleted one. */
export type RefListener = (
  repository: HostedRepository,
  ref: string,
  move: { readonly before: string | undefined; readonly after: string | undefined; readonly call: Call },
) => Promise<void>;

export async function getRef(world: World, repository: HostedRepository, name: string): Promise<Answer> {
  const ref = `refs/${name}`;
  const { dir } = repository.repository;
  const at = (await listRefs(dir, ref)).get(ref);
  if (!at && (await listRefs(dir, "refs")).size === 0) return refusal(409, "Git Repository is empty.");
  return at ? { status: 200, json: refJson(world, repository, ref, at) } : refusal(404, "Not Found");
}

export async function postRef(
  world: World,
  moved: RefListener,
  repository: HostedRepository,
  call: Call,
): Promise<Answer> {
  const { dir } = repository.repository;
  const { ref, sha: after } = jsonOf(call);
  if (typeof ref !== "string" || !/^refs\/.+\/./.test(ref) || !(await askGit(dir, ["check-ref-format", ref])))
    return refusal(422, `${String(ref)} is not a valid ref name.`);
  if (typeof after !== "string" || !(await resolveCommit(dir, after)))
    return refusal(422, "Object does not exist");
  if (!(await askGit(dir, ["update-ref", ref, after, "0".repeat(40)])))
    return refusal(422, "Reference already exists");
  await moved(repository, ref, { before: undefined, after, call });
  return { status: 201, json: refJson(world, repository, ref, after) };
}

export async function patchRef(
  world: World,
  moved: RefListener,
  repository: HostedRepository,
  call: Call,
  name: string,
): Promise<Answer> {
  const { dir } = repository.repository;
  const ref = `refs/${name}`;
  const { sha: after, force } = jsonOf(call);
  const before = (await listRefs(dir, ref)).get(ref);
  if (!before) return refusal(422, "Reference does not exist");
  if (typeof after !== "string" || !(await resolveCommit(dir, after)))
    return refusal(422, "Object does not exist");
  if (force !== true && !(await askGit(dir, ["merge-base", "--is-ancestor", before, after])))
    return refusal(422, "Update is not a fast forward");
  if (!(await askGit(dir, ["update-ref", ref, after, before])))
    return refusal(409, "Reference update failed");
  await moved(repository, ref, { before, after, call });
  return { status: 200, json: refJson(world, repository, ref, after) };
}

export const refJson = (world: World, { owner, name }: HostedRepository, ref: string, at: string): Json => ({
  ref,
  url: `${world.url}/repos/${owner}/${name}/git/${ref}`,
  object: { type: "commit", sha: at, url: `${world.url}/repos/${owner}/${name}/git/commits/${at}` },
});
