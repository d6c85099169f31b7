/** US dollars per million tokens. */
export interface Price {
  readonly input: number;
  /** Input read from the provider's prompt cache; the full price where it is not given. */
  readonly cached?: number | undefined;
  readonly output: number;
}

export type PriceTable = Readonly<Record<string, Price>>;

/**
 * List prices of models that are often configured, read from the providers' price pages in November 2026. They age:
 * configuration replaces any row. A model that is not here has no known price, and no price is made up for it.
 */
export const listPrices: PriceTable = {
  "gpt-5.5": { input: 5, cached: 0.5, output: 30 },
  "gpt-5.4": { input: 2.5, cached: 0.25, output: 15 },
  "gpt-5.4-mini": { input: 0.75, cached: 0.075, output: 4.5 },
  "gpt-5.4-nano": { input: 0.2, cached: 0.02, output: 1.25 },
  "gpt-5.1": { input: 1.25, cached: 0.125, output: 10 },
  "gpt-5": { input: 1.25, cached: 0.125, output: 10 },
  "gpt-5-mini": { input: 0.25, cached: 0.025, output: 2 },
  "gpt-5-nano": { input: 0.05, cached: 0.005, output: 0.4 },
  "gpt-4.1": { input: 2, cached: 0.5, output: 8 },
  "gpt-4.1-mini": { input: 0.4, cached: 0.1, output: 1.6 },
  "gpt-4o": { input: 2.5, cached: 1.25, output: 10 },
  "gpt-4o-mini": { input: 0.15, cached: 0.075, output: 0.6 },
  "claude-opus-5": { input: 5, cached: 0.5, output: 25 },
  "claude-opus-4-5": { input: 5, cached: 0.5, output: 25 },
  "claude-sonnet-4-5": { input: 3, cached: 0.3, output: 15 },
  "claude-haiku-4-5": { input: 1, cached: 0.1, output: 5 },
  "text-embedding-3-small": { input: 0.02, output: 0 },
  "text-embedding-3-large": { input: 0.13, output: 0 },
};

/**
 * Reads `{"my-model": {"input": 1, "cached": 0.1, "output": 4}}` (US dollars per million tokens) and lays it over
 * the list prices. Throws a sentence that names the wrong row.
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
  return { ...listPrices, ...(value as PriceTable) };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

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

/**
 * US dollars of one turn; undefined for a model without a known price. A dated name (`gpt-5-2025-08-07`) has the
 * price of its plain name, a vendor's prefix (`openai/gpt-5`) is left out. Nothing else is guessed: `gpt-5-pro` is
 * not billed as `gpt-5`.
 */
export function costOf(
  model: string,
  usage: { readonly inputTokens: number; readonly cachedTokens: number; readonly outputTokens: number },
  prices: PriceTable,
): number | undefined {
  const price = namesOf(model)
    .map((name) => (Object.hasOwn(prices, name) ? prices[name] : undefined))
    .find((found) => found !== undefined);
  if (price === undefined) return undefined;
  const cached = Math.min(usage.cachedTokens, usage.inputTokens);
  const millionths =
    (usage.inputTokens - cached) * price.input +
    cached * (price.cached ?? price.input) +
    usage.outputTokens * price.output;
  // To a billionth of a dollar: sums of many turns then read as people expect.
  return Math.round(millionths * 1000) / 1_000_000_000;
}

function namesOf(model: string): readonly string[] {
  const bare = model.slice(model.lastIndexOf("/") + 1);
  return [model, bare, bare.replace(/-(\d{4}-\d{2}-\d{2}|\d{8}|latest)$/, "")];
}
