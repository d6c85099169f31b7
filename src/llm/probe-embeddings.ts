import { createEmbedder, type EmbedderOptions } from "./embeddings.ts";
import { ModelError } from "./model-error.ts";

/** What `coderag doctor` says of an embedding endpoint. */
export interface EmbeddingProbe {
  /** Numbers of one vector; undefined where the endpoint made none. */
  readonly dimensions: number | undefined;
  /** Two texts of one meaning are more alike than two of different ones. */
  readonly sensible: boolean;
  readonly problem?: string;
  readonly cure?: string;
}

const texts = [
  "Reads the configuration from a file.",
  "Loads settings from disk.",
  "Rotates a picture by ninety degrees.",
];

/** Embeds three short texts. Never throws but for `signal`. */
export async function probeEmbeddings(
  options: EmbedderOptions,
  signal: AbortSignal,
): Promise<EmbeddingProbe> {
  try {
    const embedder = createEmbedder({ ...options, maxRetries: 1 });
    const vectors: Float32Array[] = [];
    for await (const batch of embedder.embed(texts, signal)) vectors.push(...batch.vectors);
    const [asked, like, unlike] = vectors as [Float32Array, Float32Array, Float32Array];
    const cosine = (other: Float32Array): number =>
      asked.reduce((sum, value, at) => sum + value * other[at]!, 0);
    return { dimensions: asked.length, sensible: cosine(like) > cosine(unlike) };
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    return { dimensions: undefined, sensible: false, problem: error.message, cure: error.cure };
  }
}
