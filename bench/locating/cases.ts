/** One commit as a question: the message is the request, the repository is as it was before, the changed places are right. */
import { join } from "node:path";
import { createSearchIndex, searchWords } from "../../src/retrieval/documents.ts";
import type { Case as Evidence } from "../../src/retrieval/evidence.ts";
import { changedLines } from "../../src/retrieval/history/changed-lines.ts";
import { requestOfCommit } from "../../src/retrieval/history/commit-request.ts";
import { type Gold, goldOf, isFunction } from "../../src/retrieval/history/gold.ts";
import { indexWorkspace } from "../../src/retrieval/index-workspace.ts";
import { folderSignals } from "../../src/retrieval/locating/folder-signals.ts";
import { gatherPlaces, isDefinitionCandidate, isFileCandidate } from "../../src/retrieval/locating/locate.ts";
import { asksForNew } from "../../src/retrieval/locating/new-places.ts";
import {
  definitionSignalNames,
  fileSignalNames,
  folderOf,
  folderSignalNames,
} from "../../src/retrieval/locating/places.ts";
import { type Question, questionOf } from "../../src/retrieval/locating/question.ts";
import { queryWords } from "../../src/retrieval/words.ts";
import { changedFiles, diffOf, mergedCommits } from "../../src/workspace/git-history.ts";
import { readHistory } from "../../src/workspace/history.ts";
import { readCommit } from "../../src/workspace/read-commit.ts";
import type { List } from "../deveval/softmax.ts";
import { isSource, type Listed } from "./commits.ts";

/** Candidates in the order of their ids, and the ids that are right. */
export interface Candidates extends List {
  readonly ids: readonly string[];
  readonly gold: readonly string[];
  /** Right ids in the order of BM25 alone, wrong ones between them as empty strings. */
  readonly bm25: readonly string[];
}

export interface Case {
  readonly repository: string;
  readonly sha: string;
  readonly files: Candidates;
  readonly definitions: Candidates;
  /** Definition candidate to file candidate; -1 where its file is none. */
  readonly fileOf: Int32Array;
  /** Folders; right are those of source files that the commit added, or the nearest that were there. */
  readonly folders: Candidates;
  /** File candidate to the folder in which it stands; -1 for tests and what is no source. */
  readonly folderOf: Int32Array;
  /** True where the request reads as if it asked for something new. */
  readonly asksForNew: boolean;
}

export interface CaseOptions {
  readonly repos: string;
  readonly cacheDir: string;
  readonly signal: AbortSignal;
}

export async function caseOf(
  { repository, sha }: Listed,
  { repos, cacheDir, signal }: CaseOptions,
): Promise<Case> {
  const gitDir = join(repos, repository, "repo");
  const bare = { directory: gitDir, gitDir };
  const [commit] = await mergedCommits(bare, sha, { skip: 0, count: 1 }, signal);
  const parent = commit!.parents[0]!;
  const changed = await changedFiles(bare, parent, sha, signal);
  const modified = changed.filter(({ change }) => change !== "added").map(({ path }) => path);
  const diff = await diffOf(bare, parent, sha, modified.filter(isSource), signal);
  const workspace = await readCommit(bare, parent, async () => {}, signal);
  try {
    const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
    const read = (paths: readonly string[]) => workspace.readMany(paths);
    const index = await createSearchIndex(graph, read, (path) => workspace.entries.get(path)?.hash);
    const history = await readHistory(bare, parent, signal);
    const question = await questionOf(requestOfCommit(commit!.message), graph, index, read, history);
    const added = changed.filter(({ path, change }) => change === "added" && isSource(path));
    const gold = { ...goldOf(changedLines(diff), graph), folders: added.map(({ path }) => folderOf(path)) };
    return { repository, sha, ...answers(question, gold) };
  } finally {
    await workspace.close();
  }
}

function answers(
  question: Question,
  gold: Gold & { readonly folders: readonly string[] },
): Omit<Case, "repository" | "sha"> {
  const { graph, index, whole } = question;
  const places = gatherPlaces(question);
  const hits = searchWords(index, queryWords(whole), 2_000).map(({ node }) => node);
  const plain = hits.filter((node) => !node.test && isSource(node.path));
  const plainFiles = [...new Set(plain.map(({ path }) => path))];
  const files = candidates(
    [...places.files.cases()].filter(isFileCandidate),
    fileSignalNames,
    gold.files,
    plainFiles,
  );
  const definitions = candidates(
    [...places.definitions.cases()].filter((one) => isDefinitionCandidate(one) && isFunction(one.node)),
    definitionSignalNames,
    gold.functions,
    plain.filter(isFunction).map(({ id }) => id),
  );
  const rowOf = new Map(files.ids.map((id, row) => [id, row]));
  const folders = candidates(
    [...folderSignals(question, places).cases()],
    folderSignalNames,
    nearestOf(gold.folders, new Set(index.paths.flatMap(foldersAround))),
    [...new Set(plainFiles.map(folderOf))],
  );
  const folderAt = new Map(folders.ids.map((id, row) => [id, row]));
  return {
    ...{ files, definitions, folders, asksForNew: asksForNew(whole) },
    fileOf: Int32Array.from(definitions.ids, (id) => rowOf.get(graph.node(id)!.path) ?? -1),
    folderOf: Int32Array.from(files.ids, (id) => (isSource(id) ? (folderAt.get(folderOf(id)) ?? -1) : -1)),
  };
}

/** Every folder above a path, the nearest first. */
const foldersAround = (path: string): readonly string[] =>
  path.split("/").map((_, depth, parts) =>
    parts
      .slice(0, -1 - depth)
      .map((part) => `${part}/`)
      .join(""),
  );

/** A folder that is new stands in one that was there. */
const nearestOf = (folders: readonly string[], known: ReadonlySet<string>): ReadonlySet<string> =>
  new Set(folders.map((folder) => foldersAround(`${folder}file`).find((one) => known.has(one)) ?? ""));

function candidates(
  cases: readonly Evidence<unknown, { readonly id: string }>[],
  names: readonly string[],
  gold: ReadonlySet<string>,
  bm25: readonly string[],
): Candidates {
  const sorted = [...cases].sort((a, b) => (a.node.id < b.node.id ? -1 : 1));
  const values = new Float64Array(sorted.length * names.length);
  sorted.forEach((one, row) => {
    values.set(one.values, row * names.length);
  });
  const ids = sorted.map(({ node }) => node.id);
  return {
    ids,
    gold: [...gold],
    values,
    bm25: bm25.slice(0, 50),
    right: Uint8Array.from(ids, (id) => Number(gold.has(id))),
  };
}
