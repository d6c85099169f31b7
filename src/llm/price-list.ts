/**
 * What models cost by the price pages of their makers and hosts: the tables of a package that is kept up with them, and
 * what has come out since ([decision 19](../../docs/decisions/0019-what-a-run-costs.md)).
 */
import { createRequire } from "node:module";
import type * as Prices from "@pydantic/genai-prices";
import type { CountedTokens } from "./answer.ts";

/** A megabyte of tables: loaded when a price is asked for, since every command reads the configuration. */
const load = (): typeof Prices => createRequire(import.meta.url)("@pydantic/genai-prices");

/**
 * Models that are newer than the package, by the price pages of their makers as release notes of other programs cited
 * them in October 2026. A row goes once the package has it.
 */
const newer = {
  ...{ id: "newer", name: "newer", api_pattern: "" },
  models: [
    model("gpt-6.1-sol", { base: [2, 0.1, 2.5, 10], from: 272_000, long: [4, 0.2, 5, 15] }),
    model("gpt-6.1-terra", { base: [1, 0.05, 1.25, 5], from: 272_000, long: [2, 0.1, 2.5, 7.5] }),
    model("claude-sonnet-5-5", { base: [2, 0.1, 2.5, 10] }),
    model("claude-haiku-5-5", {
      base: [0.1, 0.01, 0.125, 0.5],
      from: 100_000,
      long: [0.5, 0.05, 0.625, 2.5],
    }),
  ],
};

/** US dollars per million tokens: of input, of input from the provider's cache and into it, of output. */
type Rates = readonly [input: number, cached: number, written: number, output: number];

/** `long` are the rates of a request with more input than `from` tokens. */
function model(
  id: string,
  { base, from = 0, long }: { readonly base: Rates; readonly from?: number; readonly long?: Rates },
): Prices.ModelInfo {
  const keys = ["input_mtok", "cache_read_mtok", "cache_write_mtok", "output_mtok"];
  const price = (at: number): number | { base: number; tiers: Prices.Tier[] } =>
    long ? { base: base[at]!, tiers: [{ start: from, price: long[at]! }] } : base[at]!;
  return {
    id,
    match: { or: [{ equals: id }, { regex: `^${id}-(\\d{4}-\\d{2}-\\d{2}|\\d{8}|latest)$` }] },
    prices: Object.fromEntries(keys.map((key, at) => [key, price(at)])),
  };
}

/** Models that their makers alone sell, or others at the same price. Weights that anybody may serve have no price. */
const makers: readonly (readonly [RegExp, string])[] = [
  [/^(?:gpt-(?!oss)|o[1-9](?:-|$)|chatgpt-|text-embedding-3-)/, "openai"],
  [/^claude-/, "anthropic"],
  [/^gemini-/, "google"],
];

/**
 * US dollars of one turn by list prices; undefined where they are not known. A host whose address the package knows has
 * its own prices; behind any other address, a gateway's, only models have one that their makers alone sell.
 */
export function listedCost(model: string, tokens: CountedTokens, baseUrl: string): number | undefined {
  const { calcPrice, findProvider } = load();
  const bare = model.slice(model.lastIndexOf("/") + 1);
  const usage = {
    input_tokens: tokens.inputTokens,
    output_tokens: tokens.outputTokens,
    cache_read_tokens: tokens.cachedTokens,
    cache_write_tokens: tokens.writtenTokens,
  };
  const maker = makers.find(([names]) => names.test(bare))?.[1];
  const found =
    calcPrice(usage, bare, { provider: newer }) ??
    (findProvider({ providerApiUrl: baseUrl })
      ? calcPrice(usage, model, { providerApiUrl: baseUrl })
      : maker === undefined
        ? undefined
        : calcPrice(usage, bare, { providerId: maker }));
  return found?.model_price["input_mtok"] === undefined ? undefined : found.total_price;
}
