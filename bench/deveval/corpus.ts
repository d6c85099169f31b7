/** Graph and search index of one project with the body of one sample hidden. */
import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeGraph } from "../../src/graph/graph.ts";
import type { Target } from "../../src/retrieval/bigraph/target.ts";
import { createSearchIndex, type ReadSource, type SearchIndex } from "../../src/retrieval/documents.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { openFolder } from "../../src/workspace/open-folder.ts";
import { openLocal } from "../../src/workspace/open-local.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import type { Workspace } from "../../src/workspace/workspace.ts";
import { hiddenSource } from "./hide.ts";
import { byProject, checkoutOf, requirementOf, type Sample } from "./samples.ts";

export interface Prepared {
  readonly target: Target;
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  readonly read: ReadSource;
}

export async function openProject(folder: string, signal: AbortSignal): Promise<Workspace> {
  return existsSync(join(folder, ".git")) ? openLocal(folder, signal) : openFolder(folder, signal);
}

/** Undefined where the target is not in the code graph. */
export async function prepare(
  sample: Sample,
  workspace: Workspace,
  cacheDir: string,
  signal: AbortSignal,
): Promise<Prepared | undefined> {
  const { path, name, signature_position: lines } = sample;
  const text = await workspace.read(path);
  if (text === undefined) return undefined;
  const seen = overlay(workspace, [{ path, before: text, after: await hiddenSource(text, sample) }]);
  const { graph } = await indexWorkspace(seen, { cacheDir }, signal);
  const named = graph.inFile(path).filter((node) => node.qualifiedName === name);
  const node =
    named.find(({ startLine, endLine }) => startLine <= lines[0] && endLine >= lines[0]) ?? named[0];
  if (!node) return undefined;
  const read: ReadSource = (paths) => seen.readMany(paths);
  const index = await createSearchIndex(graph, read);
  return { target: { node, requirement: requirementOf(sample) }, graph, index, read };
}

/** Each sample prepared in turn, project by project. Throws where a target is not in the code graph. */
export async function eachPrepared(
  samples: readonly Sample[],
  repos: string,
  work: (sample: Sample, prepared: Prepared) => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  const cacheDir = mkdtempSync(join(tmpdir(), "coderag-bench-"));
  try {
    for (const ofProject of byProject(samples).values()) {
      const workspace = await openProject(checkoutOf(repos, ofProject[0]!), signal);
      for (const sample of ofProject) {
        const prepared = await prepare(sample, workspace, cacheDir, signal);
        if (!prepared) throw new Error(`${sample.id} is not in the code graph.`);
        await work(sample, prepared);
      }
      await workspace.close();
    }
  } finally {
    rmSync(cacheDir, { recursive: true, force: true });
  }
}
