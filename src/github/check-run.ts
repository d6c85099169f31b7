import type { RepositoryClient } from "./client.ts";
import { isPermissionRefusal, LostAnswerError } from "./failure.ts";
import { fitBody, fitTitle } from "./fit.ts";

/** A check run as it shall stand. One a run and commit, told from others by the run's id. */
export interface CheckDraft {
  readonly runId: string;
  readonly name: string;
  readonly commit: string;
  readonly status: "queued" | "in_progress" | "completed";
  /** Only of a completed one. Never `failure`: that would block a merge where checks are required. */
  readonly conclusion?: "neutral" | "cancelled" | "action_required";
  readonly title: string;
  readonly summary: string;
  readonly text?: string;
  /** Only of a completed one; GitHub adds them up. */
  readonly annotations: readonly CheckAnnotation[];
  /** At most three. GitHub shows them once the run is completed. */
  readonly actions: readonly CheckAction[];
}

export interface CheckAnnotation {
  readonly path: string;
  readonly from: number;
  readonly to: number;
  readonly level: "notice" | "warning";
  readonly title: string;
  readonly message: string;
}

export interface CheckAction {
  readonly label: string;
  readonly identifier: string;
  readonly description: string;
}

export interface Checks {
  /** See `Publisher.checkRun`. */
  write(draft: CheckDraft): Promise<PublishedCheck | undefined>;
}

export interface PublishedCheck {
  readonly id: number;
  readonly url: string;
}

/** GitHub's limits: annotations a request; characters of each text. */
const most = { annotations: 50, text: 65_535, message: 4_000, title: 255, label: 20, description: 40 };
const attempts = 3;

/** Remembers where its check runs are, so that each is looked for once. */
export function createChecks(client: RepositoryClient): Checks {
  const known = new Map<string, number>();
  return {
    async write(draft) {
      const key = `${draft.runId}\n${draft.commit}`;
      try {
        const id = known.get(key) ?? (await find(client, draft));
        const check = id === undefined ? await create(client, draft) : await update(client, draft, id);
        known.set(key, check.id);
        await annotate(client, draft, check.id);
        return check;
      } catch (error) {
        if (isPermissionRefusal(error)) return undefined;
        throw error;
      }
    },
  };
}

/** Another attempt may have made it: an App sees its own check runs apart from those of others. */
async function find(
  client: RepositoryClient,
  { commit, name, runId }: CheckDraft,
): Promise<number | undefined> {
  for (let page = 1; ; page += 1) {
    const { check_runs: found } = await client.read((github, at) =>
      github.checks.listForRef({
        ...{ ...at, ref: commit, check_name: name, filter: "all", per_page: 100, page },
      }),
    );
    const ours = found.find(({ external_id: id }) => id === runId);
    if (ours || found.length < 100) return ours?.id;
  }
}

async function create(client: RepositoryClient, draft: CheckDraft): Promise<PublishedCheck> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { id, html_url } = await client.writeOnce((github, at) =>
        github.checks.create({ ...at, head_sha: draft.commit, external_id: draft.runId, ...fieldsOf(draft) }),
      );
      return { id, url: html_url ?? "" };
    } catch (error) {
      if (!(error instanceof LostAnswerError) || attempt === attempts) throw error;
      await client.pause(attempt);
      const made = await find(client, draft);
      if (made !== undefined) return update(client, draft, made);
    }
  }
}

async function update(client: RepositoryClient, draft: CheckDraft, id: number): Promise<PublishedCheck> {
  const { html_url } = await client.write((github, at) =>
    github.checks.update({ ...at, check_run_id: id, ...fieldsOf(draft) }),
  );
  return { id, url: html_url ?? "" };
}

/**
 * GitHub appends annotations, so how many stand there already is asked before each batch: what an attempt with a lost
 * answer wrote is not written again.
 */
async function annotate(client: RepositoryClient, draft: CheckDraft, id: number): Promise<void> {
  if (draft.annotations.length === 0) return;
  for (let attempt = 1; ; ) {
    const { output } = await client.read((github, at) => github.checks.get({ ...at, check_run_id: id }));
    const start = output.annotations_count;
    if (start >= draft.annotations.length) return;
    const annotations = draft.annotations.slice(start, start + most.annotations).map(annotationOf);
    const { title, summary } = fieldsOf(draft).output;
    try {
      await client.writeOnce((github, at) =>
        github.checks.update({ ...at, check_run_id: id, output: { title, summary, annotations } }),
      );
    } catch (error) {
      if (!(error instanceof LostAnswerError) || attempt === attempts) throw error;
      await client.pause(attempt);
      attempt += 1;
    }
  }
}

function fieldsOf({ name, status, conclusion, title, summary, text, actions }: CheckDraft) {
  return {
    name,
    status,
    ...(status === "completed" ? { conclusion: conclusion ?? "neutral" } : {}),
    output: {
      title: fitTitle(title, most.title),
      summary: fitBody(summary, most.text),
      ...(text === undefined ? {} : { text: fitBody(text, most.text) }),
    },
    actions: actions.slice(0, 3).map(({ label, identifier, description }) => ({
      label: label.slice(0, most.label),
      identifier,
      description: description.slice(0, most.description),
    })),
  };
}

const annotationOf = ({ path, from, to, level, title, message }: CheckAnnotation) => ({
  ...{ path, start_line: from, end_line: to, annotation_level: level },
  ...{ title: fitTitle(title, most.title), message: fitBody(message, most.message) || title },
});
