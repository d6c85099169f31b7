import { type Config, outlinesOf } from "../config.ts";
import { UserError } from "../errors.ts";
import type { CodeGraph } from "../graph/graph.ts";
import { createSearchIndex, type ReadSource, type SearchIndex } from "../retrieval/documents.ts";
import { indexWorkspace } from "../retrieval/index-workspace.ts";
import { counted } from "../source/counted.ts";
import type { History } from "../workspace/history.ts";
import type { Meaning } from "./context/meaning.ts";
import type { OpenedCode } from "./open-code.ts";

/** Code with all that is needed to answer questions about it. The workspace must stay open meanwhile. */
export interface KnownCode {
  readonly opened: OpenedCode;
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  readonly read: ReadSource;
  /** What commits changed, which helps to find a place; undefined where no past is here. */
  readonly history: History | undefined;
  /** One sentence for each file that was left out, and why. */
  readonly notes: readonly string[];
  readonly milliseconds: { readonly graph: number; readonly index: number };
  /** Undefined without an embedding model: definitions are compared by their words. */
  readonly meaning?: Meaning | undefined;
}

/** Draws the graph (from the cache where it can) and indexes its words. Throws a `UserError` where there is no source. */
export async function readCode(config: Config, opened: OpenedCode, signal: AbortSignal): Promise<KnownCode> {
  const { workspace, directory } = opened;
  const start = performance.now();
  const cacheDir = outlinesOf(config);
  const { graph, notes, stats } = await indexWorkspace(workspace, { cacheDir }, signal);
  signal.throwIfAborted();
  if (stats.definitions === 0)
    throw new UserError(
      `${directory} has no source in which a definition was found (${counted(stats.files, "file")} looked at).`,
      "Name a folder with source code: --repo DIR.",
    );
  const drawn = performance.now();
  const read: ReadSource = (paths) => workspace.readMany(paths);
  // Between two batches of files it can be ended.
  const index = await createSearchIndex(graph, (paths) => {
    signal.throwIfAborted();
    return read(paths);
  });
  const past = await workspace.past?.(signal);
  const milliseconds = { graph: drawn - start, index: performance.now() - drawn };
  return {
    ...{ opened, graph, index, read, history: past?.history, milliseconds },
    notes: past?.note === undefined ? notes : [...notes, past.note],
  };
}
