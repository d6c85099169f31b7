import { visibleText } from "../source/visible-text.ts";
import { WebFault } from "./fault.ts";
import type { Fetcher } from "./fetcher.ts";
import type { PackageName } from "./package-names.ts";
import { pageText } from "./page-text.ts";
import { passagesFor } from "./passages.ts";
import { registries } from "./registries/all.ts";

export interface PackageEntry {
  readonly title: string;
  /** The package's page for people. */
  readonly url: string;
  readonly text: string;
}

const most = { fact: 500, readme: 4_000, readmeRead: 200_000 };

/**
 * What the registry says of a package, and the parts of its README that speak of the query. Where a registry says not
 * even what a package is for, its page is read. `unknown` where there is no such package.
 */
export async function readPackage(
  { ecosystem, name }: PackageName,
  query: string,
  fetcher: Fetcher,
  signal: AbortSignal,
): Promise<PackageEntry | "unknown"> {
  const registry = registries[ecosystem];
  const facts = await registry.find(name, fetcher, signal);
  if (facts === undefined) return "unknown";
  const url = registry.page(name) ?? "";
  const silent = facts.description === "" && facts.readme === "";
  const readme = silent
    ? await textOfPage(url, fetcher, signal)
    : visibleText(facts.readme.slice(0, most.readmeRead)).text;
  const lines = [
    ["Version", facts.version],
    ["Description", facts.description],
    ["Licence", facts.licence],
    ["Homepage", facts.homepage],
    ["Repository", facts.repository],
  ].flatMap(([label, fact]) =>
    fact
      ? [
          `${label}: ${visibleText(fact.slice(0, 2 * most.fact))
            .text.replace(/\s+/g, " ")
            .trim()
            .slice(0, most.fact)}`,
        ]
      : [],
  );
  const text = [...lines, passagesFor(query, readme, most.readme)].filter((part) => part !== "").join("\n");
  return { title: `${name} (${ecosystem})`, url, text };
}

/** The facts stand without it. */
async function textOfPage(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<string> {
  try {
    return (await pageText(await fetcher.page(url, signal))).text;
  } catch (error) {
    if (error instanceof WebFault) return "";
    throw error;
  }
}
