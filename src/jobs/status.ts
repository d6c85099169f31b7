import { planOf } from "../delivery/plans.ts";
import { count } from "../source/counted.ts";
import type { Database } from "../store/database.ts";
import { jobBefore } from "../store/recent.ts";
import type { Run } from "../store/run.ts";
import { wishOf } from "./acceptance/wish.ts";
import { otherJobs } from "./cancel.ts";
import { stageOf } from "./telling/stage-of.ts";
import { isUnsaid, unsaidWords } from "./telling/unless-locked.ts";

/** What runs for this issue and how far it is, in a line a run. */
export async function status(run: Run, database: Database): Promise<string> {
  const others = await otherJobs(run, database);
  if (others.length === 0)
    return ["Nothing is running here.", ...(await lastUntold(run, database))].join(" ");
  return (await Promise.all(others.map((other) => line(other, database)))).join("\n");
}

/** How the last command ended, where that could be told nowhere. */
async function lastUntold(run: Run, database: Database): Promise<readonly string[]> {
  const last = await jobBefore(database, run);
  const why = last?.outcome?.details?.["untold"];
  if (!last || !isUnsaid(why)) return [];
  const { verb, state, pullNumber } = last;
  const left = pullNumber === undefined ? "" : `, with #${pullNumber}`;
  return [
    `The last \`${verb}\` ended as ${state}${left}, and could not be answered: ${unsaidWords[why]}. Now it takes a new command.`,
  ];
}

async function line(run: Run, database: Database): Promise<string> {
  const tokens = run.inputTokens + run.outputTokens;
  const used = tokens === 0 ? "" : `, ${count(tokens)} tokens so far`;
  const cancelled = run.cancelRequestedAt === undefined ? "" : ", asked to stop";
  const since = `since ${run.createdAt.slice(0, 16).replace("T", " ")} UTC`;
  return `- \`${run.verb}\`: ${await doing(run, database)}, ${since}${used}${cancelled} (run \`${run.id}\`)`;
}

/** In the words of the run's own comment. */
async function doing(run: Run, database: Database): Promise<string> {
  if (run.state !== "running") return "waiting";
  const wish = await wishOf(run, database);
  const [, title] = (wish && planOf(wish.verb).find(([stage]) => stage === stageOf(run.step))) ?? [];
  return title === undefined || run.step === undefined ? "beginning" : `at "${title}"`;
}
