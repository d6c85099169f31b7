import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import { surroundingsInFolder } from "../compose.ts";
import type { Config } from "../config.ts";
import { CancelledError, UserError } from "../errors.ts";
import { branchName } from "../github/branch-name.ts";
import { createFolderForge, type FolderForge, parseIssue } from "../github/folder.ts";
import { implement } from "../jobs/implement.ts";
import type { Outcome } from "../jobs/outcome.ts";
import type { Step } from "../step.ts";
import { commitLocally, hasBranch } from "../workspace/commit-local.ts";
import { isDirty, openLocal } from "../workspace/open-local.ts";
import { createTerminalNarrator } from "./terminal-narrator.ts";

export interface LocalOptions {
  readonly repo: string;
  /** A Markdown file, or `-` for standard input. */
  readonly issue: string;
  readonly request?: string;
  readonly refs?: boolean;
  readonly write?: boolean;
}

/** One run without a server: steps are carried out as they come and nothing is recorded. */
export async function implementLocally(
  config: Config,
  options: LocalOptions,
): Promise<{ readonly forge: FolderForge; readonly outcome: Outcome }> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError("Interrupted; nothing was written."));
  process.once("SIGINT", interrupt);
  const { signal } = interrupted;
  const narrator = createTerminalNarrator(process.stderr, "implement");
  try {
    const directory = resolve(config.callerFolder, options.repo);
    const issue = await readIssue(options.issue, config.callerFolder);
    const base = await headOf(directory, narrator.say, signal);
    const forge = createFolderForge({
      ...{ issue, base },
      ...(options.write && {
        hasBranch: (branch) => hasBranch(directory, branch, signal),
        commit: (draft) =>
          commitLocally(
            directory,
            {
              ...{ branch: branchName(draft), otherwise: branchName({ ...draft, branchEnding: "" }) },
              ...{ base: base.commit, changes: draft.changes, message: draft.commitMessage },
            },
            signal,
          ),
      }),
    });
    const step: Step = (_name, work) => {
      signal.throwIfAborted();
      return work(signal);
    };
    const run = {
      ...{ id: randomUUID(), owner: "local", name: directory.split(/[\\/]/).at(-1)!, issueNumber: 1 },
      verb: "implement" as const,
      ...{
        request: [options.refs ? "--refs" : "", options.request ?? ""].join(" ").trim(),
        actorLogin: "you",
        actorId: 0,
      },
      ...{ frozenAt: new Date().toISOString(), delivery: undefined },
    };
    const surroundings = surroundingsInFolder(config, directory, forge);
    return { forge, outcome: await implement(run, surroundings, narrator, step, signal) };
  } finally {
    process.removeListener("SIGINT", interrupt);
    narrator.close();
  }
}

async function headOf(
  directory: string,
  say: (line: string) => void,
  signal: AbortSignal,
): Promise<{ readonly branch: string; readonly commit: string }> {
  const workspace = await openLocal(directory, signal);
  try {
    for (const note of workspace.notes) say(note);
    if (await isDirty(directory, signal)) say("There are uncommitted changes; they are not seen.");
    return { branch: "HEAD", commit: workspace.commit };
  } finally {
    await workspace.close();
  }
}

async function readIssue(
  path: string,
  folder: string,
): Promise<{ readonly title: string; readonly body: string }> {
  const markdown =
    path === "-"
      ? await readAll(process.stdin)
      : await readFile(resolve(folder, path), "utf8").catch((error: NodeJS.ErrnoException) => {
          throw new UserError(
            `The issue ${path} cannot be read (${error.code ?? error.message}).`,
            "Name a Markdown file, or - to write the issue on standard input.",
          );
        });
  const issue = parseIssue(markdown);
  if (issue.title === "")
    throw new UserError("The issue is empty.", "Write at least one line that says what shall be done.");
  return issue;
}
