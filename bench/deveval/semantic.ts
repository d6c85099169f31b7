/** Vectors for the samples, from an embedding endpoint that is named on the command line. */
import { createEmbedder } from "../../src/llm/embeddings.ts";
import type { EmbedWith } from "../../src/retrieval/requirements/embed-definitions.ts";
import { openSemantics, type Semantics } from "../../src/retrieval/requirements/semantics.ts";
import { derivedInFiles } from "../../src/store/derived-files.ts";
import type { Prepared } from "./corpus.ts";

/** Vectors are kept in `folder` between runs. The key comes from CODERAG_EMBEDDING_API_KEY. Undefined: no endpoint. */
export function embedWithAt(
  baseUrl: string | undefined,
  model: string | undefined,
  folder: string,
): EmbedWith | undefined {
  if (!baseUrl && !model) return undefined;
  if (!baseUrl || !model) throw new Error("Name both --embeddings URL and --embedding-model NAME.");
  const apiKey = process.env["CODERAG_EMBEDDING_API_KEY"];
  return { embedder: createEmbedder({ baseUrl, apiKey, model }), store: derivedInFiles(folder) };
}

/** All definitions of a sample's project: a benchmark has no budget. */
export async function semanticsOf(
  { graph, index, read }: Prepared,
  embedWith: EmbedWith | undefined,
  signal: AbortSignal,
): Promise<Semantics> {
  const limits = { texts: 1_000_000, tokens: 1e9, milliseconds: 3_600_000 };
  const semantics = await openSemantics(graph, index, read, embedWith, { limits }, signal);
  if (semantics.notes().length > 0) throw new Error(semantics.notes().join(" "));
  return semantics;
}
