import type { Submitted } from "../../agent/loop.ts";
import type { Verification } from "../../delivery/draft-input.ts";
import type { BranchHead } from "../../github/forge.ts";
import { probeSandbox, runSandboxed, type SandboxFile } from "../../sandbox/bubblewrap.ts";
import type { FileChange } from "../../source/file.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Knowledge } from "../reading/knowledge.ts";
import type { Surroundings } from "../surroundings.ts";

const megabyte = 2 ** 20;
const mostMinutes = 10;
const limits = {
  timeoutMilliseconds: mostMinutes * 60_000,
  memoryBytes: 2048 * megabyte,
  diskBytes: 1024 * megabyte,
  outputBytes: 64 * 1024,
};

/**
 * Runs the host's test command on a throw-away copy of the changed repository, behind the sandbox's walls. Without a
 * sandbox nothing is run, and the draft says so. A red test does not stop the draft: the reviewer is told.
 */
export async function testChange(
  { changes }: Submitted,
  base: BranchHead,
  knowledge: Knowledge,
  { options: { testCommand } }: Surroundings,
  signal: AbortSignal,
): Promise<Verification> {
  const what = "Tests";
  if (testCommand === undefined) return { what, result: "not run", detail: "no test command is configured" };
  const probe = await probeSandbox();
  if (!probe.available) return { what, result: "not run", detail: probe.reason ?? "there is no sandbox" };
  const files = await changedTree(await knowledge.workspace(base, signal), changes);
  const result = await runSandboxed(
    { ...limits, argv: ["sh", "-c", testCommand], source: { files } },
    signal,
  );
  if (result.kind === "timed-out")
    return { what, result: "failed", detail: `\`${testCommand}\` was stopped after ${mostMinutes} minutes` };
  const passed = result.exitCode === 0;
  const lastLine = result.output.trim().split("\n").at(-1) ?? "";
  return {
    what,
    result: passed ? "passed" : "failed",
    detail: `\`${testCommand}\` ended with exit code ${result.exitCode}${lastLine === "" ? "" : `: ${lastLine}`}`,
  };
}

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
