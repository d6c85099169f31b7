import type { TestFiles } from "../repository.ts";
import type { Deliveries } from "./deliveries.ts";
import { listRefs } from "./git.ts";
import type { HostedRepository, Json, Permission, World } from "./world.ts";

/** What people do on the site, in one line each. `in` names a repository; the first one unless given. */
export interface Actions {
  openIssue(title: string, body: string, options: As): Promise<Json & { readonly number: number }>;
  comment(issue: number, body: string, options: As): Promise<Comment>;
  editComment(id: number, body: string, options: As): Promise<Comment>;
  /** Edits an issue's text and tells the App. */
  editIssue(number: number, body: string, options: As): Promise<Json>;
  issue(number: number, where?: string): Promise<Issue>;
  closeIssue(number: number, options: As): Promise<Json>;
  reopenIssue(number: number, options: As): Promise<Json>;
  closePull(number: number, options: As): Promise<Json>;
  /** Merges it; the branches themselves stay as they are. */
  mergePull(number: number, options: As): Promise<Json>;
  /** Chooses another branch that it is to be merged into. */
  retargetPull(number: number, base: string, options: As): Promise<Json>;
  /** Comments of an issue or pull request, oldest first, all of them. */
  comments(issue: number, where?: string): Promise<readonly Comment[]>;
  reactions(
    comment: number,
    where?: string,
  ): Promise<readonly { content: string; user: { login: string } }[]>;
  pull(number: number, where?: string): Promise<Pull>;
  /** Newest first, open and closed. */
  pulls(where?: string): Promise<readonly Pull[]>;
  /** Name to SHA. */
  branches(where?: string): Promise<ReadonlyMap<string, string>>;
  setPermission(login: string, permission: Permission): void;
  /** Commits these files to `main`, or to another branch, and tells the App; the commit's SHA. */
  push(files: TestFiles, options?: { readonly branch?: string; readonly in?: string }): Promise<string>;
}

export interface As {
  readonly as: string;
  readonly in?: string;
}

export interface Comment {
  readonly id: number;
  readonly body: string;
  readonly user: { readonly login: string };
  readonly html_url: string;
  readonly created_at: string;
  readonly updated_at: string;
}

export interface Issue {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly user: { readonly login: string; readonly type: string; readonly id: number };
}

export interface Pull {
  readonly number: number;
  readonly title: string;
  readonly body: string;
  readonly state: "open" | "closed";
  readonly draft: boolean;
  readonly html_url: string;
  readonly user: { readonly login: string };
  readonly head: { readonly ref: string; readonly sha: string };
  readonly base: { readonly ref: string; readonly sha: string };
}

export function createActions(
  world: World,
  url: string,
  repositoryOf: (name?: string) => HostedRepository,
  tokenOf: (login: string) => string,
  deliveries: Deliveries,
): Actions {
  let pushes = 0;
  const ask = async <T>(method: string, path: string, login: string, body?: Json): Promise<T> => {
    const answer = await fetch(`${url}${path}`, {
      method,
      headers: { authorization: `Bearer ${tokenOf(login)}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${login}: ${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text) as T;
  };
  const api = (where?: string): string => {
    const { owner, name } = repositoryOf(where);
    return `/repos/${owner}/${name}`;
  };
  const read = <T>(path: string, where?: string): Promise<T> =>
    ask("GET", `${api(where)}${path}`, repositoryOf(where).owner);
  return {
    openIssue: (title, body, { as, in: where }) => ask("POST", `${api(where)}/issues`, as, { title, body }),
    comment: (issue, body, { as, in: where }) =>
      ask("POST", `${api(where)}/issues/${issue}/comments`, as, { body }),
    editComment: (id, body, { as, in: where }) =>
      ask("PATCH", `${api(where)}/issues/comments/${id}`, as, { body }),
    issue: (number, where) => read(`/issues/${number}`, where),
    async editIssue(number, body, { as, in: where }) {
      const before = await read<Issue>(`/issues/${number}`, where);
      const issue = await ask<Json>("PATCH", `${api(where)}/issues/${number}`, as, { body });
      // The emulated GitHub itself says nothing of an edit.
      const payload: Json = {
        ...{ action: "edited", issue, changes: { body: { from: before.body } } },
        repository: await read("", where),
        installation: { id: world.installationId },
        sender: { login: as, id: 4711, type: "User" },
      };
      await deliveries.deliver({ event: "issues", payload });
      return issue;
    },
    closeIssue: (number, { as, in: where }) =>
      ask("PATCH", `${api(where)}/issues/${number}`, as, { state: "closed" }),
    reopenIssue: (number, { as, in: where }) =>
      ask("PATCH", `${api(where)}/issues/${number}`, as, { state: "open" }),
    closePull: (number, { as, in: where }) =>
      ask("PATCH", `${api(where)}/pulls/${number}`, as, { state: "closed" }),
    retargetPull: (number, base, { as, in: where }) =>
      ask("PATCH", `${api(where)}/pulls/${number}`, as, { base }),
    mergePull: (number, { as, in: where }) => ask("PUT", `${api(where)}/pulls/${number}/merge`, as, {}),
    async comments(issue, where) {
      const all: Comment[] = [];
      for (let page = 1; all.length === (page - 1) * 100; page += 1)
        all.push(...(await read<Comment[]>(`/issues/${issue}/comments?per_page=100&page=${page}`, where)));
      return all;
    },
    reactions: (comment, where) => read(`/issues/comments/${comment}/reactions?per_page=100`, where),
    pull: (number, where) => read(`/pulls/${number}`, where),
    pulls: (where) => read("/pulls?state=all&per_page=100", where),
    async branches(where) {
      const refs = await listRefs(repositoryOf(where).repository.dir, "refs/heads/");
      return new Map([...refs].map(([ref, sha]) => [ref.slice("refs/heads/".length), sha]));
    },
    setPermission: (login, permission) => void world.permissions.set(login, permission),
    async push(files, { branch = "main", in: where } = {}) {
      const { repository, owner, id, name, defaultBranch } = repositoryOf(where);
      const after = await repository.add(files, { branch });
      pushes += 1;
      const payload: Json = {
        ...{ ref: `refs/heads/${branch}`, before: repository.commit, after, deleted: false },
        repository: {
          ...{ id, name, owner: { login: owner, name: owner }, default_branch: defaultBranch },
          // Seconds, as in this event alone; each push of a test a second later, since none takes one.
          pushed_at: Math.floor(Date.now() / 1000) + pushes,
        },
        installation: { id: world.installationId },
        sender: { login: owner, type: "User" },
      };
      await deliveries.deliver({ event: "push", payload });
      return after;
    },
  };
}
