import { type ApiUse, callsOutsideTests } from "../dependencies/uses.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import type { ChangeEntry } from "./changelog.ts";
import type { Excerpt } from "./excerpts.ts";

/** What was found about one dependency, as the living issue shows it. Survives JSON; texts are strangers'. */
export interface DependencyEntry {
  readonly ecosystem: Ecosystem;
  readonly name: string;
  /** The version in use; undefined where nothing tells it. */
  readonly version: string | undefined;
  /** The version before a bump of the major; undefined for a dependency that is new. */
  readonly before: string | undefined;
  /** What this repository calls of it, most used first, at the commit that was looked at. */
  readonly apis: readonly ApiUse[];
  readonly commit: string;
  readonly examples: readonly Example[];
  readonly changes: Changes | undefined;
  /** What was looked at without success, a sentence each, in our own words. */
  readonly tried: readonly string[];
  /** ISO 8601. */
  readonly lookedUpAt: string;
  /** True where it was there when the issue was begun. */
  readonly fromStart?: boolean | undefined;
}

/** Lines of a public file at one commit. */
export interface Example extends Excerpt {
  readonly repository: PublicPlace;
  readonly path: string;
  /** SPDX. */
  readonly licence: string;
  /** The lines themselves; undefined where the licence lets us only tell where they are. */
  readonly code: string | undefined;
  /** Name of the language, for the fence. */
  readonly language: string;
  /** Whether it is the dependency's own repository. */
  readonly own: boolean;
}

export interface PublicPlace {
  /** `owner/name` on GitHub. */
  readonly fullName: string;
  readonly commit: string;
}

/** The part of the dependency's change log that lies between the two versions. */
export interface Changes {
  readonly repository: PublicPlace;
  /** Undefined where the notes of its releases say it. */
  readonly path?: string | undefined;
  readonly entries: readonly ChangeEntry[];
  /** Entries between the versions, of which the ones above matter here. */
  readonly count: number;
}

/** Whether a look-up found anything that a person would read. */
export const tells = ({ examples, changes }: DependencyEntry): boolean =>
  examples.length > 0 || (changes?.entries.length ?? 0) > 0;

/**
 * What tells something before what does not, and news before what was there from the start, whose turns take weeks. Of
 * news the newest day first, of one day a new major before what is new; else what is called most.
 */
export function byWorth(a: DependencyEntry, b: DependencyEntry): number {
  const day = ({ lookedUpAt, fromStart }: DependencyEntry): string =>
    fromStart ? "" : lookedUpAt.slice(0, "2026-01-01".length);
  return (
    Number(tells(b)) - Number(tells(a)) ||
    (day(a) < day(b) ? 1 : day(a) > day(b) ? -1 : 0) ||
    Number(a.before === undefined) - Number(b.before === undefined) ||
    callsOutsideTests(b.apis) - callsOutsideTests(a.apis)
  );
}
