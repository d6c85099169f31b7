import { isObject } from "../source/json-object.ts";
import type { CountedTokens } from "./answer.ts";
import { listedCost } from "./price-list.ts";
import { isOpenRouter } from "./prompt-cache.ts";

/** US dollars per million tokens. */
interface Price {
  readonly input: number;
  /** Input read from the provider's prompt cache; the full price where it is not given. */
  readonly cached?: number | undefined;
  readonly output: number;
}

export type PriceTable = Readonly<Record<string, Price>>;

/**
 * Reads `{"my-model": {"input": 1, "cached": 0.1, "output": 4}}` (US dollars per million tokens). Throws a sentence that
 * names the wrong row.
 */
export function readPrices(json: string): PriceTable {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    throw new Error('The price table is not JSON. Write {"model": {"input": 1, "output": 4}}.');
  }
  if (!isObject(value)) throw new Error("The price table is wrong. It must be an object of models.");
  for (const [model, row] of Object.entries(value)) {
    const wrong = model === "" ? "a model has no name" : wrongIn(row);
    if (wrong !== undefined) throw new Error(`The price table is wrong. ${JSON.stringify(model)}: ${wrong}.`);
  }
  return value as PriceTable;
}

/** By hand: every command reads the configuration, and loading a library for it would take longer than all the rest. */
function wrongIn(row: unknown): string | undefined {
  if (!isObject(row)) return "its price must be an object";
  for (const name of ["input", "cached", "output"]) {
    const price = row[name];
    if (price === undefined && name === "cached") continue;
    if (typeof price !== "number" || !(price >= 0)) return `${name} must be a number from 0`;
  }
  const odd = Object.keys(row).find((name) => !["input", "cached", "output"].includes(name));
  return odd === undefined ? undefined : `${JSON.stringify(odd)} is no part of a price`;
}

export const noTokens: CountedTokens = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, writtenTokens: 0 };

/** What prices are known by: the host's own rows come before list prices, which differ from endpoint to endpoint. */
export interface PriceSource {
  readonly own: PriceTable;
  readonly baseUrl: string;
}

/** OpenRouter says with each answer what it charged, in US dollars; others mean other things by such a field. */
export const tellsCost = isOpenRouter;

/**
 * US dollars of one turn; undefined for a model without a known price. In the host's rows a dated name
 * (`gpt-5-2025-08-07`) has the price of its plain name, and a vendor's prefix (`openai/gpt-5`) is left out.
 */
export function costOf(
  model: string,
  counted: CountedTokens,
  { own, baseUrl }: PriceSource,
): number | undefined {
  const tokens = withinInput(counted);
  const price = namesOf(model)
    .map((name) => (Object.hasOwn(own, name) ? own[name] : undefined))
    .find((found) => found !== undefined);
  const cost = price ? ownCost(price, tokens) : listedCost(model, tokens, baseUrl);
  // To a billionth of a dollar: sums of many turns then read as people expect.
  return cost === undefined ? undefined : Math.round(cost * 1e9) / 1e9;
}

function ownCost({ input, cached = input, output }: Price, tokens: CountedTokens): number {
  const fresh = tokens.inputTokens - tokens.cachedTokens;
  return (fresh * input + tokens.cachedTokens * cached + tokens.outputTokens * output) / 1e6;
}

/** Endpoints count wrongly, too: what was read from a cache and written to it are parts of the input. */
function withinInput(tokens: CountedTokens): CountedTokens {
  const cachedTokens = Math.min(tokens.cachedTokens, tokens.inputTokens);
  return {
    ...tokens,
    cachedTokens,
    writtenTokens: Math.min(tokens.writtenTokens, tokens.inputTokens - cachedTokens),
  };
}

function namesOf(model: string): readonly string[] {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  return [model, bare, bare.replace(/-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "")];
}
