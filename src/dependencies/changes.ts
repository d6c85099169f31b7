import { type Dependency, packageKey, withoutMajor } from "./dependency.ts";
import { compareVersions, isOpen, majorOf, versionIn } from "./versions.ts";

/** What became of a dependency between two looks at a repository. */
export interface DependencyChange {
  /** As it stands now; as it stood where it is gone. */
  readonly dependency: Dependency;
  /** `major`: its users may have to change; `back`: an older version than before. */
  readonly kind: "new" | "major" | "minor" | "back" | "gone";
  /** The version before; undefined where it is new or no version was known. */
  readonly before: string | undefined;
}

/** The version in use, or the one that the range names: what a reader would call "our version". */
export const versionNow = (dependency: Dependency): string | undefined =>
  dependency.version ?? versionIn(dependency.range, dependency.ecosystem);

/**
 * The version that code written today meets: undefined where a range lets in several majors and no lock file holds one.
 * Of ranges that stand beside each other (`^17 || ^18`) the last one counts.
 */
export function versionInUse({ version, range, ecosystem }: Dependency): string | undefined {
  const newest = range.split("||").at(-1)!;
  return version ?? (isOpen(newest) ? undefined : versionIn(newest, ecosystem));
}

/** The version that a Go module had under the name of an earlier major; that one is no longer gone. */
function earlierMajor(
  dependency: Dependency,
  old: Map<string, Dependency>,
  kept: ReadonlySet<string>,
): string | undefined {
  const [name, is] = [withoutMajor(dependency.name), versionNow(dependency)];
  if (dependency.ecosystem !== "go" || is === undefined) return undefined;
  for (const [key, one] of old) {
    if (one.ecosystem !== "go" || kept.has(key) || withoutMajor(one.name) !== name) continue;
    const was = versionNow(one);
    if (was === undefined || compareVersions(is, was) <= 0) continue;
    old.delete(key);
    return was;
  }
  return undefined;
}

/** Go's own modules stay below v1 for ever, and a new number of theirs breaks nobody. */
const bothBeforeOne = ({ ecosystem }: Dependency, ...versions: readonly string[]): boolean =>
  ecosystem === "go" && versions.every((version) => /^v0\./.test(version));

/** All that changed, in the order of `after`, what is gone last. Packages whose version stayed are not in it. */
export function dependencyChanges(
  before: readonly Dependency[],
  after: readonly Dependency[],
): readonly DependencyChange[] {
  const old = new Map(before.map((one) => [packageKey(one), one]));
  const kept = new Set(after.map(packageKey));
  const changed = after.flatMap((dependency): DependencyChange[] => {
    const earlier = old.get(packageKey(dependency));
    old.delete(packageKey(dependency));
    if (earlier === undefined) {
      const before = earlierMajor(dependency, old, kept);
      return [{ dependency, kind: before === undefined ? "new" : "major", before }];
    }
    const [was, is] = [versionNow(earlier), versionNow(dependency)];
    if (was === undefined || is === undefined || was === is) return [];
    const order = compareVersions(is, was);
    if (order === 0) return [];
    const isMinor = majorOf(was) === majorOf(is) || bothBeforeOne(dependency, was, is);
    const kind = order < 0 ? "back" : isMinor ? "minor" : "major";
    return [{ dependency, kind, before: was }];
  });
  const gone = [...old.values()].map(
    (dependency): DependencyChange => ({ dependency, kind: "gone", before: versionNow(dependency) }),
  );
  return [...changed, ...gone];
}
