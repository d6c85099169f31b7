import type { EmbeddingProbe } from "../../llm/probe-embeddings.ts";
import type { Check } from "./check.ts";

/** What the embedding endpoint can do. `model` is the name that is configured. */
export function checkEmbedding(model: string, probe: EmbeddingProbe): Check {
  const { dimensions, sensible, problem, cure } = probe;
  const name = "embedding";
  if (dimensions === undefined)
    return {
      ...{ name, state: "failed", detail: (problem ?? `${model} makes no vectors`).replace(/\.$/, "") },
      cure: cure ?? "Check CODERAG_EMBEDDING_MODEL and CODERAG_EMBEDDING_BASE_URL.",
    };
  if (!sensible)
    return {
      ...{ name, state: "warning", detail: `${model} finds unlike texts more alike than like ones` },
      cure: "Check that CODERAG_EMBEDDING_MODEL names an embedding model and not a chat model.",
    };
  return { name, state: "ok", detail: `${model} makes vectors of ${dimensions} numbers` };
}
