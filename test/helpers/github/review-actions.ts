import { setTimeout as sleep } from "node:timers/promises";
import type { TestFiles } from "../repository.ts";
import { addForeign, json as checkJson, type ForeignCheck, type StoredCheck } from "./check-runs.ts";
import type { Deliveries } from "./deliveries.ts";
import { headRepository, makeFork } from "./forks.ts";
import { must } from "./git.ts";
import type { EmulatorProxy } from "./proxy.ts";
import { decoratePull } from "./pulls.ts";
import {
  isOutdated,
  type ReviewStore,
  replaceLines,
  type StoredComment,
  type StoredReview,
} from "./review-store.ts";
import type { HostedRepository, Json, World } from "./world.ts";

/** What people do with reviews and check runs on the site. */
export interface ReviewActions {
  /** Commits to a new branch and opens a pull request of it; GitHub tells the App. */
  openPull(files: TestFiles, options: PullWish): Promise<OpenedPull>;
  /** Commits to the branch of a pull request; GitHub tells the App. The new head. */
  pushToPull(pull: OpenedPull, files: TestFiles): Promise<string>;
  reviews(pull: number, where?: string): readonly StoredReview[];
  reviewComments(pull: number, where?: string): readonly StoredComment[];
  /** Of this conversation: whether somebody resolved it, and whether its lines changed since. */
  thread(comment: StoredComment): Promise<{ readonly resolved: boolean; readonly outdated: boolean }>;
  /** Presses "Commit suggestion"; the new head. Throws where GitHub does not offer the button. */
  commitSuggestion(comment: StoredComment): Promise<string>;
  /** Comments on a line of the diff, or answers in a conversation there, and tells the App. */
  commentOnDiff(
    pull: number,
    wish: { readonly body: string } & (
      | { readonly path: string; readonly line: number }
      | { readonly to: number }
    ),
    as: string,
  ): Promise<number>;
  checks(): readonly StoredCheck[];
  /** Adds a check run of another program to a commit of the first repository. */
  addCheck(check: ForeignCheck): StoredCheck;
  /** Presses "Re-run", or a button of ours, on a check run. */
  pressCheck(
    check: StoredCheck,
    button: "rerequest" | { readonly action: string },
    as: string,
  ): Promise<void>;
}

export interface PullWish {
  readonly as: string;
  readonly title?: string;
  readonly body?: string;
  readonly branch?: string;
  readonly draft?: boolean;
  /** Comes from the fork of this person. */
  readonly fork?: string;
  /** The commit that it is based on, by any name; then it has a base branch of its own. */
  readonly base?: string;
  /** A repository other than the first one. */
  readonly in?: string;
}

export interface OpenedPull {
  readonly number: number;
  readonly branch: string;
  /** When it was opened. */
  readonly head: string;
}

export interface ReviewParts {
  readonly tokenOf: (login: string) => string;
  readonly repositoryOf: (name?: string) => HostedRepository;
  readonly world: World;
  readonly proxy: EmulatorProxy;
  readonly store: ReviewStore;
  readonly stored: StoredCheck[];
  readonly deliveries: Deliveries;
}

export function createReviewActions(parts: ReviewParts): ReviewActions {
  const { world, proxy, store, stored, deliveries, tokenOf, repositoryOf } = parts;
  let opened = 0;
  const headOf = async ({ repository, pull }: StoredComment) => {
    const found = await proxy.json(`/repos/${repository.owner}/${repository.name}/pulls/${pull}`);
    const { head, state } = (await decoratePull(repository, found!)) as {
      head: { ref: string; sha: string };
      state: string;
    };
    return { ...head, state };
  };
  return {
    async openPull(files, { as, title = "A topic", body = "", draft = false, ...more }) {
      opened += 1;
      const { repository, owner, name, defaultBranch } = repositoryOf(more.in);
      const branch = more.branch ?? `topic-${opened}`;
      const base = more.base === undefined ? defaultBranch : `base-${opened}`;
      if (more.base !== undefined) await repository.git("update-ref", `refs/heads/${base}`, more.base);
      await repository.git("update-ref", `refs/heads/${branch}`, `refs/heads/${base}`);
      const head = await repository.add(files, { branch, message: title });
      const answer = await fetch(`${world.url}/repos/${owner}/${name}/pulls`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokenOf(as)}` },
        body: JSON.stringify({ title, body, draft, head: branch, base }),
      });
      if (!answer.ok) throw new Error(await answer.text());
      const { number } = (await answer.json()) as { number: number };
      if (more.fork !== undefined)
        await makeFork(world, repositoryOf(more.in), number, { owner: more.fork, branch });
      const told = (): boolean =>
        deliveries.log.some(
          ({ event, payload }) =>
            event === "pull_request" &&
            payload["number"] === number &&
            (payload["repository"] as Json)["name"] === name,
        );
      // GitHub tells the App a moment later; who waits for that knows what belongs to what.
      for (let round = 0; round < 6_000 && !told(); round += 1) await sleep(10);
      return { number, branch, head };
    },
    async pushToPull({ number, branch }, files) {
      const { owner, name } = repositoryOf();
      const head = await headRepository(repositoryOf(), number).repository.add(files, { branch });
      const pull = await proxy.json(`/repos/${owner}/${name}/pulls/${number}`);
      const payload: Json = {
        ...{ action: "synchronize", number, pull_request: await decoratePull(repositoryOf(), pull!) },
        repository: await proxy.json(`/repos/${owner}/${name}`),
        installation: { id: world.installationId },
        sender: { login: owner, id: 1, type: "User" },
      };
      await deliveries.deliver({ event: "pull_request", payload });
      return head;
    },
    reviews: (pull, where) => store.reviews.filter(isOn(repositoryOf(where), pull)),
    reviewComments: (pull, where) => store.comments.filter(isOn(repositoryOf(where), pull)),
    thread: async (comment) => ({
      resolved: store.resolved.has(comment.threadId),
      outdated: await isOutdated(comment, (await headOf(comment)).sha),
    }),
    async commitSuggestion(comment) {
      const { ref, sha, state } = await headOf(comment);
      const lines = suggestionIn(comment.body);
      if (state !== "open" || !lines || comment.side !== "RIGHT")
        throw new Error("There is nothing to commit.");
      const texts = await replaceLines(comment, sha, lines);
      if (!texts) throw new Error("The suggestion is outdated.");
      if (texts.before === texts.after) throw new Error("The suggestion is what stands there.");
      return headRepository(comment.repository, comment.pull).repository.add(
        { [comment.path]: texts.after },
        { branch: ref, message: "Apply suggestion from code review" },
      );
    },
    async commentOnDiff(number, wish, as) {
      const [repository] = world.repositories.values();
      const { owner, name } = repository!;
      const { to, ...rest } = wish as { to?: number };
      const answer = await fetch(`${world.url}/repos/${owner}/${name}/pulls/${number}/comments`, {
        method: "POST",
        headers: { authorization: `Bearer ${tokenOf(as)}` },
        body: JSON.stringify(to === undefined ? rest : { ...rest, in_reply_to: to }),
      });
      const comment = (await answer.json()) as Json;
      if (!answer.ok) throw new Error(JSON.stringify(comment));
      const found = await proxy.json(`/repos/${owner}/${name}/pulls/${number}`);
      const user = { login: as, id: [...world.permissions.keys()].indexOf(as) + 1, type: "User" };
      const payload: Json = {
        action: "created",
        comment: { ...comment, user, diff_hunk: "@@ -1,3 +1,4 @@" },
        pull_request: { ...(await decoratePull(repository!, found!)), locked: false },
        repository: await proxy.json(`/repos/${owner}/${name}`),
        installation: { id: world.installationId },
        sender: user,
      };
      await deliveries.deliver({ event: "pull_request_review_comment", payload });
      return comment["id"] as number;
    },
    checks: () => stored,
    addCheck: (check) => addForeign(stored, [...world.repositories.values()][0]!, check),
    async pressCheck(check, button, as) {
      const { repository } = check;
      const action = button === "rerequest" ? "rerequested" : "requested_action";
      const numbers = await pullsAt(repository, proxy, check.commit);
      const payload: Json = {
        action,
        check_run: { ...checkJson(world, check), pull_requests: numbers.map((number) => ({ number })) },
        ...(button === "rerequest" ? {} : { requested_action: { identifier: button.action } }),
        repository: await proxy.json(`/repos/${repository.owner}/${repository.name}`),
        installation: { id: world.installationId },
        sender: { login: as, id: [...world.permissions.keys()].indexOf(as) + 1, type: "User" },
      };
      await deliveries.deliver({ event: "check_run", payload });
    },
  };
}

const isOn =
  (repository: HostedRepository, pull: number) =>
  (one: StoredReview | StoredComment): boolean =>
    one.repository === repository && one.pull === pull;

/** The lines of the first suggestion in a comment; undefined where there is none. */
export function suggestionIn(body: string): readonly string[] | undefined {
  const lines = body.split("\n");
  const start = lines.findIndex((line) => /^`{3,}suggestion\s*$/.test(line));
  if (start < 0) return undefined;
  const fence = /^`+/.exec(lines[start]!)![0];
  const end = lines.findIndex(
    (line, at) => at > start && new RegExp(`^\`{${fence.length},}\\s*$`).test(line),
  );
  return lines.slice(start + 1, end < 0 ? undefined : end);
}

async function pullsAt(
  repository: HostedRepository,
  proxy: EmulatorProxy,
  commit: string,
): Promise<readonly number[]> {
  const found: number[] = [];
  for (const number of repository.pulls) {
    const pull = await proxy.json(`/repos/${repository.owner}/${repository.name}/pulls/${number}`);
    const { head } = (await decoratePull(repository, pull!)) as { head: { sha: string } };
    const holds = await must(repository.repository.dir, [
      "merge-base",
      "--is-ancestor",
      commit,
      head.sha,
    ]).then(
      () => true,
      () => false,
    );
    if (holds) found.push(number);
  }
  return found;
}
