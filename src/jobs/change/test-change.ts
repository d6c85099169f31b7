import { totalmem } from "node:os";
import type { Submitted } from "../../agent/loop.ts";
import type { Verification } from "../../delivery/draft-input.ts";
import type { BranchHead } from "../../github/forge.ts";
import { ownSandbox, type SandboxFile } from "../../sandbox/bubblewrap.ts";
import { firstOf } from "../../source/counted.ts";
import type { FileChange } from "../../source/file.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { Surroundings } from "../surroundings.ts";
import { type NotInstalled, notInstalled } from "./not-installed.ts";
import { excerptOf, failuresIn } from "./test-output.ts";

const megabyte = 2 ** 20;
const mostMinutes = 10;
/** Of the machine, or of the container where that has less. */
const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
/** Whatever a test does, an eighth of the memory is left to others: its disk is there three times. */
const limits = {
  timeoutMilliseconds: mostMinutes * 60_000,
  memoryBytes: 2048 * megabyte,
  groupMemoryBytes: Math.floor(memory / 2),
  diskBytes: Math.min(1024 * megabyte, Math.floor(memory / 8)),
  outputBytes: 64 * 1024,
};

/** What became of the tests. Survives JSON. */
export interface Tested extends Verification {
  readonly milliseconds?: number;
  /** Where the command failed. Not in what runs of earlier versions recorded. */
  readonly red?: RedTests;
}

export interface RedTests {
  /** Undefined: it was stopped. */
  readonly exitCode?: number | undefined;
  readonly failures: readonly string[];
  /** What it printed, cut. */
  readonly output: string;
}

/** Characters of an output that are kept. */
const mostOutput = 20_000;

/**
 * Runs the host's test command on a throw-away copy of the changed repository, behind the sandbox's walls. Without a
 * sandbox nothing is run, and the draft says so. A red test does not stop the draft: the reviewer is told.
 */
export async function testChange(
  { changes }: Pick<Submitted, "changes">,
  base: BranchHead,
  knowledge: Knowledge,
  { options: { testCommand }, sandbox = ownSandbox }: Pick<Surroundings, "options" | "sandbox">,
  signal: AbortSignal,
): Promise<Tested> {
  const what = "Tests";
  if (testCommand === undefined) return { what, result: "not run", detail: "no test command is configured" };
  const probe = await sandbox.probe();
  if (!probe.available) return { what, result: "not run", detail: probe.reason ?? "there is no sandbox" };
  const files = await changedTree(await knowledge.workspace(base, signal), changes);
  const started = performance.now();
  const result = await sandbox.run({ ...limits, argv: ["sh", "-c", testCommand], source: { files } }, signal);
  const milliseconds = Math.round(performance.now() - started);
  const failures = failuresIn(result.output);
  const red = { failures, output: excerptOf(result.output, new Set(failures), mostOutput) };
  if (result.kind !== "finished") {
    const detail = `\`${testCommand}\` was stopped ${whyStopped[result.kind]}`;
    return { what, result: "failed", detail, milliseconds, red };
  }
  const { exitCode } = result;
  // Some runners draw a rule around it.
  const lastLine = (result.output.trim().split("\n").at(-1) ?? "").replace(/^[\s=]+|[\s=]+$/g, "");
  const detail = `\`${testCommand}\` ended with exit code ${exitCode}${lastLine === "" ? "" : `: ${lastLine}`}`;
  if (exitCode === 0) return { what, result: "passed", detail, milliseconds };
  const missing = notInstalled(changes, result.output);
  return missing
    ? { what, result: "not run", detail: whatLacks(testCommand, missing, failures), milliseconds }
    : { what, result: "failed", detail, milliseconds, red: { ...red, exitCode } };
}

/** Packages and failures that are told. */
const mostTold = 3;

function whatLacks(
  testCommand: string,
  { packages, line }: NotInstalled,
  failures: readonly string[],
): string {
  const [lacks, them] = packages.length === 1 ? ["is", "it"] : ["are", "them"];
  const others = failures.filter((failure) => !line.includes(failure));
  return [
    `${listed(packages)} ${lacks} not installed here, so that \`${testCommand}\` cannot tell of the change`,
    `install ${them}, bring the lock file up to date and run the tests before you merge`,
    `it printed ${inTicks(line)}`,
    ...(others.length > 0 ? [`other lines that name a failure: ${listed(others)}`] : []),
  ].join("; ");
}

const listed = (texts: readonly string[]): string =>
  firstOf(texts.map(inTicks), mostTold, (left) => `${left} more`).join(", ");

const inTicks = (text: string): string => `\`${text.replaceAll("`", "'").slice(0, 120)}\``;

const whyStopped = {
  "timed-out": `after ${mostMinutes} minutes`,
  "too-much-memory": `when its processes had more than ${Math.round(limits.groupMemoryBytes / megabyte)} MB of memory together`,
};

async function changedTree(
  workspace: CommitWorkspace,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, SandboxFile>> {
  const files = new Map<string, SandboxFile>(await workspace.readAll(limits.diskBytes / 2));
  for (const { path, after } of changes) {
    if (after === undefined) files.delete(path);
    else files.set(path, { content: after, mode: modeOf(files.get(path)) });
  }
  return files;
}

function modeOf(file: SandboxFile | undefined): "100644" | "100755" {
  return typeof file === "object" && "mode" in file && file.mode === "100755" ? "100755" : "100644";
}
