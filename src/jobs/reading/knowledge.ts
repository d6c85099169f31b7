import type { BranchHead } from "../../github/forge.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { createSearchIndex, type SearchIndex } from "../../retrieval/documents.ts";
import { indexWorkspace } from "../../retrieval/index-workspace.ts";
import type { GivenIndex } from "../../retrieval/use-index.ts";
import type { CommitWorkspace } from "../../workspace/read-commit.ts";
import type { Surroundings } from "../surroundings.ts";

/**
 * What a run knows of its repository: derived from one commit, held in memory, never recorded. A run that goes on in
 * another process derives it again (outlines come from the cache), which is why every step that needs it asks here.
 */
export interface Knowledge {
  workspace(base: BranchHead, signal: AbortSignal): Promise<CommitWorkspace>;
  index(base: BranchHead, signal: AbortSignal): Promise<IndexedRepository>;
  close(): Promise<void>;
}

export interface IndexedRepository {
  readonly workspace: CommitWorkspace;
  readonly graph: CodeGraph;
  readonly search: SearchIndex;
  /** What the repository's builds offered to make the graph exact. */
  readonly indexes: readonly GivenIndex[];
  /** What was skipped and why, in words for a person. */
  readonly notes: readonly string[];
  /** Files whose outline was not known from an earlier run or refresh. */
  readonly parsed: number;
  readonly milliseconds: number;
}

export function createKnowledge({ reader, openWorkspace, options }: Surroundings): Knowledge {
  let opened: Promise<CommitWorkspace> | undefined;
  let indexed: Promise<IndexedRepository> | undefined;

  const workspace = (base: BranchHead, signal: AbortSignal): Promise<CommitWorkspace> => {
    opened ??= forgetOnFailure(openWorkspace(base, signal), () => {
      opened = undefined;
    });
    return opened;
  };
  const build = async (base: BranchHead, signal: AbortSignal): Promise<IndexedRepository> => {
    const started = performance.now();
    const at = await workspace(base, signal);
    const built = await reader.builtIndex(base);
    const indexes = built.kind === "found" ? [built] : [];
    const { graph, notes, stats } = await indexWorkspace(at, { ...options, indexes }, signal);
    const search = await createSearchIndex(
      graph,
      (paths) => {
        signal.throwIfAborted();
        return at.readMany(paths);
      },
      (path) => at.entries.get(path)?.hash,
    );
    const { parsed } = stats;
    return {
      ...{ workspace: at, graph, search, indexes, parsed },
      notes: built.kind === "left out" ? [...notes, built.note] : notes,
      milliseconds: performance.now() - started,
    };
  };
  return {
    workspace,
    index: (base, signal) => {
      indexed ??= forgetOnFailure(build(base, signal), () => {
        indexed = undefined;
      });
      return indexed;
    },
    close: async () => {
      await (await opened?.catch(() => undefined))?.close();
    },
  };
}

/** A failed attempt is not remembered: the step that retries must really try again. */
function forgetOnFailure<T>(attempt: Promise<T>, forget: () => void): Promise<T> {
  attempt.catch(forget);
  return attempt;
}
