import { parse as parseToml } from "smol-toml";
import { parse as parseYaml } from "yaml";
import { isAside } from "../../src/dependencies/read-dependencies.ts";
import type { Ecosystem } from "../../src/web/registries/registry.ts";

/** What a package manager itself says that a project needs: the versions that its lock file holds, by name. */
export interface LockList {
  readonly ecosystem: Ecosystem;
  readonly versions: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Gives a file at the top of the repository, or undefined. */
export type Show = (path: string) => string | undefined;

type Table = Readonly<Record<string, unknown>>;

/** Read by rules of their own, so that a fault of the product is none of these. */
export function lockLists(show: Show): readonly LockList[] {
  return [pnpm(show), uv(show), cargo(show), bundler(show), composer(show), conan(show)].filter(
    (one) => one !== undefined && one.versions.size > 0,
  ) as LockList[];
}

/** One name for what a registry takes for the same package. */
export function plainName(ecosystem: Ecosystem, name: string): string {
  if (ecosystem === "pypi") return name.toLowerCase().replace(/[-_.]+/g, "-");
  if (ecosystem === "cpp") return name.toLowerCase().replace(/[-_.]/g, "");
  return ecosystem === "crates" ? name.replaceAll("_", "-") : name;
}

function collector(ecosystem: Ecosystem) {
  const versions = new Map<string, Set<string>>();
  return {
    list: { ecosystem, versions } satisfies LockList,
    say: (name: string, version: string): void => {
      const key = plainName(ecosystem, name);
      versions.set(key, (versions.get(key) ?? new Set()).add(version));
    },
  };
}

function pnpm(show: Show): LockList | undefined {
  const text = show("pnpm-lock.yaml");
  if (text === undefined) return undefined;
  const { list, say } = collector("npm");
  const { importers = {} } = parseYaml(text) as { importers?: Record<string, Table> };
  for (const [folder, groups] of Object.entries(importers)) {
    if (isAside(`${folder}/package.json`)) continue;
    for (const group of ["dependencies", "devDependencies", "optionalDependencies"])
      for (const [name, entry] of Object.entries((groups[group] ?? {}) as Table)) {
        const version = (entry as { version: string }).version.replace(/\(.*/s, "");
        if (/^(?:link|file):/.test(version)) continue;
        const alias = /^(@?[^@]+)@(\d.*)$/.exec(version);
        say(alias?.[1] ?? name, alias?.[2] ?? version);
      }
  }
  return list;
}

interface UvPackage {
  readonly name: string;
  readonly version?: string;
  readonly source: Table;
  readonly metadata?: {
    readonly "requires-dist"?: readonly { readonly name: string }[];
    readonly "requires-dev"?: Readonly<Record<string, readonly { readonly name: string }[]>>;
  };
}

function uv(show: Show): LockList | undefined {
  const text = show("uv.lock");
  if (text === undefined) return undefined;
  const { list, say } = collector("pypi");
  const packages = parseToml(text).package as unknown as readonly UvPackage[];
  const needed = packages
    .filter(({ source }) => ["editable", "virtual", "directory"].some((kind) => kind in source))
    .flatMap(({ metadata = {} }) => [
      ...(metadata["requires-dist"] ?? []),
      ...Object.values(metadata["requires-dev"] ?? {}).flat(),
    ]);
  const names = new Set(needed.map(({ name }) => plainName("pypi", name)));
  for (const { name, version, source } of packages)
    if ("registry" in source && version !== undefined && names.has(plainName("pypi", name)))
      say(name, version);
  return list;
}

interface CargoPackage {
  readonly name: string;
  readonly version: string;
  readonly source?: string;
  readonly dependencies?: readonly string[];
}

function cargo(show: Show): LockList | undefined {
  const text = show("Cargo.lock");
  if (text === undefined) return undefined;
  const { list, say } = collector("crates");
  const packages = parseToml(text).package as unknown as readonly CargoPackage[];
  const published = new Map(
    packages.filter(({ source }) => source?.startsWith("registry")).map((one) => [one.name, one.version]),
  );
  for (const { source, dependencies = [] } of packages)
    for (const dependency of source === undefined ? dependencies : []) {
      const [name = "", version = published.get(name)] = dependency.split(" ");
      if (published.has(name)) say(name, version!);
    }
  return list;
}

function bundler(show: Show): LockList | undefined {
  const text = show("Gemfile.lock");
  if (text === undefined) return undefined;
  const { list, say } = collector("rubygems");
  const specs = new Map(
    [...text.matchAll(/^ {4}([\w.-]+) \((\d[\w.]*)/gm)].map(([, name, version]) => [name!, version!]),
  );
  const needed = text.slice(text.indexOf("\nDEPENDENCIES\n"));
  // One with a mark comes from git or a folder.
  for (const [, name] of needed.matchAll(/^ {2}([\w.-]+)(?: \([^)]*\))?$/gm))
    if (specs.has(name!)) say(name!, specs.get(name!)!);
  return list;
}

interface ComposerPackage {
  readonly name: string;
  readonly version: string;
}

function composer(show: Show): LockList | undefined {
  const [written, locked] = [show("composer.json"), show("composer.lock")];
  if (written === undefined || locked === undefined) return undefined;
  const { list, say } = collector("packagist");
  const manifest = JSON.parse(written) as Record<"require" | "require-dev", Table | undefined>;
  const lock = JSON.parse(locked) as Record<"packages" | "packages-dev", readonly ComposerPackage[]>;
  const versions = new Map(
    [...lock.packages, ...lock["packages-dev"]].map(({ name, version }) => [name, version.replace(/^v/, "")]),
  );
  for (const name of Object.keys({ ...manifest.require, ...manifest["require-dev"] }))
    if (versions.has(name)) say(name, versions.get(name)!);
  return list;
}

function conan(show: Show): LockList | undefined {
  const [written, locked] = [show("conanfile.py") ?? show("conanfile.txt"), show("conan.lock")];
  if (written === undefined || locked === undefined) return undefined;
  const { list, say } = collector("cpp");
  const lock = JSON.parse(locked) as { readonly requires?: readonly string[] };
  for (const one of lock.requires ?? []) {
    const [name = "", version = ""] = one.split(/[/#@]/);
    if (new RegExp(`^[^#\n]*["' \t]?\\b${name.replaceAll("+", "\\+")}/`, "m").test(written))
      say(name, version);
  }
  return list;
}
