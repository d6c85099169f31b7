import { resolve } from "node:path";
import { loadLocalConfig, takeEnvironment } from "../../config.ts";
import { isCancelled, UserError } from "../../errors.ts";
import { type Repository, resolveCommit } from "../../workspace/git.ts";
import { mergedCommits, type PastCommit } from "../../workspace/git-history.ts";
import { findRepository } from "../../workspace/open-local.ts";
import { interruptible } from "../interruptible.ts";
import { jsonText, outWidth, paintOut, printOut } from "../print.ts";
import { printable } from "../style.ts";
import { cut } from "../wrap.ts";
import { type Measured, measureCommit, type Skipped } from "./measure-commit.ts";
import { reportOf } from "./report.ts";
import { benchText } from "./text.ts";

export interface BenchOptions {
  readonly repo: string;
  readonly commits: number;
  readonly json?: boolean;
}

/** Commits listed at once, and looked at for each one that is wanted: many change no source. */
const page = 200;
const lookedAt = 20;

/** Measures, tells of it on standard error, and prints the report, also of what there is when it is interrupted. */
export async function runBench({ repo, commits, json = false }: BenchOptions): Promise<number> {
  const config = loadLocalConfig(takeEnvironment());
  const { repository } = await findRepository(resolve(config.callerFolder, repo));
  const start = performance.now();
  const measured: Measured[] = [];
  const skipped = new Map<Skipped, number>();
  const progress = createProgress(process.stderr, commits);
  let head: string | undefined;
  let interrupted = false;
  try {
    await interruptible(async (signal) => {
      head = await headOf(repository, signal);
      for await (const commit of history(repository, head, commits * lookedAt, signal)) {
        const found = await measureCommit(config, repository, commit, signal);
        if (typeof found === "string") skipped.set(found, (skipped.get(found) ?? 0) + 1);
        else measured.push(found);
        progress.tell(measured.length, printable(commit.message.split("\n")[0]!));
        if (measured.length === commits) return;
      }
    });
  } catch (error) {
    if (!isCancelled(error) || head === undefined) throw error;
    interrupted = true;
  } finally {
    progress.close();
  }
  const report = reportOf(measured, {
    ...{ directory: repository.directory, head: head!, skipped: Object.fromEntries(skipped), interrupted },
    milliseconds: Math.round(performance.now() - start),
  });
  await printOut([`${json ? jsonText(report) : benchText(report, paintOut, outWidth())}\n`]);
  return interrupted ? 130 : measured.length > 0 ? 0 : 1;
}

async function headOf(repository: Repository, signal: AbortSignal): Promise<string> {
  const head = await resolveCommit(repository, "HEAD", signal);
  if (head !== undefined) return head;
  throw new UserError(
    `The repository ${repository.directory} has no commit yet.`,
    "Name a repository with a history: --repo DIR.",
  );
}

async function* history(
  repository: Repository,
  head: string,
  atMost: number,
  signal: AbortSignal,
): AsyncGenerator<PastCommit> {
  for (let skip = 0; skip < atMost; skip += page) {
    const listed = await mergedCommits(repository, head, { skip, count: page }, signal);
    yield* listed;
    if (listed.length < page) return;
  }
}

/** One line that is rewritten on a terminal; in a pipe a line every ten commits. */
function createProgress(stream: NodeJS.WriteStream, all: number) {
  const live = stream.isTTY === true;
  let told = 0;
  return {
    tell: (done: number, title: string): void => {
      if (live) stream.write(`\r\u001b[K${done} of ${all} ${cut(title, 60)}`);
      else if (done > told && done % 10 === 0) stream.write(`i ${done} of ${all} commits\n`);
      told = done;
    },
    close: (): void => {
      if (live) stream.write("\r\u001b[K");
    },
  };
}
