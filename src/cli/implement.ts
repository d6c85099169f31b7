import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { text as readAll } from "node:stream/consumers";
import type { Command } from "commander";
import { surroundingsInFolder } from "../compose.ts";
import { type Config, loadConfig, takeEnvironment } from "../config.ts";
import { CancelledError, UserError } from "../errors.ts";
import { createFolderForge, type FolderForge, parseIssue } from "../github/folder.ts";
import { implement } from "../jobs/implement.ts";
import type { Outcome } from "../jobs/outcome.ts";
import type { Step } from "../step.ts";
import { commitLocally } from "../workspace/commit-local.ts";
import { isDirty, openLocal } from "../workspace/open-local.ts";
import { printOutcome } from "./print-outcome.ts";
import { createTerminalNarrator } from "./terminal-narrator.ts";

interface Options {
  readonly repo: string;
  readonly issue: string;
  readonly request?: string;
  readonly write?: boolean;
  readonly json?: boolean;
}

/** Adds `coderag implement`: the whole pipeline on a local folder. A dry run unless `--write` is given. */
export function implementCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("implement")
    .description("turn an issue, written in a Markdown file, into a change of a local git repository")
    .requiredOption("--repo <dir>", "a git repository; read at HEAD, uncommitted changes are not seen")
    .requiredOption("--issue <file>", "the issue: first heading or line is the title; - reads standard input")
    .option("--request <text>", "what stands behind `/coderag implement` in a comment")
    .option("--write", "make a branch with one commit; without it nothing is written")
    .option("--json", "print the outcome, the draft and the diff as JSON")
    .addHelpText("after", help)
    .action(async (options: Options) => {
      const config = loadConfig(takeEnvironment(), ["model"]);
      const { forge, outcome } = await implementLocally(config, options);
      printOutcome({ outcome, forge, json: options.json ?? false, written: options.write ?? false });
      exit(outcome.kind === "delivered" ? 0 : 1);
    });
}

const help = `
The model is configured by OPENAI_BASE_URL, OPENAI_API_KEY and CODERAG_MODEL (environment or .env).

Examples:
  coderag implement --repo . --issue wish.md
  coderag implement --repo ../shop --issue - --write < wish.md`;

/** One run without a server: steps are carried out as they come and nothing is recorded. */
export async function implementLocally(
  config: Config,
  options: Options,
): Promise<{ readonly forge: FolderForge; readonly outcome: Outcome }> {
  const interrupted = new AbortController();
  const interrupt = (): void => interrupted.abort(new CancelledError("Interrupted; nothing was written."));
  process.once("SIGINT", interrupt);
  const { signal } = interrupted;
  const narrator = createTerminalNarrator(process.stderr);
  try {
    const directory = resolve(config.callerFolder, options.repo);
    const issue = await readIssue(options.issue, config.callerFolder);
    const base = await headOf(directory, narrator.say, signal);
    const forge = createFolderForge({
      ...{ issue, base },
      ...(options.write && {
        commit: ({ branchPrefix, branchEnding, commitMessage, changes }) =>
          commitLocally(
            directory,
            { branch: branchPrefix + branchEnding, base: base.commit, changes, message: commitMessage },
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
      ...{ request: options.request ?? "", actorLogin: "you", actorId: 0 },
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
