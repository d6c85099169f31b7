import { resolve } from "node:path";
import type { Config } from "../config.ts";
import { UserError } from "../errors.ts";
import { branchName } from "../github/drafts/branch-name.ts";
import { type FolderForge, type FolderIssue, parseIssue } from "../github/folder.ts";
import type { Outcome } from "../jobs/outcome.ts";
import { commitLocally, hasBranch } from "../workspace/commit-local.ts";
import { openTrace, type TraceOptions } from "./open-trace.ts";
import { readText } from "./read-text.ts";
import { runInFolder, type Writing } from "./run-in-folder.ts";

export interface LocalOptions extends TraceOptions {
  readonly repo: string;
  /** A Markdown file, or `-` for standard input. */
  readonly issue: string;
  readonly request?: string;
  readonly refs?: boolean;
  /** Packages may be added to manifests, whatever the repository's configuration says. */
  readonly addPackages?: boolean;
  /** How often the change is written, whatever the repository's configuration says. */
  readonly attempts?: number;
  readonly write?: boolean;
  /** A new file for the recording of the run. */
  readonly record?: string;
}

/** From an issue in a file to a draft, which `write` makes a branch of. */
export async function implementLocally(
  config: Config,
  { repo, issue, request = "", refs, addPackages, attempts, write, record, ...traces }: LocalOptions,
): Promise<{ readonly forge: FolderForge; readonly outcome: Outcome }> {
  if (addPackages && config.web.kind === "off")
    throw new UserError(
      "Packages are added only where registries can be asked for them, and CODERAG_WEB_SEARCH is off.",
      "Set CODERAG_WEB_SEARCH=registries, or leave out --add-packages.",
    );
  return runInFolder(config, {
    ...{ repo, verb: "implement", issue: await readIssue(issue, config.callerFolder) },
    ...{ addPackages, attempts, record, trace: await openTrace(traces, config.callerFolder) },
    request: [refs ? "--refs" : "", request].join(" ").trim(),
    writing: write ? writing : undefined,
  });
}

const writing: Writing = (directory, base, signal) => ({
  hasBranch: (branch) => hasBranch(directory, branch, signal),
  commit: (draft) =>
    commitLocally(
      directory,
      {
        ...{ branch: branchName(draft), otherwise: branchName({ ...draft, branchEnding: "" }) },
        ...{ base, changes: draft.changes, message: draft.commitMessage },
      },
      signal,
    ),
});

async function readIssue(path: string, folder: string): Promise<FolderIssue> {
  const cure = "Name a Markdown file, or - to write the issue on standard input.";
  const markdown = await readText(resolve(folder, path), path, cure);
  const issue = parseIssue(markdown);
  if (issue.title === "")
    throw new UserError("The issue is empty.", "Write at least one line that says what should be done.");
  return issue;
}
