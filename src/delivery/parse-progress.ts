import { z } from "zod";
import { readHidden } from "./hidden.ts";
import { plans, stages } from "./plans.ts";
import type { Progress } from "./progress.ts";

const stageState = z.object({ state: z.enum(["running", "done", "failed", "skipped"]), note: z.string() });
const usageState = z.object({
  ...{ inputTokens: z.number(), outputTokens: z.number(), cachedTokens: z.number() },
  ...{ estimated: z.boolean(), milliseconds: z.number() },
  cost: z.number().optional(),
});
const leftState = z.union([
  z.object({ kind: z.literal("branch"), name: z.string() }),
  z.object({ kind: z.literal("pull-request"), number: z.number(), url: z.string() }),
]);
const endState = z.union([
  z.object({
    kind: z.literal("delivered"),
    pullRequest: z.object({ number: z.number(), url: z.string() }),
    ...{ title: z.string(), summary: z.string(), notDone: z.array(z.string()) },
    commit: z.string().exactOptional(),
    notes: z.string().exactOptional(),
  }),
  z.object({ kind: z.literal("answered"), headline: z.string(), body: z.string() }),
  z.object({
    kind: z.enum(["declined", "failed"]),
    ...{ cause: z.string(), cure: z.string(), explanation: z.string().exactOptional() },
    refused: z.string().exactOptional(),
    left: leftState.exactOptional(),
  }),
  z.object({
    kind: z.literal("cancelled"),
    ...{ by: z.string().exactOptional(), left: leftState.exactOptional() },
  }),
]);
const headState = z.object({ kind: z.literal("progress"), run: z.string(), issue: z.number() });
const verb = z.enum(Object.keys(plans) as [keyof typeof plans, ...(keyof typeof plans)[]]);
const bodyState = z.object({
  // Comments of earlier versions know of one verb only.
  verb: verb.default("implement"),
  stages: z.partialRecord(z.enum(stages), stageState),
  waiting: z.string().exactOptional(),
  also: z.array(z.string()).exactOptional(),
  usage: usageState.exactOptional(),
  end: endState.exactOptional(),
});

/** What a progress comment says; undefined for any other text. The comment's author must be checked before. */
export function parseProgress(body: string): Progress | undefined {
  if (!body.startsWith("<!-- coderag:v1 ")) return undefined;
  const head = headState.safeParse(readHidden("coderag:v1", body));
  const state = bodyState.safeParse(readHidden("coderag:state", body));
  if (!head.success || !state.success) return undefined;
  const { usage, ...rest } = state.data;
  const spent = usage === undefined ? {} : { usage: { ...usage, cost: usage.cost } };
  return { runId: head.data.run, issueNumber: head.data.issue, ...rest, ...spent } as Progress;
}
