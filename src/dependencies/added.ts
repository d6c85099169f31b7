import type { FileChange } from "../source/file.ts";
import { scriptPackages } from "../source/script-packages.ts";
import { type Dependency, packageKey } from "./dependency.ts";
import { knownElsewhere, popularNames } from "./popular.ts";
import { manifestEcosystem, readDependencies } from "./read-dependencies.ts";
import { neededByScript } from "./scripts.ts";

/** A package that a change declares and no manifest of it declared before. Survives JSON. */
export interface AddedPackage extends Pick<Dependency, "ecosystem" | "name" | "range"> {
  readonly path: string;
  /** What speaks for looking twice, clauses of our own words. */
  readonly doubts: readonly string[];
}

/** New packages of the manifests that a change touches (security.md S02): also those said to be there for others alone. */
export function addedPackages(changes: readonly FileChange[]): readonly AddedPackage[] {
  const manifests = changes.filter(
    ({ path, after = "" }) =>
      manifestEcosystem(path, nowhere) !== undefined || scriptPackages(path, after) !== undefined,
  );
  const before = declaredIn(manifests.map(({ path, before }) => [path, before]));
  const known = new Set(before.map(packageKey));
  return declaredIn(manifests.map(({ path, after }) => [path, after]))
    .filter((one) => !known.has(packageKey(one)))
    .map((dependency) => {
      const {
        ecosystem,
        name,
        range,
        manifests: [path = ""],
      } = dependency;
      const mine = before.filter((one) => one.ecosystem === ecosystem).map((one) => one.name);
      return { ecosystem, name, range, path, doubts: doubtsOf(dependency, mine) };
    });
}

/** Packages that a change brings into manifests, or gives another version there: whatever is installed may lack them. */
export function askedPackages(
  changes: readonly FileChange[],
): readonly Pick<Dependency, "ecosystem" | "name">[] {
  const key = (one: Dependency): string => `${packageKey(one)} ${one.range}`;
  const before = new Set(declaredIn(changes.map(({ path, before }) => [path, before])).map(key));
  return declaredIn(changes.map(({ path, after }) => [path, after])).filter((one) => !before.has(key(one)));
}

function declaredIn(files: readonly (readonly [string, string | undefined])[]): readonly Dependency[] {
  const texts = files.flatMap(([path, text]) => (text === undefined ? [] : [[path, text] as const]));
  const { dependencies, indirect } = readDependencies(texts, nowhere);
  return [...dependencies, ...indirect, ...texts.flatMap(([path, text]) => neededByScript(path, text))];
}

/** What a sample or a test needs is installed as well. */
const nowhere = (): boolean => false;

const anyVersion = /^(?:|latest(?:\.\w+)?|release|\+|[*x]|>=?\s*0(?:\.0)*)$/i;
/** Where a list of versions, a parent or a table decides, an entry without a version is the usual one. */
const listsVersions = (ecosystem: Dependency["ecosystem"]): boolean => ecosystem === "maven";

function doubtsOf(
  { ecosystem, name, range, unlisted }: Dependency,
  declared: readonly string[],
): readonly string[] {
  const like = imitated(ecosystem, name, [...declared, ...popularNames(ecosystem)]);
  const elsewhere = knownElsewhere(ecosystem, name.toLowerCase());
  return [
    ...(like === undefined ? [] : [`its name is hardly another than ${like}`]),
    ...(elsewhere === undefined ? [] : [`it is a well-known name of ${elsewhere}, not of ${ecosystem}`]),
    ...(anyVersion.test(range) && !unlisted && !(range === "" && listsVersions(ecosystem))
      ? ["it takes any version"]
      : []),
  ];
}

/**
 * A name that this one could be taken for: one letter off, two in long names, or the same without separators. A group of
 * Maven is its owner's: an impostor has another one, often the same behind another beginning (`org.` for `com.`).
 */
function imitated(
  ecosystem: Dependency["ecosystem"],
  name: string,
  others: readonly string[],
): string | undefined {
  const plain = name.toLowerCase();
  if (others.some((one) => one.toLowerCase() === plain)) return undefined;
  const bare = (text: string): string => text.replace(/[-_.]/g, "");
  const group = (text: string): string => text.split(":", 1)[0]!;
  return others.find((one) => {
    const other = one.toLowerCase();
    if (ecosystem === "maven") {
      if (group(other) === group(plain)) return false;
      if (withoutTop(other) === withoutTop(plain)) return true;
    }
    if (bare(other) === bare(plain)) return true;
    const most = Math.min(plain.length, other.length) >= 8 ? 2 : 1;
    return Math.min(plain.length, other.length) >= 4 && distance(plain, other, most) <= most;
  });
}

const withoutTop = (name: string): string => name.replace(/^\w+\./, "");

/** Letters added, left out, changed or swapped with their neighbour (optimal string alignment), up to `most`. */
function distance(a: string, b: string, most: number): number {
  if (Math.abs(a.length - b.length) > most || a.length > 100) return most + 1;
  let [before, last] = [[] as number[], Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? before[j - 2]! + 1 : changed;
      row.push(Math.min(last[j]! + 1, row[j - 1]! + 1, changed, swapped));
    }
    [before, last] = [last, row];
  }
  return last[b.length]!;
}
