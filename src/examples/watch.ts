/**
 * Which dependencies the living issue shows, as a value: what was seen at the last look, what was found, what waits
 * and what is ignored. Each look makes the next value out of it; nothing here asks anybody.
 */
import { type DependencyChange, dependencyChanges, versionNow } from "../dependencies/changes.ts";
import { type Dependency, nameKey } from "../dependencies/dependency.ts";
import { callsOutsideTests, type DependencyUses } from "../dependencies/uses.ts";
import { majorOf } from "../dependencies/versions.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import type { Box } from "./boxes.ts";
import { byWorth, type DependencyEntry } from "./entry.ts";

/** A package by name. */
export interface Named {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** A dependency that is to be looked up, and the version before where its major was bumped. */
export interface Waiting extends Named {
  readonly before: string | undefined;
  /** True where the first look found it: it is no news, however late its turn comes. */
  readonly fromStart?: boolean | undefined;
}

/** Survives JSON. */
export interface Watch {
  /** Dependencies at the last look; undefined before the first. */
  readonly seen: readonly Dependency[] | undefined;
  /** Newest first. */
  readonly entries: readonly DependencyEntry[];
  /** In the order in which they are looked up. */
  readonly waiting: readonly Waiting[];
  readonly ignored: readonly Named[];
  /** How many a look that was interrupted may still look up; undefined where none was. */
  readonly left?: number | undefined;
}

export const newWatch: Watch = { seen: undefined, entries: [], waiting: [], ignored: [] };

/** Entries that are kept; what is least worth reading makes place. */
const mostEntries = 40;

const sameName = (left: Named, right: Named): boolean =>
  left.ecosystem === right.ecosystem &&
  nameKey(left.ecosystem, left.name) === nameKey(right.ecosystem, right.name);

/**
 * After a look at the repository: what is new or has another major waits to be looked up, what is gone is dropped. The
 * first look takes everything but what only tests and tools need, whatever its manifest says (Go's and .NET's say
 * nothing of tests), most called first; later ones take what changed. Packages that no code calls are passed over: there
 * is nothing to show of them.
 */
export function look(
  watch: Watch,
  now: readonly Dependency[],
  usesOf: (dependency: Dependency) => DependencyUses,
): Watch {
  const calls = (dependency: Dependency): number => callsOutsideTests(usesOf(dependency).apis);
  const fresh = (
    watch.seen === undefined
      ? now
          .filter((dependency) => !dependency.development && calls(dependency) > 0)
          .map((dependency) => ({ dependency, before: undefined, fromStart: true }))
      : dependencyChanges(watch.seen, now)
          .filter((change) => isNews(change) && usesOf(change.dependency).apis.length > 0)
          .map((change) => ({ dependency: change.dependency, before: beforeOf(watch, change) }))
  )
    .map((one) => ({ ...one, calls: calls(one.dependency) }))
    .sort((a, b) => b.calls - a.calls)
    .map(({ dependency: { ecosystem, name }, calls: _, ...one }): Waiting => ({ ecosystem, name, ...one }));
  const there = (one: Named): boolean => now.some((dependency) => sameName(dependency, one));
  const wanted = [...fresh, ...watch.waiting.filter((one) => !fresh.some((other) => sameName(one, other)))];
  return {
    ...{ seen: now, left: watch.left },
    entries: watch.entries.filter(there),
    waiting: wanted.filter((one) => there(one) && !isIgnored(watch, one)),
    ignored: watch.ignored,
  };
}

/** A bump that was taken back leads to the older major's examples again. */
const isNews = ({ kind, dependency, before }: DependencyChange): boolean =>
  kind === "major" ||
  kind === "new" ||
  (kind === "back" && majorOf(before!) !== majorOf(versionNow(dependency)!));

/** Of two bumps, the first of which still waits, the version before both. */
function beforeOf({ waiting }: Watch, { kind, dependency, before }: DependencyChange): string | undefined {
  return kind === "major" ? (waiting.find((one) => sameName(one, dependency))?.before ?? before) : undefined;
}

/** After a look-up: its entry comes first, in place of an earlier one of the same package. */
export function found(watch: Watch, entry: DependencyEntry): Watch {
  const fromStart = watch.waiting.find((one) => sameName(one, entry))?.fromStart;
  const entries = [
    { ...entry, ...(fromStart && { fromStart }) },
    ...watch.entries.filter((one) => !sameName(one, entry)),
  ];
  const kept = new Set([...entries].sort(byWorth).slice(0, mostEntries));
  return {
    ...watch,
    entries: entries.filter((one) => kept.has(one)),
    waiting: watch.waiting.filter((one) => !sameName(one, entry)),
  };
}

/**
 * After somebody ticked boxes, or took the tick from an ignored one: `ticked` are all that are ticked now. A package
 * that is no longer ignored waits to be looked up, and so does one that is asked for.
 */
export function asked(watch: Watch, ticked: readonly Box[]): Watch {
  const ignored = ticked
    .filter(({ action }) => action === "ignore")
    .map(({ ecosystem, name }) => ({ ecosystem, name }));
  const known = [...(watch.seen ?? []), ...watch.ignored];
  const meant = ignored.filter((one) => known.some((other) => sameName(one, other)));
  const again = [
    ...ticked.filter(({ action }) => action === "look-up"),
    ...watch.ignored.filter((one) => !meant.some((other) => sameName(one, other))),
  ].filter((one) => watch.seen?.some((dependency) => sameName(dependency, one)) ?? false);
  const first = again.map(({ ecosystem, name }): Waiting => {
    const entry = watch.entries.find((one) => sameName(one, { ecosystem, name }));
    return { ecosystem, name, before: entry?.before, ...(entry?.fromStart && { fromStart: true }) };
  });
  const next = { ...watch, ignored: meant };
  return {
    ...next,
    entries: watch.entries.filter((one) => !isIgnored(next, one)),
    waiting: [
      ...first,
      ...watch.waiting.filter((one) => !first.some((other) => sameName(one, other))),
    ].filter((one) => !isIgnored(next, one)),
  };
}

const isIgnored = ({ ignored }: Pick<Watch, "ignored">, one: Named): boolean =>
  ignored.some((other) => sameName(other, one));

/** The dependency that waits first, as it stands now; undefined where none waits. */
export function next({
  waiting,
  seen,
}: Watch): { readonly dependency: Dependency; readonly before: string | undefined } | undefined {
  for (const one of waiting) {
    const dependency = seen?.find((other) => sameName(other, one));
    if (dependency !== undefined) return { dependency, before: one.before ?? undefined };
  }
  return undefined;
}
