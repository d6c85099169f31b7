import type OpenAI from "openai";
import type { ClientOptions } from "openai";

export const officialBaseUrl = "https://api.openai.com/v1";

/**
 * The client library, loaded when the first request is made (it takes 0.15 s, which `--help` need not wait for). It
 * would read a dozen environment variables by itself: all that matter are given, retries and logs are ours.
 */
export async function openClient(
  endpoint: { readonly baseUrl?: string | undefined; readonly apiKey?: string | undefined },
  options: Pick<ClientOptions, "timeout" | "fetch" | "fetchOptions">,
): Promise<OpenAI> {
  const { OpenAI: Client } = await import("openai");
  return new Client({
    ...options,
    baseURL: endpoint.baseUrl ?? officialBaseUrl,
    // The library insists on a key; a local server that wants none ignores it.
    apiKey: endpoint.apiKey || "none",
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    maxRetries: 0,
    logLevel: "off",
  });
}
