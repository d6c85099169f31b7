import type { Tool } from "../../agent/tool.ts";
import type { ToolName } from "../../agent/tool-names.ts";
import { createCodeTest } from "../../agent/tools/code-test.ts";
import { createFindLines } from "../../agent/tools/find-lines.ts";
import { createGraphReason } from "../../agent/tools/graph-reason.ts";
import { createReadFile } from "../../agent/tools/read-file.ts";
import { reuseObjections } from "../../agent/tools/reuse-objections.ts";
import { createSearchCode, ownFirst } from "../../agent/tools/search-code.ts";
import { createSubmitAnswer } from "../../agent/tools/submit-answer.ts";
import { createSubmitEdits } from "../../agent/tools/submit-edits.ts";
import { createWebSearchTool } from "../../agent/tools/web-search.ts";
import type { DiffMarks } from "../../context/draw-diff.ts";
import type { Nearest } from "../../context/nearest.ts";
import type { CodeAnswer } from "../../delivery/answer/answer.ts";
import type { Complaint } from "../../errors.ts";
import { formatSnippet } from "../../format/format-snippet.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import type { Model } from "../../llm/model.ts";
import { similarIn } from "../../retrieval/bigraph/similar.ts";
import { searchCode } from "../../retrieval/documents.ts";
import { type IndexWorkspaceOptions, indexWorkspace } from "../../retrieval/index-workspace.ts";
import { words } from "../../retrieval/words.ts";
import type { FileChange } from "../../source/file.ts";
import { createWebSearch } from "../../web/search.ts";
import { overlay } from "../../workspace/overlay.ts";
import type { Workspace } from "../../workspace/workspace.ts";
import { type Judging, judgeChange, objectionsIn } from "../change/judge-change.ts";
import type { RunOptions } from "../surroundings.ts";
import type { IndexedRepository } from "./knowledge.ts";

/** The tools of an `implement` run that are switched on. None of them writes; the last one hands in. */
export function reasonTools(
  indexed: IndexedRepository,
  nearest: readonly Nearest[],
  options: Pick<RunOptions, "checks" | "tools" | "web" | "format"> & IndexWorkspaceOptions & Shown,
  model?: Model,
  /** Other people's code that the run looked at, registries that it may ask; files of the change that is written anew. */
  {
    before = [],
    ...outside
  }: Pick<Judging, "marked" | "packages"> & { readonly before?: readonly string[] } = {},
): readonly Tool[] {
  const graphAfter = drawAfter(indexed.workspace, options);
  const handIn = createSubmitEdits(
    indexed.workspace,
    (changes, signal) =>
      judgeChange(changes, indexed, { checks: options.checks, graphAfter, ...outside }, signal),
    async (submission, changes, { findings }) => [
      ...(await reuseObjections(submission, changes, nearest)),
      ...objectionsIn(findings),
      ...forgottenIn(changes, before),
    ],
  );
  return [...lookTools(indexed, options, model), handIn as Tool];
}

/** A change that is written anew may leave a file out, and mostly forgets it: a test, a line of the changelog. */
function forgottenIn(changes: readonly FileChange[], before: readonly string[]): readonly Complaint[] {
  const kept = new Set(changes.map(({ path }) => path));
  return before
    .filter((path) => !kept.has(path))
    .map((path) => ({
      kind: "change/forgotten",
      path,
      message:
        "Your change before had a part here, and this one has none. Hand in the whole with it; if it is left out on purpose, hand in the same once more.",
    }));
}

/** The tools of a question: those that look at code, none that tries edits, and the one that hands in the answer. */
export function answerTools(
  indexed: IndexedRepository,
  options: Pick<RunOptions, "tools" | "web" | "format"> & Shown,
  model?: Model,
): readonly Tool<unknown, CodeAnswer>[] {
  const look = lookTools(indexed, options, model).filter(({ name }) => name !== "code-test");
  // A tool that looks hands nothing in, so it serves every kind of run.
  return [
    ...(look as unknown as readonly Tool<unknown, CodeAnswer>[]),
    createSubmitAnswer(indexed.workspace) as Tool<unknown, CodeAnswer>,
  ];
}

/** Files that the first prompt shows; lines of theirs are found before those of others. */
export interface Shown {
  readonly shown?: readonly string[];
}

/** Draws the code graph as a change leaves the repository. Outlines of unchanged files come from the cache, so it is quick. */
export const drawAfter =
  (workspace: Workspace, options: IndexWorkspaceOptions) =>
  async (changes: readonly FileChange[], signal: AbortSignal): Promise<CodeGraph> =>
    (await indexWorkspace(overlay(workspace, changes), options, signal)).graph;

/** The tools that only look, of those that are switched on. */
export function lookTools(
  { workspace, graph, search }: IndexedRepository,
  options: Pick<RunOptions, "tools" | "web" | "format"> & IndexWorkspaceOptions & Shown,
  /** Summarises what is found on the web; without it nothing is searched there. */
  model?: Model,
  /** Of a review. */
  diff?: () => Promise<DiffMarks>,
): readonly Tool[] {
  const { tools: switchedOn, web, format } = options;
  const tools = [
    createGraphReason(graph, workspace, similarIn(search)),
    createSearchCode(
      ownFirst((query, limit) => searchCode(search, query, limit)),
      createFindLines(workspace, options.shown),
    ),
    createReadFile(workspace, { graph, ...(diff && { diff }) }),
    ...(web === undefined || model === undefined
      ? []
      : [createWebSearchTool(createWebSearch(web), model, workspace)]),
    createCodeTest(workspace, {
      graphAfter: drawAfter(workspace, options),
      knows: (name) => search.files.idf(words(name).at(-1) ?? name) > 0,
      ...(format === "on" && { layOut: (path, code) => formatSnippet(path, code, workspace) }),
    }),
  ] as readonly Tool[];
  return tools.filter(({ name }) => switchedOn.has(name as ToolName));
}
