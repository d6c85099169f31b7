/**
 * What the builds of a commit say: its check runs, with the annotations of those that failed and the end of what a job
 * of GitHub Actions printed, and its commit statuses. All of it is data of strangers: whoever opens a pull request
 * decides what its builds print.
 */
import type { RepositoryClient } from "../client.ts";
import type { AppIdentity } from "../identity.ts";
import {
  type CheckDetails,
  type CommitChecks,
  type FailedCheck,
  type UnreadChecks,
  whyUnread,
} from "./commit-checks.ts";
import { readStatuses } from "./commit-statuses.ts";
import { fromStorage } from "./storage.ts";

/** Pages of 100 check runs; failed ones that are looked into; their annotations; bytes of a log. */
const most = { pages: 5, detailed: 5, annotations: 50, kept: 512 * 1024, read: 64 * 2 ** 20 };
const failures: readonly string[] = ["failure", "timed_out", "startup_failure"];

type CheckRuns = Awaited<ReturnType<typeof page>>["check_runs"];

/** Clients whose permissions one may withhold: `checks: read`, `actions: read`, `statuses: read`. */
export interface BuildClients {
  readonly checks: RepositoryClient;
  readonly builds: RepositoryClient;
  readonly statuses: RepositoryClient;
}

/**
 * The check runs of a commit that are not our own, and its statuses. `detail`: whether those that failed are looked
 * into. Never throws for what GitHub refuses or does not answer.
 */
export async function readChecks(
  clients: BuildClients,
  us: AppIdentity | undefined,
  commit: string,
  wanted: { readonly detail: boolean },
): Promise<CommitChecks | UnreadChecks> {
  const [runs, statuses] = [
    await readCheckRuns(clients, us, commit, wanted),
    await readStatuses(clients.statuses, commit),
  ];
  if (typeof statuses === "string")
    return typeof runs === "string" ? runs : { ...runs, lacking: { kind: "commit statuses", why: statuses } };
  if (typeof runs === "string") return { ...statuses, lacking: { kind: "check runs", why: runs } };
  return {
    // Statuses are a line each: put first, they leave the room to what a job printed.
    failed: [...statuses.failed, ...runs.failed],
    passed: statuses.passed + runs.passed,
    unfinished: statuses.unfinished + runs.unfinished,
    unread: statuses.unread + runs.unread,
  };
}

async function readCheckRuns(
  { checks, builds }: BuildClients,
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
    const passed = others.filter(({ conclusion }) => conclusion === "success").map(({ name }) => name);
    const failed: FailedCheck[] = [];
    for (const one of others.filter(({ conclusion }) => failures.includes(conclusion ?? ""))) {
      const { name } = one;
      const check = { name, ...(passed.includes(name) && { alsoPassed: true as const }) };
      const isAsked = detail && failed.length < most.detailed;
      failed.push(isAsked ? { ...check, details: await detailsOf(one, checks, builds) } : check);
    }
    return {
      failed,
      passed: passed.length,
      unfinished: others.filter(({ status }) => status !== "completed").length,
      unread: Math.max(0, total - runs.length),
    };
  } catch (error) {
    return whyUnread(error);
  }
}

function page(client: RepositoryClient, ref: string, at: number) {
  return client.read((github, where) =>
    github.checks.listForRef({ ...where, ref, filter: "latest", per_page: 100, page: at }),
  );
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
    whyUnread(error);
    return undefined;
  }
}

/** How a step that failed ends in a log of GitHub Actions. */
const stepFailed = "##[error]Process completed with exit code";

/**
 * The last bytes of a stream, of one that is endless what came until then. Where a step failed before them, the last bytes
 * up to its end: a step behind it may print what containers said, which is often longer.
 */
async function endOf(stream: AsyncIterable<Uint8Array>): Promise<End> {
  let kept: Uint8Array[] = [];
  let [size, read] = [0, 0];
  let failed: End | undefined;
  let seam = "";
  const upTo = (behind: number): End => {
    const all = Buffer.concat(kept);
    const text = all.subarray(0, all.length - behind).subarray(-most.kept);
    return { text: text.toString(), skipped: read - behind - text.length };
  };
  for await (const part of stream) {
    kept.push(part);
    size += part.length;
    read += part.length;
    const seen = seam + Buffer.from(part).toString("latin1");
    const at = seen.lastIndexOf(stepFailed);
    if (at >= 0) failed = upTo(seen.length - at - stepFailed.length);
    seam = seen.slice(1 - stepFailed.length);
    if (size > 2 * most.kept) {
      kept = [Buffer.concat(kept).subarray(-most.kept)];
      size = most.kept;
    }
    if (read > most.read) break;
  }
  const end = upTo(0);
  return failed && !end.text.includes(stepFailed) ? failed : end;
}
