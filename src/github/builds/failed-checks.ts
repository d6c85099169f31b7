/**
 * What the builds of a commit say: its check runs, with the annotations of those that failed and the end of what a job
 * of GitHub Actions printed. All of it is data of strangers: whoever opens a pull request decides what its builds print.
 */
import type { RepositoryClient } from "../client.ts";
import { isPermissionRefusal, LostAnswerError, refusedWith } from "../failure.ts";
import type { AppIdentity } from "../identity.ts";
import { fromStorage } from "./storage.ts";

export interface CommitChecks {
  /** Those that failed, the first ones with what they say. */
  readonly failed: readonly FailedCheck[];
  readonly passed: number;
  /** Queued or running. */
  readonly unfinished: number;
  /** Further ones that were not looked at. */
  readonly unread: number;
}

export interface FailedCheck {
  /** `test (ubuntu-latest, 20)`. */
  readonly name: string;
  /** Absent where nothing was asked of it. */
  readonly details?: CheckDetails;
}

export interface CheckDetails {
  /** Title and summary, as the check says them. */
  readonly said: string;
  readonly annotations: readonly FailureAnnotation[];
  /** The end of what the job printed; undefined for other programs' checks, and where it is not given any more. */
  readonly log: string | undefined;
  /** Bytes of the log before that. */
  readonly skipped: number;
}

export interface FailureAnnotation {
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  readonly message: string;
}

/** The checks could not be read. */
export type UnreadChecks = "withheld" | "unanswered";

/** Pages of 100 check runs; failed ones that are looked into; their annotations; bytes of a log. */
const most = { pages: 5, detailed: 5, annotations: 50, kept: 512 * 1024, read: 64 * 2 ** 20 };
const failures: readonly string[] = ["failure", "timed_out", "startup_failure"];

type CheckRuns = Awaited<ReturnType<typeof page>>["check_runs"];

/**
 * The check runs of a commit that are not our own. `detail`: whether those that failed are looked into. `checks` and
 * `builds` hold permissions that one may withhold (`checks: read`, `actions: read`). Never throws for what GitHub
 * refuses or does not answer.
 */
export async function readChecks(
  { checks, builds }: { readonly checks: RepositoryClient; readonly builds: RepositoryClient },
  us: AppIdentity | undefined,
  commit: string,
  { detail }: { readonly detail: boolean },
): Promise<CommitChecks | UnreadChecks> {
  try {
    const runs: CheckRuns = [];
    let total = 0;
    for (let at = 1; at <= most.pages && runs.length === (at - 1) * 100; at += 1) {
      const found = await page(checks, commit, at);
      total = found.total_count;
      runs.push(...found.check_runs);
    }
    const others = runs.filter(({ app }) => us?.appId === undefined || app?.id !== us.appId);
    const failed: FailedCheck[] = [];
    for (const one of others.filter(({ conclusion }) => failures.includes(conclusion ?? ""))) {
      const { name } = one;
      const isAsked = detail && failed.length < most.detailed;
      failed.push(isAsked ? { name, details: await detailsOf(one, checks, builds) } : { name });
    }
    return {
      failed,
      passed: others.filter(({ conclusion }) => conclusion === "success").length,
      unfinished: others.filter(({ status }) => status !== "completed").length,
      unread: Math.max(0, total - runs.length),
    };
  } catch (error) {
    return unread(error);
  }
}

function page(client: RepositoryClient, ref: string, at: number) {
  return client.read((github, where) =>
    github.checks.listForRef({ ...where, ref, filter: "latest", per_page: 100, page: at }),
  );
}

/** Why it could not be read; throws what is no answer of GitHub's. */
function unread(error: unknown): UnreadChecks {
  if (isPermissionRefusal(error)) return "withheld";
  if (refusedWith(error) !== undefined || error instanceof LostAnswerError) return "unanswered";
  throw error;
}

async function detailsOf(
  { id, app, output }: CheckRuns[number],
  checks: RepositoryClient,
  builds: RepositoryClient,
): Promise<CheckDetails> {
  const annotations =
    output.annotations_count === 0
      ? []
      : await checks.read((github, at) =>
          github.checks.listAnnotations({ ...at, check_run_id: id, per_page: most.annotations }),
        );
  // A check run of GitHub Actions has the id of its job.
  const log = app?.slug === "github-actions" ? await jobLog(builds, id) : undefined;
  return {
    said: [output.title, output.summary].filter(Boolean).join("\n"),
    annotations: annotations
      .filter(({ annotation_level }) => annotation_level === "failure")
      .map(({ path, start_line, title, message }) => ({
        ...{ path, line: start_line, message: [title, message].filter(Boolean).join(": ") },
      })),
    ...{ log: log?.text, skipped: log?.skipped ?? 0 },
  };
}

interface End {
  readonly text: string;
  readonly skipped: number;
}

async function jobLog(client: RepositoryClient, job: number): Promise<End | undefined> {
  try {
    return await fromStorage(
      client,
      (github, at) =>
        github.actions.downloadJobLogsForWorkflowRun({
          ...{ ...at, job_id: job, request: { redirect: "manual" } },
        }),
      (answer) => endOf(answer.body!),
    );
  } catch (error) {
    // Withheld, expired, or not there while other jobs of its run are under way: the check says something all the same.
    unread(error);
    return undefined;
  }
}

/** The last bytes of a stream. Of one that is endless what came until then. */
async function endOf(stream: AsyncIterable<Uint8Array>): Promise<End> {
  let kept: Uint8Array[] = [];
  let [size, read] = [0, 0];
  for await (const part of stream) {
    kept.push(part);
    size += part.length;
    read += part.length;
    if (size > 2 * most.kept) {
      kept = [Buffer.concat(kept).subarray(-most.kept)];
      size = most.kept;
    }
    if (read > most.read) break;
  }
  const text = Buffer.concat(kept).subarray(-most.kept);
  return { text: text.toString(), skipped: read - text.length };
}
