import type { RepositoryClient } from "../client.ts";
import { refusedWith } from "../failure.ts";
import type { Octokit } from "../session.ts";
import { type AnswerCache, answersInMemory, keptAnswer } from "./answer-cache.ts";
import type { FileHits, PublicCode, RepositoryHits } from "./public-code.ts";
import {
  fileHits,
  licenceOf,
  oneRepository,
  readmeOf,
  releasesOf,
  repositoryHits,
  textOf,
  treeOf,
} from "./public-code-shapes.ts";
import { createSearchPace, type SearchKind, type SearchPace } from "./search-pace.ts";

export interface PublicCodeOptions {
  readonly cache?: AnswerCache | undefined;
  /** An answer that is younger is taken as it is; an older one only where GitHub says that it did not change. */
  readonly freshMs?: number | undefined;
  readonly pace?: SearchPace | undefined;
  /** Hears of every request that is really sent. */
  readonly onRequest?: ((call: string) => void) | undefined;
}

const dayMs = 24 * 60 * 60_000;

/**
 * Gone or renamed away, empty (409), taken down (410, 451) or open to others only (403: blocked, single sign-on, a list
 * of addresses, no classic tokens). One repository that cannot be read is no example, and no fault. A limit that is used
 * up never comes with such a status: it is a `RateLimitedError`.
 */
const unreadable = [403, 404, 409, 410, 451];

/** The library takes a plus in `q` for a blank (`language:C++`), unless the address says where `q` stands. */
const whole = (path: string) => ({ url: `${path}{?q,per_page}` });

type Rest = Octokit["rest"];
type Headers = { readonly headers: Readonly<Record<string, string>> };
type Reply = Promise<{
  readonly status: number;
  readonly data: unknown;
  readonly headers: Readonly<Record<string, unknown>>;
}>;

/** Reads public code with the client's token, which needs to be allowed nothing. */
export function createPublicCode(client: RepositoryClient, options: PublicCodeOptions = {}): PublicCode {
  const { freshMs = dayMs, pace = createSearchPace(), onRequest = () => undefined } = options;
  const cache = options.cache ?? answersInMemory();

  /** `shape` makes what is kept of the answer's data; what GitHub does not have is undefined. */
  async function ask<T>(
    parts: readonly string[],
    call: (github: Rest, headers: Headers) => Reply,
    shape: (data: unknown) => T,
    {
      before,
      worthKeeping,
      absent = unreadable,
    }: {
      before?: () => void;
      worthKeeping?: (value: T) => boolean;
      /** Statuses that say that there is nothing to read. */
      absent?: readonly number[];
    } = {},
  ): Promise<T | undefined> {
    const kept = keptAnswer(await cache.get(parts));
    if (kept && Date.now() - kept.at < freshMs) return (kept.value ?? undefined) as T | undefined;
    before?.();
    onRequest(parts[0]!);
    const tag = kept?.etag ? { "if-none-match": kept.etag } : {};
    const keep = async (etag: string | null, value: unknown): Promise<void> =>
      cache.put(parts, Buffer.from(JSON.stringify({ etag, at: Date.now(), value: value ?? null })));
    try {
      const { etag, data } = await client.read(async (github) => {
        const reply = await call(github, { headers: tag });
        // Text where JSON belongs goes on as it is: the client knows it as a lost answer.
        if (typeof reply.data === "string") return { status: reply.status, data: reply.data as never };
        const given = reply.headers["etag"];
        const told = { etag: typeof given === "string" ? given : null, data: reply.data };
        return { status: reply.status, data: told };
      });
      const value = shape(data);
      if (worthKeeping?.(value) ?? true) await keep(etag, value);
      return value;
    } catch (error) {
      const status = refusedWith(error);
      if (status === 304 && kept) {
        await keep(kept.etag, kept.value);
        return (kept.value ?? undefined) as T | undefined;
      }
      if (status === undefined || !absent.includes(status)) throw error;
      // Whom a repository shuts out (403) depends on the token.
      if (status !== 403) await keep(null, undefined);
      return undefined;
    }
  }

  const searching = (kind: SearchKind) => ({
    before: () => pace.take(kind),
    worthKeeping: ({ incomplete }: { readonly incomplete: boolean }) => !incomplete,
    absent: [],
  });
  const none = { total: 0, incomplete: false, items: [] };
  return {
    async repositories(query, per_page) {
      const parts = ["search/repositories", query, String(per_page)];
      const call = (github: Rest, h: Headers): Reply =>
        github.search.repos({ ...h, ...whole("/search/repositories"), q: query, per_page });
      return (await ask<RepositoryHits>(parts, call, repositoryHits, searching("repositories"))) ?? none;
    },
    async files(query, per_page) {
      const parts = ["search/code", query, String(per_page)];
      const call = (github: Rest, h: Headers): Reply =>
        github.search.code({ ...h, ...whole("/search/code"), q: query, per_page });
      return (await ask<FileHits>(parts, call, fileHits, searching("code"))) ?? none;
    },
    readme: (repository) =>
      ask(
        ["readme", repository],
        (github, h) => github.repos.getReadme({ ...h, ...at(repository) }),
        readmeOf,
      ),
    head: (repository, branch) =>
      ask(
        ["branch", repository, branch],
        (github, h) => github.repos.getBranch({ ...h, ...at(repository), branch }),
        (data) => (data as { commit: { sha: string } }).commit.sha,
      ),
    repository: (repository) =>
      ask(
        ["repository", repository],
        (github, h) => github.repos.get({ ...h, ...at(repository) }),
        oneRepository,
      ),
    commit: (repository, sha) =>
      ask(
        ["commit", repository, sha],
        (github, h) => github.repos.listCommits({ ...h, ...at(repository), sha, per_page: 1 }),
        (data) => (data as readonly { sha: string }[])[0]?.sha,
      ),
    tree: (repository, commit) =>
      ask(
        ["tree", repository, commit],
        (github, h) => github.git.getTree({ ...h, ...at(repository), tree_sha: commit, recursive: "1" }),
        treeOf,
      ),
    licence: (repository, ref) =>
      ask(
        ["licence", repository, ref],
        (github, h) => github.licenses.getForRepo({ ...h, ...at(repository), ref }),
        licenceOf,
      ),
    async releases(repository) {
      const read = await ask(
        ["releases", repository],
        (github, h) => github.repos.listReleases({ ...h, ...at(repository), per_page: 100 }),
        releasesOf,
      );
      return read ?? [];
    },
    async text(repository, blob) {
      const read = await ask(
        ["blob", repository, blob],
        (github, h) => github.git.getBlob({ ...h, ...at(repository), file_sha: blob }),
        textOf,
      );
      return read ?? undefined;
    },
  };
}

function at(repository: string): { readonly owner: string; readonly repo: string } {
  const [owner = "", repo = ""] = repository.split("/");
  return { owner, repo };
}
