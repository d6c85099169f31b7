import { type Config, outlinesOf } from "../../config.ts";
import type { CodeNode } from "../../graph/graph.ts";
import { isTestPath } from "../../graph/tests/test-names.ts";
import { languageOf } from "../../languages/registry.ts";
import { createSearchIndex, searchWords } from "../../retrieval/documents.ts";
import { changedLines } from "../../retrieval/history/changed-lines.ts";
import { requestOfCommit } from "../../retrieval/history/commit-request.ts";
import { goldOf, isFunction } from "../../retrieval/history/gold.ts";
import { indexWorkspace } from "../../retrieval/index-workspace.ts";
import { locate } from "../../retrieval/locating/locate.ts";
import type { Location } from "../../retrieval/locating/location.ts";
import type { Request } from "../../retrieval/request.ts";
import { queryWords, spellings } from "../../retrieval/words.ts";
import type { Repository } from "../../workspace/git.ts";
import { changedFiles, diffOf, type PastCommit } from "../../workspace/git-history.ts";
import { readHistory } from "../../workspace/history.ts";
import { readCommit } from "../../workspace/read-commit.ts";

/** A ranking of files and one of functions, best first, tests left out. */
export interface Rankings {
  readonly files: readonly string[];
  readonly functions: readonly string[];
}

/** One place that the commit touched, and how it was ranked. */
export interface Wanted {
  readonly id: string;
  /** 1 for the best; null: not among the first. */
  readonly rank: number | null;
  /** Why it stands where it does, in words. */
  readonly reason: string;
}

export interface Measured {
  readonly commit: string;
  readonly title: string;
  readonly files: readonly Wanted[];
  readonly functions: readonly Wanted[];
  /** What was ranked first instead, with the heaviest reason. */
  readonly first: { readonly file: string; readonly function: string; readonly reason: string };
  readonly located: Rankings;
  readonly bm25: Rankings;
}

export type Skipped =
  | "the first commit; a shallow clone ends early: git fetch --unshallow"
  | "no words"
  | "no source changed"
  | "too many files";

/**
 * More files and a commit is about several things, or about how they are written. Places looked at in the ranking, and
 * hits of the words alone, of which many are tests.
 */
const most = { files: 10, places: 60, hits: 500 };

/**
 * Asks with a commit's message, at its parent, for what the commit then touched. Reads git objects alone; outlines come
 * from the cache, so that only files that differ from the commit before are parsed.
 */
export async function measureCommit(
  config: Config,
  repository: Repository,
  { commit, parents, message }: PastCommit,
  signal: AbortSignal,
): Promise<Measured | Skipped> {
  const parent = parents[0];
  if (parent === undefined) return "the first commit; a shallow clone ends early: git fetch --unshallow";
  const request = requestOfCommit(message);
  if (queryWords(`${request.title}\n${request.body}`).size === 0) return "no words";
  const paths = (await changedFiles(repository, parent, commit, signal))
    .filter(({ path, change }) => change !== "added" && languageOf(path) !== undefined && !isTestPath(path))
    .map(({ path }) => path);
  if (paths.length === 0) return "no source changed";
  if (paths.length > most.files) return "too many files";
  const lines = changedLines(await diffOf(repository, parent, commit, paths, signal));
  const workspace = await readCommit(repository, parent, async () => undefined, signal);
  try {
    const cacheDir = outlinesOf(config);
    const { graph } = await indexWorkspace(workspace, { cacheDir }, signal);
    const gold = goldOf(lines, graph);
    if (gold.files.size === 0) return "no source changed";
    const read = (paths: readonly string[]) => {
      signal.throwIfAborted();
      return workspace.readMany(paths);
    };
    const index = await createSearchIndex(graph, read, (path) => workspace.entries.get(path)?.hash);
    const history = await readHistory(repository, parent, signal);
    const found = await locate(request, graph, index, read, { limit: most.places, history });
    const hits = searchWords(
      index,
      queryWords(`${request.title}\n${request.title}\n${request.body}`),
      most.hits,
    );
    const files = found.files.filter(({ node }) => !node.test);
    const functions = found.definitions.filter(({ node }) => isFunction(node) && !node.test);
    return {
      ...{ commit, title: request.title },
      files: wanted(gold.files, files, request),
      functions: wanted(gold.functions, functions, request),
      first: {
        file: files[0]?.node.id ?? "",
        function: functions[0]?.node.id ?? "",
        reason: (functions[0] ?? files[0])?.reasons[0]?.text ?? "",
      },
      located: { files: files.map(({ node }) => node.id), functions: functions.map(({ node }) => node.id) },
      bm25: rankingsOf(hits.map(({ node }) => node)),
    };
  } finally {
    await workspace.close();
  }
}

/** By words alone a file stands where the best of what is in it stands. */
function rankingsOf(nodes: readonly CodeNode[]): Rankings {
  const shown = nodes.filter((node) => !node.test);
  return {
    files: [...new Set(shown.map(({ path }) => path))],
    functions: shown.filter(isFunction).map(({ id }) => id),
  };
}

function wanted(gold: ReadonlySet<string>, ranked: readonly Location[], request: Request): readonly Wanted[] {
  const text = `${request.title}\n${request.body}`;
  const [said, written] = [queryWords(text), spellings(text)];
  return [...gold].map((id) => {
    const at = ranked.findIndex(({ node }) => node.id === id);
    if (at >= 0) return { id, rank: at + 1, reason: ranked[at]!.reasons[0]?.text ?? "" };
    const shared = [...queryWords(id).keys()].filter((word) => said.has(word));
    const reason =
      shared.length > 0
        ? `the message says of its name only: ${shared
            .slice(0, 4)
            .map((word) => written.get(word) ?? word)
            .join(", ")}`
        : "the message says no word of its name";
    return { id, rank: null, reason };
  });
}
