import type { Config } from "../../config.ts";
import type { CodeGraph } from "../../graph/graph.ts";
import { embedderOf } from "../../host-models.ts";
import type { Similar, Target } from "../../retrieval/bigraph/target.ts";
import type { ReadSource, SearchIndex } from "../../retrieval/documents.ts";
import { openSemantics } from "../../retrieval/requirements/semantics.ts";
import type { Likeness } from "../../retrieval/requirements/similar-by-embedding.ts";
import { derivedFolder, derivedInFiles } from "../../store/derived-files.ts";

/** What definitions mean, by the embedding model that is configured. */
export interface Meaning {
  similar(target: Target): Promise<readonly Similar[]>;
  /** Definitions nearest to a text; empty where the endpoint failed, which the notes say. */
  rank(text: string, limit: number): Promise<readonly Likeness[]>;
  notes(): readonly string[];
  /** The same for another question, ended by its own signal. */
  during(signal: AbortSignal): Meaning;
}

interface Code {
  readonly opened: { readonly directory: string };
  readonly graph: CodeGraph;
  readonly index: SearchIndex;
  readonly read: ReadSource;
}

/**
 * Embeds what is new of the code and keeps the vectors for the next command. Undefined where no embedding model is
 * configured. `tell` hears how far it is.
 */
export async function openMeaning(
  config: Config,
  { graph, index, read, opened }: Code,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Meaning | undefined> {
  const embedder = embedderOf(config);
  if (!embedder) return undefined;
  const store = derivedInFiles(derivedFolder(config.home, opened.directory), {
    onFault: (message) => tell(`Vectors cannot be kept for the next command: ${message}`),
  });
  let told = 0;
  const progress = (done: number, all: number): void => {
    if (done < all && performance.now() - told < 5_000) return;
    told = performance.now();
    tell(`Embedded ${done} of ${all} new definitions`);
  };
  const semantics = await openSemantics(graph, index, read, { embedder, store }, { progress }, signal);
  const during = (question: AbortSignal): Meaning => ({
    similar: (target) => semantics.similar(target, question),
    rank: (text, limit) => semantics.rank([text], limit, question),
    notes: semantics.notes,
    during,
  });
  return during(signal);
}
