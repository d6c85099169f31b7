/** The models of the host, made once from the configuration: its own, those that repositories may choose, embeddings. */
import type { Config, ModelConfig } from "./config.ts";
import { createEmbedder, type Embedder } from "./llm/embeddings.ts";
import type { Model } from "./llm/model.ts";
import { createModel } from "./llm/openai.ts";
import type { RepositoryConfig } from "./repository-config/schema.ts";

/** The models of the host. One of each for all runs: it remembers what the endpoint can. */
export interface HostModels {
  readonly model: Model | undefined;
  /** One of those that repositories may choose. */
  readonly namedModel: (name: string) => Model;
}

export function modelsOf(config: ModelConfig | undefined): HostModels {
  const named = new Map<string, Model>();
  return {
    model: modelOf(config),
    namedModel(name) {
      const model = named.get(name) ?? modelOf({ ...config!, name, answersAs: [] })!;
      named.set(name, model);
      return model;
    },
  };
}

/** What a repository may choose from; the host's own model is always among them. */
export const offeredBy = (model: ModelConfig | undefined): readonly string[] =>
  model ? [...new Set([model.name, ...model.offered])] : [];

/** The model that the repository chose for this verb; the host's own where it chose none, or none that is offered now. */
export function modelFor(
  verb: string,
  { models }: RepositoryConfig,
  { model, namedModel }: HostModels,
  host: ModelConfig | undefined,
): Model | undefined {
  const chosen = models[verb as keyof typeof models] ?? models.default;
  const usual = chosen === undefined || chosen === host?.name || !offeredBy(host).includes(chosen);
  return usual ? model : namedModel(chosen);
}

/** The configured model, or none: without one the bot still answers what needs none. */
export function modelOf(model: ModelConfig | undefined): Model | undefined {
  if (!model) return undefined;
  return createModel({
    baseUrl: model.baseUrl,
    apiKey: model.apiKey,
    model: model.name,
    answersAs: model.answersAs,
    prices: model.prices,
    parameters: model.parameters,
    requestTimeoutMs: model.requestTimeoutMs,
    idleTimeoutMs: model.idleTimeoutMs,
    maxRetries: model.maxRetries,
  });
}

/** The configured embedding model, or none: definitions are then compared by their words alone. */
export function embedderOf({ embedding, model }: Pick<Config, "embedding" | "model">): Embedder | undefined {
  if (!embedding) return undefined;
  const { name, baseUrl, apiKey } = embedding;
  return createEmbedder({ baseUrl, apiKey, model: name, prices: model?.prices });
}
