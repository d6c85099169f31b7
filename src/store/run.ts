import { createHash } from "node:crypto";
import type { Queryable } from "./database.ts";

/** What is known of a run from the moment its command is stored; never changes. */
export interface NewRun {
  readonly id: string;
  /** The app that was addressed: two deployments may listen to one repository. */
  readonly appSlug: string;
  readonly installationId: number;
  readonly repositoryId: number;
  readonly owner: string;
  readonly name: string;
  readonly issueNumber: number;
  /** Undefined where the command stands in the issue's own text; `occasionId` where no command was given. */
  readonly commentId: number | undefined;
  readonly verb: string;
  /** Untrusted words behind the verb. */
  readonly request: string;
  readonly actorLogin: string;
  readonly actorId: number;
  /** ISO 8601: the run sees the issue as it stood then. */
  readonly frozenAt: string;
  /** What else the delivery said (title, body, ...): plain JSON, untrusted. */
  readonly snapshot: unknown;
}

export type FinalState = "delivered" | "declined" | "failed" | "cancelled";
/** `waiting`: for its turn in the repository, or parked until a rate limit ends. */
export type RunState = "queued" | "waiting" | "running" | FinalState;

/** How a run ended, in words for a person and facts for a page. */
export interface RunOutcome {
  readonly kind: FinalState;
  readonly message: string;
  /** Plain JSON. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** What a run left on GitHub, filled in as it goes. */
export interface RunTraces {
  readonly noteCommentId?: number;
  readonly branch?: string;
  /** Full SHA of the commit that this run pushed. */
  readonly commit?: string;
  readonly pullNumber?: number;
  /** The head of the pull request that this run looks at. */
  readonly head?: string;
}

export interface Run extends NewRun, RunTraces {
  readonly delivery: string;
  /** Order of arrival. */
  readonly ordinal: number;
  readonly state: RunState;
  /** Newest step begun. */
  readonly step: string | undefined;
  readonly cancelRequestedAt: string | undefined;
  readonly cancelRequestedBy: string | undefined;
  readonly outcome: RunOutcome | undefined;
  /** What the repository decided when the command was judged: plain JSON; undefined before that. */
  readonly config: unknown;
  readonly inputTokens: number;
  readonly outputTokens: number;
  /** US dollars. */
  readonly cost: number;
  readonly createdAt: string;
  readonly updatedAt: string;
  readonly finishedAt: string | undefined;
}

export const activeStates: readonly RunState[] = ["queued", "waiting", "running"];
/** Steps before a run waits for its turn that only an authorised command comes to. */
export const acceptedSteps = ["acknowledge", "tell-configuration", "find-last", "find-twin", "announce"];

/** Whether people see that it is carried out, or waits for its turn. */
export const isAnnounced = ({ noteCommentId, head }: Pick<Run, "noteCommentId" | "head">): boolean =>
  (noteCommentId ?? head) !== undefined;

/**
 * Whether it was found that whoever asks for it may: until then it may come to nothing. A run that no comment made need
 * not be announced.
 */
export const isAccepted = (run: Run): boolean =>
  isAnnounced(run) ||
  acceptedSteps.includes(run.step ?? "") ||
  (run.commentId === undefined && run.state !== "queued");

export const isFinal = (state: RunState): state is FinalState => !activeStates.includes(state);

/** Reads runs with a condition of ours; `where` is never built from input. */
export async function selectRuns(
  database: Queryable,
  where: string,
  values: readonly unknown[],
): Promise<readonly Run[]> {
  const rows = await database.query<RunRow>(`select * from coderag.runs where ${where}`, values);
  return rows.map(toRun);
}

type RunRow = Readonly<Record<string, unknown>>;

function toRun(row: RunRow): Run {
  const text = (column: string): string => row[column] as string;
  const number = (column: string): number => row[column] as number;
  const maybe = <T>(column: string): T | undefined => (row[column] as T | null) ?? undefined;
  const time = (column: string): string | undefined => maybe<Date>(column)?.toISOString();
  return {
    ...{ id: text("id"), delivery: text("delivery"), ordinal: number("ordinal"), appSlug: text("app_slug") },
    ...{ installationId: number("installation_id"), repositoryId: number("repository_id") },
    ...{ owner: text("owner"), name: text("name"), issueNumber: number("issue_number") },
    ...{ commentId: commentIn(maybe<number>("comment_id")), verb: text("verb"), request: text("request") },
    ...{ actorLogin: text("actor_login"), actorId: number("actor_id"), frozenAt: time("frozen_at")! },
    ...{ snapshot: row["snapshot"], state: text("state") as RunState, step: maybe<string>("step") },
    cancelRequestedAt: time("cancel_requested_at"),
    cancelRequestedBy: maybe<string>("cancel_requested_by"),
    outcome: maybe<RunOutcome>("outcome"),
    config: maybe<unknown>("config"),
    ...withoutUndefined({
      noteCommentId: maybe<number>("note_comment_id"),
      branch: maybe<string>("branch"),
      commit: maybe<string>("commit"),
      pullNumber: maybe<number>("pull_number"),
      head: maybe<string>("head"),
    }),
    ...{
      inputTokens: number("input_tokens"),
      outputTokens: number("output_tokens"),
      cost: number("cost_usd"),
    },
    ...{ createdAt: time("created_at")!, updatedAt: time("updated_at")!, finishedAt: time("finished_at") },
  };
}

/**
 * What stands for the comment in a run that a delivery without one made: negative, and the same for a delivery that
 * comes again. Runs of one thread are told apart by their comment, and versions before know no other way.
 */
export function occasionId(guid: string): number {
  return -Number.parseInt(createHash("sha256").update(guid).digest("hex").slice(0, 12), 16) - 1;
}

const commentIn = (stored: number | undefined): number | undefined =>
  stored !== undefined && stored < 0 ? undefined : stored;

function withoutUndefined(
  traces: { readonly [Key in keyof RunTraces]: RunTraces[Key] | undefined },
): RunTraces {
  return Object.fromEntries(Object.entries(traces).filter(([, value]) => value !== undefined));
}
