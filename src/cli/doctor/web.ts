import type { WebProbe } from "../../web/open.ts";
import type { Check } from "./check.ts";

/** A run goes on without its search, so nothing here is worse than a warning. */
export function checkWeb({ provider, problem, status }: WebProbe): Check {
  const name = "web search";
  if (problem === undefined) return { name, state: "ok", detail: `${provider} answers` };
  return { name, state: "warning", detail: `${provider} ${problem}`, cure: cureOf(provider, status) };
}

function cureOf(provider: string, status: number | undefined): string {
  if (provider === "SearXNG" && status === 403)
    return "List json among search.formats in SearXNG's settings.yml, and let this machine ask (limiter).";
  if (status === 401 || status === 403 || status === 422) return "Check the key in CODERAG_BRAVE_KEY.";
  if (status === 429) return "Wait, or take a larger plan: runs go on without their search.";
  if (provider === "SearXNG") return "Check CODERAG_SEARXNG_URL, and that it answers with format=json.";
  return "Check that this machine reaches the internet without a proxy, or set CODERAG_WEB_SEARCH=off.";
}
