import type { RepositoryClient } from "./client.ts";
import { LostAnswerError, refusedWith } from "./failure.ts";
import { fitBody, longestBody } from "./fit.ts";
import type { AppIdentity } from "./identity.ts";

/** An issue of our own that is edited in place, as a value. */
export interface LivingPage {
  readonly title: string;
  /** Markdown that its maker has made safe. */
  readonly body: string;
  /** By which it is found again, together with our App: anybody can write a marker, nobody can write as our bot. */
  readonly marker: string;
  /** Where it was the last time; undefined where none is known. */
  readonly number: number | undefined;
}

export type KeptPage =
  | { readonly kind: "kept"; readonly number: number; readonly url: string; readonly created: boolean }
  /** A person closed it: nothing was written, and nothing is until it is asked for again. */
  | { readonly kind: "closed"; readonly number: number }
  /** Issues are switched off in this repository. */
  | { readonly kind: "no-issues" };

/**
 * Edits the issue where it says something else, or opens it where there is none. Looked for before every attempt, for one whose answer was lost may
 * have opened it. A closed one is left alone, and so is a pull request of that number.
 */
export async function keepPage(
  client: RepositoryClient,
  identity: AppIdentity,
  page: LivingPage,
): Promise<KeptPage> {
  const body = withMarker(page);
  for (let attempt = 1; ; attempt += 1) {
    const there = await findPage(client, identity, page);
    if (there?.state === "closed") return { kind: "closed", number: there.number };
    if (there) {
      const { number, html_url: url } = there;
      if (there.title !== page.title || there.body !== body)
        await client.write((github, at) =>
          github.issues.update({ ...at, issue_number: number, title: page.title, body }),
        );
      return { kind: "kept", number, url, created: false };
    }
    if (!(await hasIssues(client))) return { kind: "no-issues" };
    try {
      const { number, html_url } = await client.writeOnce((github, at) =>
        github.issues.create({ ...at, title: page.title, body }),
      );
      return { kind: "kept", number, url: html_url, created: true };
    } catch (error) {
      if (!(error instanceof LostAnswerError) || attempt === 3) throw error;
      await client.pause(attempt);
    }
  }
}

const withMarker = ({ marker, body }: LivingPage): string =>
  `${marker}\n${fitBody(body, longestBody - marker.length - 1)}`;

interface Seen {
  readonly number: number;
  readonly html_url: string;
  readonly state: string;
  readonly title: string;
  readonly body?: string | null;
  readonly pull_request?: unknown;
  readonly user: { readonly login: string; readonly type: string } | null;
}

/** The known one; else the newest open one of ours. One that was transferred or deleted is not there any more. */
async function findPage(
  client: RepositoryClient,
  { botLogin }: AppIdentity,
  { marker, number }: LivingPage,
): Promise<Seen | undefined> {
  const isOurs = (one: Seen | undefined): one is Seen =>
    one?.pull_request === undefined &&
    one?.user?.login === botLogin &&
    one.user.type === "Bot" &&
    (one.body ?? "").includes(marker);
  const known = number === undefined ? undefined : await issueAt(client, number);
  if (isOurs(known) && known.number === number) return known;
  const open = client.pages<Seen>((github, at) =>
    github.issues.listForRepo({ ...at, creator: botLogin, state: "open" }),
  );
  for await (const one of open) if (isOurs(one)) return one;
  return undefined;
}

/** Undefined where there is none of that number (404), or it was deleted (410). */
async function issueAt(client: RepositoryClient, number: number): Promise<Seen | undefined> {
  try {
    return await client.read((github, at) => github.issues.get({ ...at, issue_number: number }));
  } catch (error) {
    const status = refusedWith(error);
    if (status === 404 || status === 410) return undefined;
    throw error;
  }
}

async function hasIssues(client: RepositoryClient): Promise<boolean> {
  const repository = await client.read((github, at) => github.repos.get({ ...at }));
  return repository.has_issues !== false;
}
