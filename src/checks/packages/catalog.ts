import { parse as parseToml } from "smol-toml";
import { isMavenModule, isMavenName, isMavenVersion } from "./maven-names.ts";
import { entries, type Section, sections } from "./tables.ts";

/**
 * A version catalog of Gradle, with the versions that only libraries use set apart: what plugins of the build or build
 * scripts take by name is no package's.
 */
export function readCatalog(text: string): unknown {
  const catalog = parseToml(text);
  const [ofLibraries, ofPlugins] = [refsIn(catalog["libraries"]), refsIn(catalog["plugins"])];
  const versions = entries(catalog["versions"]) ?? [];
  const isOfPackages = ([name]: readonly [string, unknown]): boolean =>
    ofLibraries.has(name) && !ofPlugins.has(name);
  return {
    ...catalog,
    versions: Object.fromEntries(versions.filter((one) => !isOfPackages(one))),
    [ofPackages]: Object.fromEntries(versions.filter(isOfPackages)),
  };
}

const ofPackages = "versions of packages";

/** Names of versions that a table's entries say. */
function refsIn(table: unknown): ReadonlySet<unknown> {
  return new Set((entries(table) ?? []).map(([, entry]) => at(at(entry, "version"), "ref")));
}

function at(value: unknown, key: string): unknown {
  return entries(value)?.find(([one]) => one === key)?.[1];
}

const isVersion = (value: unknown): boolean =>
  isMavenVersion(value) ||
  (typeof value === "object" &&
    entries(value)?.every(
      ([key, one]) => ["strictly", "require", "prefer"].includes(key) && isMavenVersion(one),
    ) === true);
const isAlias = (value: unknown): boolean =>
  typeof value === "string" && /^[A-Za-z][\w.-]{0,100}$/.test(value);

/** `"g:a:1"`, `{ module = "g:a", version.ref = "x" }`, `{ group = "g", name = "a" }`. */
function isLibrary(value: unknown): boolean {
  if (typeof value === "string") {
    const [group, name, version, ...more] = value.split(":");
    const isWhole = version === undefined || isMavenVersion(version);
    return isMavenName(group) && isMavenName(name) && isWhole && more.length === 0;
  }
  const [module, group, name] = ["module", "group", "name"].map((key) => at(value, key));
  const isNamed =
    module === undefined
      ? isMavenName(group) && isMavenName(name)
      : isMavenModule(module) && group === undefined && name === undefined;
  return (
    isNamed &&
    entries(value)!.every(
      ([key, one]) =>
        ["module", "group", "name"].includes(key) ||
        (key === "version" && (isVersion(one) || (entries(one)?.length === 1 && isAlias(at(one, "ref"))))),
    )
  );
}

export const catalogSections: readonly Section[] = [
  ...sections(isLibrary, "libraries/*"),
  ...sections(isVersion, `${ofPackages}/*`),
  ...sections(isAlias, "bundles/*/*"),
];
