import { WebFault } from "./fault.ts";
import { createFetcher } from "./fetcher.ts";
import type { Network } from "./network.ts";
import { brave } from "./providers/brave.ts";
import type { SearchProvider } from "./providers/provider.ts";
import { searxng } from "./providers/searxng.ts";
import { createPackageLookup, type PackageLookup } from "./registries/look-up.ts";
import { npm } from "./registries/npm.ts";
import type { WebSearchOptions } from "./search.ts";
import type { WebSettings } from "./settings.ts";

/** How runs search, as the host configured it; undefined where that is off. */
export function webSearchOptions(
  settings: WebSettings,
  redact: (text: string) => string,
): WebSearchOptions | undefined {
  return settings.kind === "off" ? undefined : { provider: providerOf(settings), redact };
}

/** How package registries are asked; undefined where the host lets nothing be asked outside of GitHub. */
export function packageLookup(settings: WebSettings): PackageLookup | undefined {
  return settings.kind === "off" ? undefined : createPackageLookup(createFetcher());
}

/** What one question showed, for the doctor. */
export interface WebProbe {
  readonly provider: string;
  /** A clause of our own words; undefined where it answers. */
  readonly problem: string | undefined;
  /** HTTP's, where it came that far and was not good. */
  readonly status: number | undefined;
}

/** Asks once: the provider, or one registry where there is none. */
export async function probeWeb(
  settings: WebSettings,
  signal: AbortSignal,
  network?: Network,
): Promise<WebProbe> {
  const named = providerOf(settings);
  const fetcher = createFetcher(network);
  const provider = named?.name ?? "the npm registry";
  try {
    if (named === undefined) await npm.find("npm", fetcher, signal);
    else await named.search("coderag", fetcher, signal);
    return { provider, problem: undefined, status: undefined };
  } catch (error) {
    if (!(error instanceof WebFault)) throw error;
    return { provider, problem: error.message, status: error.status };
  }
}

function providerOf(settings: WebSettings): SearchProvider | undefined {
  if (settings.kind === "searxng") return searxng(settings.baseUrl);
  return settings.kind === "brave" ? brave(settings.key) : undefined;
}
