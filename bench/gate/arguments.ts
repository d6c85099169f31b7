/** Calls whose arguments would be told as wrong, in repositories that work: each file as if a change brought it. */
import { type JudgedCall, judgedCalls } from "../../src/checks/arguments/misfits.ts";
import { isJudged } from "../../src/checks/arguments/read-file.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openLocal } from "../../src/workspace/open-local.ts";

export interface ArgumentAlarms {
  readonly files: number;
  readonly judged: number;
  readonly told: readonly JudgedCall[];
}

/** Judges every file of a clone at its last commit. */
export async function argumentAlarms(clone: string, signal: AbortSignal): Promise<ArgumentAlarms> {
  const workspace = await openLocal(clone, signal);
  try {
    const { graph } = await indexWorkspace(workspace, {}, signal);
    const paths = [...workspace.entries.values()].filter(({ mode }) => mode !== "120000");
    const texts = await workspace.readMany(paths.map(({ path }) => path).filter(isJudged));
    const changes = [...texts].map(([path, after]) => ({ path, before: undefined, after }));
    const judged = await judgedCalls(changes, { graph, workspace });
    return {
      files: changes.length,
      judged: judged.length,
      told: judged.filter(({ why }) => why !== undefined),
    };
  } finally {
    await workspace.close();
  }
}
