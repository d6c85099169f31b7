import { WebFault } from "../fault.ts";
import type { Fetcher } from "../fetcher.ts";

export const ecosystems = [
  "npm",
  "pypi",
  "crates",
  "go",
  "rubygems",
  "packagist",
  "maven",
  "nuget",
  "jsr",
  "cpp",
] as const;
export type Ecosystem = (typeof ecosystems)[number];

/** One ecosystem's public registry. */
export interface Registry {
  /** Whole names only; what does not fit is never asked for. */
  readonly name: RegExp;
  /** The package's page for people; undefined where there is no one registry. */
  page(name: string): string | undefined;
  /** Undefined where there is no such package. Faults are `WebFault`s. */
  find(name: string, fetcher: Fetcher, signal: AbortSignal): Promise<PackageFacts | undefined>;
}

/** What a registry says of a package; every text is untrusted, and empty where nothing is said. */
export interface PackageFacts {
  readonly version: string;
  readonly description: string;
  readonly licence: string;
  readonly homepage: string;
  readonly repository: string;
  /** Markdown or reStructuredText. */
  readonly readme: string;
  /** ISO 8601: the first version; undefined where the registry does not say it. */
  readonly published?: string | undefined;
  /** The name that its author gave it since, where the registry says so. */
  readonly movedTo?: string;
  /** True where something runs when it is installed. */
  readonly runsOnInstall?: boolean;
}

export const noFacts: PackageFacts = {
  ...{ version: "", description: "", licence: "", homepage: "", repository: "", readme: "" },
};

/** Asks a registry for JSON; undefined where it knows nothing of that name. */
export async function askRegistry(url: string, fetcher: Fetcher, signal: AbortSignal): Promise<unknown> {
  return known(fetcher.json({ url: new URL(url) }, signal));
}

/** Undefined instead of the fault that says that there is no such thing. */
export async function known<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof WebFault && (error.status === 404 || error.status === 410)) return undefined;
    throw error;
  }
}
