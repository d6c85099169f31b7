import type { Dependency } from "../dependencies/dependency.ts";
import type { PublicCode } from "../github/public-code/public-code.ts";
import type { Example } from "./entry.ts";

/** What a look-up works with, made by the composition root. */
export interface LookUpParts {
  readonly code: PublicCode;
  /** The address of the source, as the registry tells it; undefined where it tells none. */
  readonly home: (dependency: Dependency, signal: AbortSignal) => Promise<string | undefined>;
  /** SPDX identifiers of licences whose code may be shown. */
  readonly licences: readonly string[];
  /** `owner/name` of the repository for which is looked up: it is no example for itself. */
  readonly target: string;
  readonly now: () => Date;
}

/** What one source gave, and what it was asked in vain. */
export interface Found {
  readonly examples: readonly Example[];
  readonly tried: readonly string[];
}
