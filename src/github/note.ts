import type { RepositoryClient } from "./client.ts";
import { GitHubError, LostAnswerError } from "./failure.ts";
import { fitBody, longestBody } from "./fit.ts";
import type { PublishedNote } from "./forge.ts";
import type { AppIdentity } from "./identity.ts";

export interface Notes {
  /** See `Publisher.note`. */
  write(issueNumber: number, marker: string, body: string, since?: string): Promise<PublishedNote>;
  /** See `Publisher.noted`. */
  read(issueNumber: number, marker: string, since?: string): Promise<string | undefined>;
  /** See `Publisher.amendNote`. */
  amend(issueNumber: number, marker: string, body: string): Promise<PublishedNote | undefined>;
}

/** Remembers where its notes are, so that a progress comment is looked for once. */
export function createNotes(client: RepositoryClient, identity: () => Promise<AppIdentity>): Notes {
  const known = new Map<string, number>();
  return {
    async write(issueNumber, marker, body, since) {
      const key = `${issueNumber}\n${marker}`;
      const text = withMarker(marker, body);
      const edited = await edit(client, known.get(key), text);
      const note = edited ?? (await create(client, await identity(), { issueNumber, marker, since }, text));
      known.set(key, note.id);
      return note;
    },
    async read(issueNumber, marker, since) {
      return (await findNote(client, await identity(), { issueNumber, marker, since }))?.body;
    },
    async amend(issueNumber, marker, body) {
      const found = await findNote(client, await identity(), { issueNumber, marker, since: undefined });
      return edit(client, found?.id, withMarker(marker, body));
    },
  };
}

/** Where a note stands, and what tells it apart. */
interface Place {
  readonly issueNumber: number;
  readonly marker: string;
  readonly since: string | undefined;
}

/** Looked for before every attempt: an attempt whose answer was lost may have written it. */
async function create(
  client: RepositoryClient,
  identity: AppIdentity,
  place: Place,
  body: string,
): Promise<PublishedNote> {
  for (let attempt = 1; ; attempt += 1) {
    const found = await findNote(client, identity, place);
    const edited = await edit(client, found?.id, body);
    if (edited) return edited;
    try {
      const { id, html_url } = await client.writeOnce((github, at) =>
        github.issues.createComment({ ...at, issue_number: place.issueNumber, body }),
      );
      return { id, url: html_url };
    } catch (error) {
      if (!(error instanceof LostAnswerError) || attempt === 3) throw error;
      await client.pause(attempt);
    }
  }
}

/** Undefined where there is no such comment, or somebody deleted it meanwhile. */
async function edit(
  client: RepositoryClient,
  id: number | undefined,
  body: string,
): Promise<PublishedNote | undefined> {
  if (id === undefined) return undefined;
  try {
    const { html_url } = await client.write((github, at) =>
      github.issues.updateComment({ ...at, comment_id: id, body }),
    );
    return { id, url: html_url };
  } catch (error) {
    if (error instanceof GitHubError && error.status === 404) return undefined;
    throw error;
  }
}

/** The oldest with the marker that our own App wrote: anybody can paste a marker, nobody can write as our bot. */
async function findNote(
  client: RepositoryClient,
  { appId, botLogin }: AppIdentity,
  { issueNumber, marker, since }: Place,
): Promise<{ readonly id: number; readonly body: string } | undefined> {
  const comments = client.pages((github, page) =>
    github.issues.listComments({ ...page, issue_number: issueNumber, ...(since && { since }) }),
  );
  for await (const { id, body, user, performed_via_github_app: via } of comments) {
    const ours =
      user?.login === botLogin && user.type === "Bot" && (!via || appId === undefined || via.id === appId);
    if (ours && body?.includes(marker)) return { id, body };
  }
  return undefined;
}

/** The marker stands first where it is missing, or where the cut would take it. */
function withMarker(marker: string, body: string): string {
  const fitted = fitBody(body);
  if (fitted.includes(marker)) return fitted;
  return `${marker}\n${fitBody(body, longestBody - marker.length - 1)}`;
}
