import { GitHubError, graphqlFailure, isUnknownYet, refusedWith } from "./failure.ts";
import type { Patience } from "./patience.ts";
import type { Octokit, Session, Transport } from "./session.ts";

/** Where a call goes: spread into the parameters of an Octokit method. */
export interface At {
  readonly owner: string;
  readonly repo: string;
}

type Ask<T> = (github: Octokit["rest"], at: At) => Promise<Answer<T>>;

interface Answer<T> {
  readonly data: T;
  readonly status: number;
  /** Who answered in the end, where redirections were followed. */
  readonly url?: string;
}

/** To where GitHub leads whoever asks for a repository, or for one of its issues, by a name that it had. */
const redirected = /\/repositories\/\d+(?:\/|$)/;

/** One repository with one token. Each method gives the data of the answer, or throws as `failure.ts` says. */
export interface RepositoryClient {
  /** A read, repeated on passing faults. */
  read<T>(ask: Ask<T>): Promise<T>;
  /** A read that answers undefined for 404. */
  find<T>(ask: Ask<T>): Promise<T | undefined>;
  /** All pages of a list, 100 an answer, for a caller that may stop early. */
  pages<T>(
    ask: (github: Octokit["rest"], page: Page) => Promise<{ data: T[]; status: number }>,
  ): AsyncGenerator<T>;
  /** A write that does no harm twice, repeated on passing faults. */
  write<T>(ask: Ask<T>): Promise<T>;
  /** A write that must not happen twice: throws `LostAnswerError` where it may have happened. */
  writeOnce<T>(ask: Ask<T>): Promise<T>;
  /**
   * Asks in GraphQL, for what REST does not know. The query may name `$owner` and `$repo`. A write must do no harm
   * twice: both are repeated on passing faults.
   */
  graphql<T>(
    query: string,
    variables: Readonly<Record<string, unknown>>,
    kind?: "read" | "write",
  ): Promise<T>;
  /** Waits before another look; `attempt` counts from 1. */
  pause(attempt: number): Promise<void>;
  /** Whose repository it is, by GitHub's own answer. */
  at(): Promise<At>;
}

export interface Page extends At {
  readonly per_page: 100;
  readonly page: number;
}

/** A token is minted when it is first needed and thrown away after this time: it lives for an hour at most. */
const tokenLifeMs = 5 * 60_000;

/** How often, and until when after it was minted, a token that is perhaps not known everywhere is used once more. */
const settling = { attempts: 4, milliseconds: 10_000 };

interface Opened {
  /** By `performance.now()`; before that GitHub's refusal may be a delay of its own. */
  readonly settledAt: number;
  readonly rest: Octokit["rest"];
  readonly graphql: Octokit["graphql"];
  readonly at: At;
}

/** `open` mints. A token that GitHub no longer takes is replaced once a call; one that it does not know yet is waited for. */
export function createRepositoryClient(transport: Transport, open: () => Promise<Session>): RepositoryClient {
  const { patience } = transport;
  let current: { readonly opened: Promise<Opened>; readonly until: number } | undefined;

  const connect = async (): Promise<Opened> => {
    const { token, owner, repo, minted } = await open();
    const { rest, graphql } = transport.octokit(token === undefined ? undefined : { token });
    const settledAt = minted ? performance.now() + settling.milliseconds : 0;
    return { rest, graphql, at: { owner, repo }, settledAt };
  };
  const session = async (): Promise<Opened> => {
    if (!current || current.until < performance.now())
      current = { opened: connect(), until: performance.now() + tokenLifeMs };
    const { opened } = current;
    try {
      return await opened;
    } catch (error) {
      if (current?.opened === opened) current = undefined;
      throw error;
    }
  };
  const call = <T>(how: Patience["repeat"], ask: Ask<T>): Promise<T> =>
    callWith(how, ({ rest, at }) => ask(rest, at));
  const callWith = async <T>(
    how: Patience["repeat"],
    ask: (opened: Opened) => Promise<Answer<T>>,
  ): Promise<T> => {
    let replaced = false;
    for (let attempt = 1; ; ) {
      const opened = await session();
      try {
        return await how(async () => {
          const answer = await ask(opened);
          // Renamed since the token was minted: the next one comes with the new name.
          if (redirected.test(answer.url ?? "")) current = undefined;
          return answer;
        });
      } catch (error) {
        if (refusedWith(error) === 401 && !replaced) {
          replaced = true;
          current = undefined;
          continue;
        }
        const isSettled = attempt > settling.attempts || opened.settledAt < performance.now();
        if (isSettled || !isUnknownYet(error)) throw error;
        await patience.pause(attempt++);
      }
    }
  };
  const client: RepositoryClient = {
    read: (ask) => call(patience.repeat, ask),
    async find(ask) {
      try {
        return await client.read(ask);
      } catch (error) {
        if (error instanceof GitHubError && error.status === 404) return undefined;
        throw error;
      }
    },
    async *pages(ask) {
      for (let page = 1; ; page += 1) {
        const items = await client.read((github, at) => ask(github, { ...at, per_page: 100, page }));
        yield* items;
        if (items.length < 100) return;
      }
    },
    async write(ask) {
      await patience.turn();
      return call(patience.repeat, ask);
    },
    async writeOnce(ask) {
      await patience.turn();
      return call(patience.once, ask);
    },
    async graphql<T>(query: string, variables: object, kind = "read"): Promise<T> {
      if (kind === "write") await patience.turn();
      return callWith(patience.repeat, async ({ graphql, at }) => {
        try {
          const here = query.includes("$owner") ? at : {};
          return { data: await graphql<T>(query, { ...here, ...variables }), status: 200 };
        } catch (error) {
          const errors = (error as { errors?: unknown }).errors;
          throw (error as Error).name === "GraphqlResponseError" && Array.isArray(errors)
            ? graphqlFailure(errors)
            : error;
        }
      });
    },
    pause: patience.pause,
    at: async () => (await session()).at,
  };
  return client;
}
