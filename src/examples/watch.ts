/**
 * Which dependencies the living issue shows, as a value: what was seen at the last look, what was found, what waits
 * and what is ignored. Each look makes the next value out of it; nothing here asks anybody.
 */
import { dependencyChanges } from "../dependencies/changes.ts";
import { type Dependency, nameKey } from "../dependencies/dependency.ts";
import type { DependencyUses } from "../dependencies/uses.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import type { Box } from "./boxes.ts";
import type { DependencyEntry } from "./entry.ts";

/** A package by name. */
export interface Named {
  readonly ecosystem: Ecosystem;
  readonly name: string;
}

/** A dependency that is to be looked up, and the version before where its major was bumped. */
export interface Waiting extends Named {
  readonly before: string | undefined;
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

/** Entries that are kept; older ones make place. */
const mostEntries = 40;

const sameName = (left: Named, right: Named): boolean =>
  left.ecosystem === right.ecosystem &&
  nameKey(left.ecosystem, left.name) === nameKey(right.ecosystem, right.name);

/**
 * After a look at the repository: what is new or has a new major waits to be looked up, what is gone is dropped. The
 * first look takes everything but what only tests and tools need, most called first; later ones take what changed.
 * Packages that no code calls are passed over: there is nothing to show of them.
 */
export function look(
  watch: Watch,
  now: readonly Dependency[],
  usesOf: (dependency: Dependency) => DependencyUses,
): Watch {
  const calls = (dependency: Dependency): number =>
    usesOf(dependency).apis.reduce((sum, { places }) => sum + places.length, 0);
  const fresh = (
    watch.seen === undefined
      ? now.filter(({ development }) => !development).map((dependency) => ({ dependency, before: undefined }))
      : dependencyChanges(watch.seen, now)
          .filter(({ kind }) => kind === "major" || kind === "new")
          .map(({ dependency, before }) => ({ dependency, before }))
  )
    .map((one) => ({ ...one, calls: calls(one.dependency) }))
    .filter(({ calls }) => calls > 0)
    .sort((a, b) => b.calls - a.calls)
    .map(({ dependency: { ecosystem, name }, before }): Waiting => ({ ecosystem, name, before }));
  const there = (one: Named): boolean => now.some((dependency) => sameName(dependency, one));
  const wanted = [...fresh, ...watch.waiting.filter((one) => !fresh.some((other) => sameName(one, other)))];
  return {
    ...{ seen: now, left: watch.left },
    entries: watch.entries.filter(there),
    waiting: wanted.filter((one) => there(one) && !isIgnored(watch, one)),
    ignored: watch.ignored,
  };
}

/** After a look-up: its entry comes first, in place of an earlier one of the same package. */
export function found(watch: Watch, entry: DependencyEntry): Watch {
  const others = watch.entries.filter((one) => !sameName(one, entry));
  return {
    ...watch,
    entries: [entry, ...others].slice(0, mostEntries),
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
    return { ecosystem, name, before: entry?.before };
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
