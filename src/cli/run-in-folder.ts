import { randomUUID } from "node:crypto";
import { resolve } from "node:path";
import type { WorkVerb } from "../command/verbs.ts";
import { surroundingsInFolder } from "../compose.ts";
import type { Config } from "../config.ts";
import { findRuleOnModels } from "../context/rules-on-models.ts";
import type { ConfigFile } from "../github/config-file.ts";
import { createFolderForge, type FolderForge, type FolderForgeOptions } from "../github/folder.ts";
import type { BranchHead } from "../github/forge.ts";
import { type Job, jobs } from "../jobs/job.ts";
import type { Outcome } from "../jobs/outcome.ts";
import { type ConfigTrouble, readConfigOnce } from "../jobs/reading/repository-config.ts";
import type { Step } from "../step.ts";
import type { RecordedRun } from "../traces/trace.ts";
import { openLocal } from "../workspace/open-local.ts";
import { configFileAt } from "./config-file-at.ts";
import { interruptible } from "./interruptible.ts";
import { notesOfUnseen } from "./open-code.ts";
import { recordInto } from "./record-into.ts";
import { createTerminalNarrator } from "./terminal-narrator.ts";

export interface FolderRun {
  /** As it was given: from the caller's folder. */
  readonly repo: string;
  readonly verb: WorkVerb;
  readonly issue: FolderForgeOptions["issue"];
  /** What stands behind the verb in a comment. */
  readonly request: string;
  /** As `packages.add` of the repository's configuration. */
  readonly addPackages?: boolean | undefined;
  /** As `drafts.attempts` there. */
  readonly attempts?: number | undefined;
  /** A run of the program that was recorded. */
  readonly trace?: RecordedRun | undefined;
  /** How a draft is written; not at all where nothing is given. */
  readonly writing?: Writing | undefined;
  /** A file that gets the recording of the run; as it was given. */
  readonly record?: string | undefined;
}

export type Writing = (
  directory: string,
  base: string,
  signal: AbortSignal,
) => Pick<FolderForgeOptions, "hasBranch" | "commit">;

/** One run without a server: steps are carried out as they come, nothing is recorded, Ctrl-C cancels. */
export async function runInFolder(
  config: Config,
  { repo, verb, issue, request, addPackages, attempts, trace, writing, record }: FolderRun,
): Promise<{ readonly forge: FolderForge; readonly outcome: Outcome }> {
  const narrator = createTerminalNarrator(process.stderr, verb);
  const work = async (signal: AbortSignal) => {
    const directory = resolve(config.callerFolder, repo);
    const { base, configFile } = await headOf(directory, verb, narrator.say, signal);
    const forge = createFolderForge({
      issue,
      base,
      configFile,
      ...writing?.(directory, base.commit, signal),
    });
    const { config: decided, trouble } = await readConfigOnce({ reader: forge });
    if (trouble) narrator.say(troubleLine(trouble));
    const packages = { add: addPackages || decided.packages.add };
    const drafts = { attempts: attempts ?? decided.drafts.attempts };
    const around = surroundingsInFolder(config, directory, forge, { ...decided, packages, drafts });
    const given = { ...around, options: { ...around.options, trace } };
    const step: Step = (_name, work) => {
      signal.throwIfAborted();
      return work(signal);
    };
    const run = {
      ...{ id: randomUUID(), owner: "local", name: directory.split(/[\\/]/).at(-1)! },
      issueNumber: issue.number ?? 1,
      ...{ verb, request, actorLogin: "you", actorId: 0 },
      ...{ frozenAt: new Date().toISOString(), delivery: undefined },
    };
    const job: Job = jobs[verb];
    const recorded = await recordInto(record, config, { run, given, step }, narrator.say);
    const outcome = await recorded((around, step) => job(run, around, narrator, step, signal));
    return { forge, outcome };
  };
  try {
    return await interruptible(work, "Interrupted; nothing was written.");
  } finally {
    narrator.close();
  }
}

async function headOf(
  directory: string,
  verb: WorkVerb,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<{ readonly base: BranchHead; readonly configFile: ConfigFile }> {
  const workspace = await openLocal(directory, signal);
  try {
    for (const note of [...workspace.notes, ...(await notesOfUnseen(directory, signal))]) say(note);
    // On GitHub a maintainer asks; here perhaps somebody who wants to send the change to one.
    const rule = verb === "implement" ? await findRuleOnModels(workspace) : undefined;
    if (rule)
      say(`${rule.path}:${rule.line} says what is accepted here of work that an AI did. Read it first.`);
    return { base: { branch: "HEAD", commit: workspace.commit }, configFile: await configFileAt(workspace) };
  } finally {
    await workspace.close();
  }
}

const troubleLine = ({ place, faults }: ConfigTrouble): string =>
  [
    `${place.path} cannot be used, so the defaults hold.`,
    ...faults.map(({ line, problem }) => `Line ${line}: ${problem}`),
  ].join(" ");
