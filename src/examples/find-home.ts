import { type Dependency, nameKey, shortName } from "../dependencies/dependency.ts";
import { ownNames } from "../dependencies/own-names.ts";
import type { PublicCode } from "../github/public-code/public-code.ts";
import { noneIfRefused } from "../github/public-code/refused-search.ts";
import type { PackageLookup } from "../web/registries/look-up.ts";

const most = { hits: 10, read: 3, manifests: 4 };

/**
 * Where a dependency's source stands: a manifest or a Go module says it itself, else its registry does where the web may be asked,
 * else the repository of that name on GitHub whose own manifest publishes it. Undefined where none of them tells it.
 */
export function createHomeFinder(
  code: PublicCode,
  packages: PackageLookup | undefined,
): (dependency: Dependency, signal: AbortSignal) => Promise<string | undefined> {
  return async (dependency, signal) => {
    const { ecosystem, name, home } = dependency;
    if (home !== undefined) return home;
    if (ecosystem === "go" && name.startsWith("github.com/")) return `https://${name}`;
    // A registry that does not answer is no reason to tell nothing: the search goes on without it.
    const facts = await packages?.(dependency, signal);
    const told = typeof facts === "object" ? facts.repository || facts.homepage : "";
    return told === "" ? byName(dependency, code, signal) : told;
  };
}

/** Manifests that say under which name a project is published, by the ecosystem's file. */
const manifests =
  /^(?:package\.json|deno\.json|composer\.json|go\.mod|Cargo\.toml|pyproject\.toml|setup\.(?:cfg|py)|pom\.xml|CMakeLists\.txt|MODULE\.bazel|conanfile\.py|vcpkg\.json|[\w.-]+\.(?:gemspec|csproj))$/;

/** At the top, or in the folder of the package in a repository of several; a project of .NET has the package's name. */
function maySay(path: string, name: string): boolean {
  const folders = path.split("/");
  const file = folders.pop()!;
  if (!manifests.test(file) || folders.length > 3) return false;
  if (file.endsWith(".csproj")) return plain(file.replace(/\.csproj$/, "")) === plain(name);
  return folders.length === 0 || plain(folders.at(-1)!) === plain(shortName(name));
}

async function byName(
  { ecosystem, name }: Dependency,
  code: PublicCode,
  signal: AbortSignal,
): Promise<string | undefined> {
  // A major version in an artifact's name (commons-lang3) is seldom in the repository's.
  const last = ecosystem === "maven" ? shortName(name).replace(/(?<=[a-z]{2})\d+$/, "") : shortName(name);
  const { items } = await noneIfRefused(code.repositories(`${last} in:name`, most.hits));
  const alike = items.filter(({ fullName }) => plain(fullName.split("/")[1]!).includes(plain(last)));
  for (const { fullName, defaultBranch } of alike.slice(0, most.read)) {
    signal.throwIfAborted();
    const tree = await code.tree(fullName, defaultBranch);
    const said = (tree?.files ?? []).filter((file) => maySay(file.path, name));
    const nearest = said.sort((a, b) => a.path.split("/").length - b.path.split("/").length);
    for (const { path, blob } of nearest.slice(0, most.manifests)) {
      const names = ownNames(path, (await code.text(fullName, blob)) ?? "");
      const wanted = [name, inCpp(ecosystem, name, fullName) ?? name].map((one) => nameKey(ecosystem, one));
      if (names.some((own) => wanted.includes(nameKey(ecosystem, own))))
        return `https://github.com/${fullName}`;
    }
  }
  return undefined;
}

/** What lists of C++ call `abseil` calls itself `abseil-cpp`: that counts in its owner's repository, for `yaml-cpp` is no `yaml`. */
const inCpp = (ecosystem: Dependency["ecosystem"], name: string, fullName: string): string | undefined =>
  ecosystem === "cpp" && plain(fullName.split("/")[0]!) === plain(name) ? `${name}-cpp` : undefined;

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, "");
