import type { Reader } from "../settings.ts";

/** What a run may ask outside of the repository, the model and GitHub. `off`: nothing. */
export type WebSettings =
  | { readonly kind: "off" | "registries" }
  | { readonly kind: "searxng"; readonly baseUrl: string }
  | { readonly kind: "brave"; readonly key: string };

const kinds = ["off", "registries", "searxng", "brave"] as const;

/** `CODERAG_WEB_SEARCH` and what belongs to it. */
export function readWeb(read: Reader): WebSettings {
  const given = read.text("CODERAG_WEB_SEARCH") ?? "off";
  const kind = kinds.find((one) => one === given);
  if (kind === undefined) read.problem(`CODERAG_WEB_SEARCH must be one of ${kinds.join(", ")}.`);
  if (kind === "searxng") {
    if (!read.isSet("CODERAG_SEARXNG_URL"))
      read.problem("CODERAG_SEARXNG_URL is missing: name your SearXNG, for example http://localhost:8888.");
    return { kind, baseUrl: read.url("CODERAG_SEARXNG_URL", "http://localhost:8888", "your SearXNG") };
  }
  if (kind === "brave") {
    const key = read.text("CODERAG_BRAVE_KEY");
    if (key === undefined)
      read.problem("CODERAG_BRAVE_KEY is missing: take the key of your plan from Brave's search API.");
    return { kind, key: key ?? "" };
  }
  return { kind: kind ?? "off" };
}
