/**
 * One dependency, looked up in public code (docs/references.md): first its own repository, whose examples and tests
 * show it at our version and whose change log says what a new major broke; then repositories of others that use the
 * same major. Code search comes last, for GitHub allows ten of them a minute.
 */

import { versionInUse } from "../dependencies/changes.ts";
import type { Dependency } from "../dependencies/dependency.ts";
import type { ApiUse, DependencyUses } from "../dependencies/uses.ts";
import { atHome } from "./at-home.ts";
import { elsewhere } from "./elsewhere.ts";
import type { DependencyEntry, Example } from "./entry.ts";
import type { Found, LookUpParts } from "./parts.ts";

/** What is looked up. */
export interface Need {
  readonly dependency: Dependency;
  /** The version before a bump of its major; undefined for a new dependency. */
  readonly before: string | undefined;
  readonly uses: DependencyUses;
  /** Of the repository, when `uses` was read. */
  readonly commit: string;
}

/** So many names are looked for: the most used ones say how a repository uses a package. */
const mostWanted = 8;
/** So many examples make an entry. */
const enough = 3;

/** Throws what `PublicCode` throws; a `RateLimitedError` names the time to come back. */
export async function lookUp(
  { dependency, before, uses, commit }: Need,
  parts: LookUpParts,
  signal: AbortSignal,
): Promise<DependencyEntry> {
  const apis = uses.apis.slice(0, mostWanted);
  const version = versionInUse(dependency);
  const home = await atHome({ dependency, before, version, apis }, parts, signal);
  const missing = unshown(apis, home.examples);
  const others =
    home.examples.length >= enough || (home.examples.length > 0 && missing.length === 0)
      ? nothingFound
      : await elsewhere(
          { dependency, version, apis: missing.length > 0 ? missing : apis, not: home.fullName },
          parts,
          signal,
        );
  return {
    ...{ ecosystem: dependency.ecosystem, name: dependency.name, version, before },
    ...{ apis: uses.apis, commit, examples: [...home.examples, ...others.examples].slice(0, enough) },
    ...{ changes: home.changes, tried: [...home.tried, ...others.tried, ...undecided(dependency, version)] },
    lookedUpAt: parts.now().toISOString(),
  };
}

const nothingFound: Found = { examples: [], tried: [] };

/** No version is guessed. */
function undecided({ decidedBy, range }: Dependency, version: string | undefined): readonly string[] {
  if (version !== undefined) return [];
  if (decidedBy !== undefined)
    return [
      `Which version is in use is decided by ${decidedBy}, which was not read; the newest was looked at.`,
    ];
  return /\d/.test(range)
    ? [`No lock file says which version of ${range} is in use, so none was asked for.`]
    : [];
}

function unshown(apis: readonly ApiUse[], examples: readonly Example[]): readonly ApiUse[] {
  const shown = new Set(examples.flatMap((one) => one.apis));
  return apis.filter(({ api }) => !shown.has(api));
}
