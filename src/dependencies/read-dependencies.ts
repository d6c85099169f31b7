import { splitByteOrderMark } from "../source/lines.ts";
import { tellingName } from "../source/paths.ts";
import type { PackageName } from "../web/package-names.ts";
import type { Ecosystem } from "../web/registries/registry.ts";
import { combine, type Said } from "./combine.ts";
import {
  type Declaration,
  type Dependency,
  type DependencyNote,
  type Locked,
  packageKey,
} from "./dependency.ts";
import { readPackageLock, readPnpmLock, readYarnLock } from "./locks/javascript.ts";
import {
  readCargoLock,
  readComposerLock,
  readGemfileLock,
  readNugetLock,
  readPipfileLock,
  readPythonLock,
} from "./locks/others.ts";
import { readCargoToml } from "./manifests/cargo.ts";
import { readDotnet } from "./manifests/dotnet.ts";
import { readGoMod } from "./manifests/go.ts";
import { readPom } from "./manifests/maven.ts";
import { readPackageJson, readPnpmWorkspace } from "./manifests/npm.ts";
import { readComposerJson } from "./manifests/php.ts";
import { readPipfile, readPyproject, readRequirements } from "./manifests/python.ts";
import { readGemfile, readGemspec } from "./manifests/ruby.ts";
import { ownNames } from "./own-names.ts";
import { compareVersions, isPinned, majorOf, versionIn } from "./versions.ts";

interface Kind<Value> {
  readonly file: RegExp;
  readonly ecosystem: Ecosystem;
  readonly read: (text: string, path: string) => Value;
}

const manifests: readonly Kind<readonly Declaration[]>[] = [
  { file: /^package\.json$/, ecosystem: "npm", read: readPackageJson },
  { file: /^pnpm-workspace\.yaml$/, ecosystem: "npm", read: readPnpmWorkspace },
  { file: /^pyproject\.toml$/, ecosystem: "pypi", read: readPyproject },
  { file: /^Pipfile$/, ecosystem: "pypi", read: readPipfile },
  {
    // Constraints narrow what something else needs.
    file: /requirements(?:[\w.-]*|\/(?!constraints)[\w.-]+)\.(?:txt|in)$/i,
    ecosystem: "pypi",
    read: readRequirements,
  },
  { file: /^go\.mod$/, ecosystem: "go", read: readGoMod },
  { file: /^Cargo\.toml$/, ecosystem: "crates", read: readCargoToml },
  { file: /^pom\.xml$/, ecosystem: "maven", read: readPom },
  { file: /^(?:Gemfile|gems\.rb)$/, ecosystem: "rubygems", read: readGemfile },
  { file: /\.gemspec$/, ecosystem: "rubygems", read: readGemspec },
  { file: /^composer\.json$/, ecosystem: "packagist", read: readComposerJson },
  {
    file: /\.(?:cs|fs|vb)proj$|^Directory\.Packages\.props$|^packages\.config$/,
    ecosystem: "nuget",
    read: readDotnet,
  },
];

const locks: readonly Kind<Locked>[] = [
  { file: /^(?:package-lock|npm-shrinkwrap)\.json$/, ecosystem: "npm", read: readPackageLock },
  { file: /^yarn\.lock$/, ecosystem: "npm", read: readYarnLock },
  { file: /^pnpm-lock\.yaml$/, ecosystem: "npm", read: readPnpmLock },
  { file: /^(?:poetry|uv|pdm)\.lock$/, ecosystem: "pypi", read: readPythonLock },
  { file: /^Pipfile\.lock$/, ecosystem: "pypi", read: readPipfileLock },
  { file: /^Cargo\.lock$/, ecosystem: "crates", read: readCargoLock },
  { file: /^(?:Gemfile|gems)\.(?:lock|locked)$/, ecosystem: "rubygems", read: readGemfileLock },
  { file: /^composer\.lock$/, ecosystem: "packagist", read: readComposerLock },
  { file: /^packages\.lock\.json$/, ecosystem: "nuget", read: readNugetLock },
];

/** Larger ones are not read: no manifest is, and of a lock file's versions the manifest often tells enough. */
const largest = { manifest: 1_000_000, lock: 30_000_000 };

/** Samples, copies of others' code and test data say nothing of what the project itself needs. */
const aside =
  /(?:^|\/)(?:node_modules|vendor|third[_-]party|fixtures?|__fixtures__|testdata|test-?data|examples?|samples?|templates?|demos?|e2e)\//i;

/** Whether a path is one of the files that `readDependencies` reads. */
export function namesDependencies(path: string): boolean {
  return !isAside(path) && (kindOf(manifests, path) ?? kindOf(locks, path)) !== undefined;
}

/** Whether a file is a sample, somebody else's code or test data. */
export function isAside(path: string): boolean {
  return aside.test(path);
}

/** Whose packages a manifest names; undefined for lock files and all else. */
export function manifestEcosystem(path: string): Ecosystem | undefined {
  return isAside(path) ? undefined : kindOf(manifests, path)?.ecosystem;
}

const kindOf = <One extends Kind<unknown>>(kinds: readonly One[], path: string): One | undefined => {
  const name = tellingName(path);
  return kinds.find(({ file }) => file.test(name));
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
 * file that cannot be read becomes a note, and the others count.
 */
export function readDependencies(files: Iterable<readonly [path: string, text: string]>): Needed {
  const notes: DependencyNote[] = [];
  const all: Said[] = [];
  const locked = new Map<string, readonly string[]>();
  const own: PackageName[] = [];
  for (const [path, written] of files) {
    if (isAside(path)) continue;
    // Package managers read over the mark that some editors write first; parsers do not.
    const text = splitByteOrderMark(written).body;
    const [manifest, lock] = [kindOf(manifests, path), kindOf(locks, path)];
    const said = manifest && attempt(manifest, path, text, largest.manifest, notes);
    all.push(...(said ?? []).map((one) => ({ ...one, ecosystem: manifest!.ecosystem, path })));
    if (said) own.push(...ownNames(path, text).map((name) => ({ ecosystem: manifest!.ecosystem, name })));
    for (const [key, versions] of (lock && attempt(lock, path, text, largest.lock, notes)) ?? [])
      locked.set(`${lock!.ecosystem} ${key}`, [
        ...(locked.get(`${lock!.ecosystem} ${key}`) ?? []),
        ...versions,
      ]);
  }
  const { declared, indirect, elsewhere } = combine(all);
  const ownKeys = new Set(own.map(packageKey));
  const settled = (found: ReadonlyMap<string, Dependency>): readonly Dependency[] =>
    [...found]
      .filter(([key]) => !ownKeys.has(key))
      .map(([key, dependency]) => ({ ...dependency, version: versionOf(dependency, locked.get(key) ?? []) }))
      .sort((a, b) => (orderOf(a) < orderOf(b) ? -1 : 1));
  return { dependencies: settled(declared), indirect: settled(indirect), elsewhere, own, notes };
}

const orderOf = ({ ecosystem, name }: Dependency): string => `${ecosystem} ${name}`;

/** A manifest is a stranger's file: whatever the parser throws at it is a note, never the run's end. */
function attempt<Value>(
  { read }: Kind<Value>,
  path: string,
  text: string,
  limit: number,
  notes: DependencyNote[],
): Value | undefined {
  if (text.length > limit) {
    notes.push({
      path,
      message: `is not read: it has ${text.length} characters, and ${limit} are read at most`,
    });
    return undefined;
  }
  try {
    return read(text, path);
  } catch (error) {
    const [reason] = (error instanceof Error ? error.message : String(error)).split("\n", 1);
    notes.push({ path, message: `cannot be read: ${reason}` });
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
