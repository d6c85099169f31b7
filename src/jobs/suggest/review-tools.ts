import type { Tool } from "../../agent/tool.ts";
import { createSubmitFindings } from "../../agent/tools/submit-findings.ts";
import { type DiffMarks, marksOf } from "../../context/draw-diff.ts";
import type { Findings } from "../../delivery/review/finding.ts";
import type { Model } from "../../llm/model.ts";
import type { IndexWorkspaceOptions } from "../../retrieval/index-workspace.ts";
import { judgeChange, toldOnce } from "../change/judge-change.ts";
import type { IndexedRepository } from "../reading/knowledge.ts";
import { drawAfter, lookTools } from "../reading/reason-tools.ts";
import type { RunOptions } from "../surroundings.ts";
import type { PullDiff } from "./pull-diff.ts";

/** The tools of a review: those that look, and the one that hands in findings. */
export function reviewTools(
  indexed: IndexedRepository,
  options: Pick<RunOptions, "checks" | "tools" | "web" | "format"> & IndexWorkspaceOptions,
  model: Model,
  /** Asked once it is needed: most reviews read no other file. */
  readDiff: () => Promise<PullDiff>,
): readonly Tool<unknown, Findings>[] {
  const graphAfter = drawAfter(indexed.workspace, options);
  // A review asks no registry about a package, and one click would add it.
  const checks = { ...options.checks, allowPackages: false };
  const handIn = createSubmitFindings(
    indexed.workspace,
    (changes, signal) => judgeChange(changes, indexed, { checks, graphAfter }, signal),
    toldOnce,
  );
  let marks: Promise<DiffMarks> | undefined;
  const diff = (): Promise<DiffMarks> => {
    marks ??= readDiff().then(({ files, deleted }) =>
      marksOf(
        files.filter(({ fresh }) => fresh.length > 0),
        deleted,
      ),
    );
    return marks;
  };
  // A tool that looks hands nothing in, so it serves every kind of run.
  const look = lookTools(indexed, options, model, diff) as unknown as readonly Tool<unknown, Findings>[];
  return [...look, handIn as Tool<unknown, Findings>];
}
