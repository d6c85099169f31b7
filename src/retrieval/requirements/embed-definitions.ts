import type { CodeNode } from "../../graph/graph.ts";
import { roughTokens } from "../../llm/embedding-batches.ts";
import type { Embedder } from "../../llm/embeddings.ts";
import { ModelError } from "../../llm/model-error.ts";
import { contentKey, type DerivedStore } from "../../store/derived.ts";
import type { ReadSource } from "../documents.ts";
import { headComments, ownText } from "./derive.ts";
import { createVectorTable, isPackedVector, packVector, type VectorTable } from "./vectors.ts";

/** The definitions of a repository as vectors: definition i is row i of the table. */
export interface DefinitionVectors {
  readonly nodes: readonly CodeNode[];
  readonly table: VectorTable;
  /** What is compared by words alone and why, in words for a person. */
  readonly notes: readonly string[];
  /** What was made anew for this answer; the rest was kept from earlier. */
  readonly spent: EmbeddingCost;
}

export interface EmbeddingCost {
  readonly texts: number;
  readonly tokens: number;
  /** US dollars; undefined where the model's price is not known. */
  readonly cost: number | undefined;
}

/** What one run may embed anew at most. */
export interface EmbeddingLimits {
  readonly texts: number;
  /** Estimated. */
  readonly tokens: number;
  readonly milliseconds: number;
}

export const usualEmbeddingLimits: EmbeddingLimits = {
  texts: 20_000,
  tokens: 3_000_000,
  milliseconds: 120_000,
};

export interface EmbedOptions {
  readonly limits?: EmbeddingLimits;
  /** Texts done and to do, after each request. */
  readonly progress?: (done: number, all: number) => void;
}

export interface EmbedWith {
  readonly embedder: Embedder;
  readonly store: DerivedStore;
}

/** Two vectors of one text by one model are nearer than this, whatever the server's precision. */
const sameModel = 0.95;

/**
 * Vectors of `nodes` (modules and tests left out), in their order of importance: where the limits do not allow all,
 * the first are embedded. Only texts that are new by content are sent; each answer is kept before the next is asked
 * for, so a crash costs one request. A failing endpoint is a note, not an error; the signal's reason is thrown.
 */
export async function embedDefinitions(
  nodes: readonly CodeNode[],
  readSource: ReadSource,
  { embedder, store }: EmbedWith,
  { limits = usualEmbeddingLimits, progress = () => undefined }: EmbedOptions,
  signal: AbortSignal,
): Promise<DefinitionVectors> {
  const wanted = nodes.filter((node) => node.kind !== "Module" && !node.test);
  const heads = await headComments(
    wanted.filter((node) => !node.doc),
    readSource,
  );
  const texts = new Map<string, string>();
  const keys = wanted.map((node) => {
    const text = ownText(node, heads.get(node.id));
    const key = contentKey("vector", embedder.name, text);
    texts.set(key, text);
    return key;
  });
  const notes: string[] = [];
  let spent: EmbeddingCost = { texts: 0, tokens: 0, cost: 0 };
  const packed = new Map<string, Uint8Array>();
  try {
    const kept = await store.get("vector", [...texts.keys()]);
    for (const [key, value] of await believed(kept, texts, embedder, signal)) packed.set(key, value);
    const missing = [...texts.keys()].filter((key) => !packed.has(key));
    const affordable = withinLimits(missing, texts, limits);
    const started = performance.now();
    let done = 0;
    for await (const batch of embedder.embed(
      affordable.map((key) => texts.get(key)!),
      signal,
    )) {
      const fresh = new Map(
        batch.vectors.map((vector, at) => [affordable[batch.start + at]!, packVector(vector)]),
      );
      await store.put("vector", fresh);
      for (const [key, value] of fresh) packed.set(key, value);
      done += fresh.size;
      spent = added(spent, { texts: fresh.size, tokens: batch.tokens, cost: batch.cost });
      progress(done, affordable.length);
      if (performance.now() - started > limits.milliseconds) break;
    }
    if (done < missing.length)
      notes.push(
        `${missing.length - done} of ${texts.size} definitions have no vector yet and are compared by their words; later runs go on.`,
      );
  } catch (error) {
    if (!(error instanceof ModelError)) throw error;
    notes.push(`${error.message} Definitions without a vector are compared by their words.`);
  }
  const rows = wanted.flatMap((node, at) => (packed.has(keys[at]!) ? [{ node, key: keys[at]! }] : []));
  return {
    nodes: rows.map(({ node }) => node),
    table: createVectorTable(rows.map(({ key }) => packed.get(key)!)),
    ...{ notes, spent },
  };
}

/** Vectors of single texts, such as a target's; not kept, since they hardly come again. */
export async function embedTexts(
  embedder: Embedder,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<readonly Float32Array[]> {
  const vectors: Float32Array[] = [];
  for await (const batch of embedder.embed(texts, signal)) vectors.push(...batch.vectors);
  return vectors;
}

/**
 * Kept vectors that the model behind the name would make today: one of them is made again, and where it comes out
 * otherwise (a server with another model under the same name) none is believed.
 */
async function believed(
  kept: ReadonlyMap<string, Uint8Array>,
  texts: ReadonlyMap<string, string>,
  embedder: Embedder,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Uint8Array>> {
  const [first] = kept.keys();
  if (first === undefined) return kept;
  const [again] = await embedTexts(embedder, [texts.get(first)!], signal);
  const width = again!.length;
  const sound = new Map([...kept].filter(([, value]) => isPackedVector(value, width)));
  const [witness] = sound.keys();
  if (witness === undefined) return sound;
  const fresh = witness === first ? again! : (await embedTexts(embedder, [texts.get(witness)!], signal))[0]!;
  const [nearest] = createVectorTable([sound.get(witness)!]).nearest(fresh, 1);
  return nearest!.cosine >= sameModel ? sound : new Map();
}

function withinLimits(
  keys: readonly string[],
  texts: ReadonlyMap<string, string>,
  limits: EmbeddingLimits,
): readonly string[] {
  let tokens = 0;
  const end = keys.findIndex((key, at) => {
    tokens += roughTokens(texts.get(key)!);
    return at >= limits.texts || tokens > limits.tokens;
  });
  return end < 0 ? keys : keys.slice(0, end);
}

function added(left: EmbeddingCost, right: EmbeddingCost): EmbeddingCost {
  return {
    texts: left.texts + right.texts,
    tokens: left.tokens + right.tokens,
    cost: left.cost === undefined || right.cost === undefined ? undefined : left.cost + right.cost,
  };
}
