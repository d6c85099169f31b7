import { splitByteOrderMark } from "../source/lines.ts";
import { folderOf, tellingName } from "../source/paths.ts";
import type { PackageName } from "../web/package-names.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import { combine, type Said } from "./combine.ts";
import { type Dependency, type DependencyNote, type Locked, nameKey, packageKey } from "./dependency.ts";
import { type Kind, largest, locks, manifests } from "./kinds.ts";
import { ownNames } from "./own-names.ts";
import { compareVersions, isPinned, majorOf, versionIn } from "./versions.ts";
import type { Words } from "./words.ts";

/** Samples, copies of others' code and test data say nothing of what the project itself needs. */
const aside =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|3rd[_-]?party|test_package|fixtures?|__fixtures__|testdata|test-?data|examples?|samples?|templates?|demos?|e2e)\//i;

/** Whether a path is one of the files that `readDependencies` reads. */
export function namesDependencies(path: string): boolean {
  return !isAside(path) && [...kindsOf(manifests, path), ...kindsOf(locks, path)].length > 0;
}

/** Whether a file is a sample, somebody else's code or test data. */
export function isAside(path: string): boolean {
  return aside.test(path);
}

/** Whose packages a manifest names first; undefined for lock files and all else. `isLeftOut`: as in `readDependencies`. */
export function manifestEcosystem(path: string, isLeftOut = isAside): Ecosystem | undefined {
  return isLeftOut(path) ? undefined : kindsOf(manifests, path)[0]?.ecosystem;
}

const kindsOf = <One extends Kind<unknown>>(kinds: readonly One[], path: string): readonly One[] => {
  const name = tellingName(path);
  return kinds.filter(({ file }) => file.test(name));
};

/** What manifests and lock files say: each package once, sorted by ecosystem and name. */
interface Needed {
  readonly dependencies: readonly Dependency[];
  /** What only dependencies need, where a manifest says it. */
  readonly indirect: readonly Dependency[];
  /** What a manifest has from another place than the public registry, as it is spelt there. */
  readonly elsewhere: readonly PackageName[];
  /** Names under which the project publishes its parts, as its manifests spell them. */
  readonly own: readonly PackageName[];
  readonly notes: readonly DependencyNote[];
}

/**
 * What a repository needs from public registries, with the versions that its lock files hold. Nothing is executed. A
 * file that cannot be read becomes a note, and the others count. `isLeftOut`: files that do not speak for the project.
 */
export function readDependencies(
  files: Iterable<readonly [path: string, text: string]>,
  isLeftOut = isAside,
): Needed {
  const notes: DependencyNote[] = [];
  const all: Said[] = [];
  const locked: LockFile[] = [];
  const own: PackageName[] = [];
  const namespaces = new Map<string, readonly string[]>();
  const read = [...files].flatMap(([path, written]) =>
    // Package managers read over the mark that some editors write first; parsers do not.
    isLeftOut(path) ? [] : [{ path, text: splitByteOrderMark(written).body }],
  );
  const words = wordsOf(read);
  for (const { path, text } of read) {
    for (const kind of kindsOf(manifests, path)) {
      const { ecosystem } = kind;
      const said = attempt(kind, path, text, words(ecosystem), largest.manifest, notes);
      for (const one of said ?? []) all.push({ ...one, ecosystem, path });
      if (said) own.push(...ownNames(path, text).map((name) => ({ ecosystem, name })));
    }
    for (const kind of kindsOf(locks, path)) {
      const { ecosystem } = kind;
      const versions = attempt(kind, path, text, noWords, largest.lock, notes);
      if (versions === undefined) continue;
      locked.push({ ecosystem, folder: folderOf(path), versions });
      for (const [name, said] of kind.namespaces?.(text) ?? [])
        namespaces.set(packageKey({ ecosystem, name }), said);
    }
  }
  const { declared, indirect, elsewhere } = combine(all);
  const ownKeys = new Set(own.map(packageKey));
  const settled = (found: ReadonlyMap<string, Dependency>): readonly Dependency[] =>
    [...found]
      .filter(([key]) => !ownKeys.has(key))
      .map(([key, dependency]) => ({
        ...dependency,
        version: versionOf(dependency, lockedOf(dependency, locked)),
        ...(namespaces.has(key) && { namespaces: namespaces.get(key)! }),
      }))
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return { dependencies: settled(declared), indirect: settled(indirect), elsewhere, own, notes };
}

const noWords: Words = new Map();

/** The names that an ecosystem's files give to versions, for all of them: those of the topmost file count. */
function wordsOf(
  files: readonly { readonly path: string; readonly text: string }[],
): (ecosystem: Ecosystem) => Words {
  const all = new Map<Ecosystem, Map<string, string>>();
  const depth = ({ path }: { readonly path: string }): number => path.split("/").length;
  for (const { path, text } of [...files].sort((a, b) => depth(b) - depth(a)))
    for (const { ecosystem, words } of kindsOf(manifests, path))
      if (words && text.length <= largest.manifest) {
        const known = all.get(ecosystem) ?? new Map<string, string>();
        all.set(ecosystem, known);
        for (const [word, said] of words(text)) known.set(word, said);
      }
  return (ecosystem) => all.get(ecosystem) ?? noWords;
}

interface LockFile {
  readonly ecosystem: Ecosystem;
  readonly folder: string;
  readonly versions: Locked;
}

/** What the lock files say that are the nearest ones above its manifests; all of them where none of these knows it. */
function lockedOf(
  { ecosystem, name, manifests }: Dependency,
  locked: readonly LockFile[],
): readonly string[] {
  const key = nameKey(ecosystem, name);
  const knowing = locked.filter((one) => one.ecosystem === ecosystem && one.versions.has(key));
  const nearest = manifests.flatMap((path) => {
    const above = knowing.filter(({ folder }) => folder === "" || path.startsWith(`${folder}/`));
    const deepest = Math.max(...above.map(({ folder }) => folder.length));
    return above.filter(({ folder }) => folder.length === deepest);
  });
  return (nearest.length > 0 ? nearest : knowing).flatMap(({ versions }) => versions.get(key)!);
}

const orderOf = ({ ecosystem, name }: Dependency): string => `${ecosystem} ${name}`;

/** A manifest is a stranger's file: whatever the parser throws at it is a note, never the run's end. */
function attempt<Value>(
  { read }: Kind<Value>,
  path: string,
  text: string,
  words: Words,
  limit: number,
  notes: DependencyNote[],
): Value | undefined {
  if (text.length > limit) {
    const message = `is not read: it has ${text.length} characters, and ${limit} are read at most`;
    notes.push({ path, message });
    return undefined;
  }
  try {
    return read(text, path, words);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    // A file may be read for two registries.
    if (notes.at(-1)?.path !== path) notes.push({ path, message: `cannot be read: ${reason}` });
    return undefined;
  }
}

/**
 * The newest of the locked versions, of the range's major where there are any: others of the name are there for other
 * packages. Without a lock file the one that the range pins.
 */
function versionOf({ range, ecosystem }: Dependency, versions: readonly string[]): string | undefined {
  const written = versionIn(range, ecosystem);
  const major = written === undefined ? undefined : majorOf(written);
  const fitting = versions.filter((version) => majorOf(version) === major);
  const newest = [...(fitting.length > 0 ? fitting : versions)].sort(compareVersions).at(-1);
  return newest ?? (isPinned(range, ecosystem) ? written : undefined);
}
