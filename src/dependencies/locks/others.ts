import { parse as parseToml } from "smol-toml";
import { type Locked, nameKey } from "../dependency.ts";
import { at, collect, elementsOf, entriesOf, textOf } from "../entries.ts";
import { isCompiled } from "../manifests/python.ts";

/** `poetry.lock`, `uv.lock`, `pdm.lock`. */
export const readPythonLock = (text: string): Locked => tomlPackages(text, "pypi");

/** `Cargo.lock`. */
export const readCargoLock = (text: string): Locked => tomlPackages(text, "crates");

function tomlPackages(text: string, ecosystem: "pypi" | "crates"): Locked {
  return collect(
    elementsOf(at(parseToml(text), "package")).flatMap((one) => {
      const [name, version] = [textOf(at(one, "name")), textOf(at(one, "version"))];
      return name !== undefined && version !== undefined
        ? [[nameKey(ecosystem, name), version] as const]
        : [];
    }),
  );
}

/** `Pipfile.lock`. */
export function readPipfileLock(text: string): Locked {
  const lock: unknown = JSON.parse(text);
  return collect(
    ["default", "develop"].flatMap((section) =>
      entriesOf(at(lock, section)).flatMap(([name, one]) => {
        const version = /^==(.+)$/.exec(textOf(at(one, "version")) ?? "")?.[1];
        return version === undefined ? [] : [[nameKey("pypi", name), version] as const];
      }),
    ),
  );
}

/** Requirements that a program compiled; those that people write hold no versions for others. */
export function readCompiledRequirements(text: string): Locked {
  const pinned = /^([A-Za-z\d][\w.-]*)(?:\[[^\]\n]*\])?==([^\s;\\#]+)/gm;
  return collect(
    isCompiled(text)
      ? [...text.matchAll(pinned)].map(([, name, version]) => [nameKey("pypi", name!), version!] as const)
      : [],
  );
}

/** Constraints that allow one version only: whoever installs with them has it. */
export const readConstraints = (text: string): Locked =>
  collect(
    [...text.matchAll(/^([A-Za-z\d][\w.-]*)[ \t]{0,9}={2,3}[ \t]{0,9}([^\s;\\#*]+)/gm)].map(
      ([, name, version]) => [nameKey("pypi", name!), version!] as const,
    ),
  );

/** `pixi.lock`: packages of conda and of PyPI, by name where it is said, else by the file's. */
export const readPixiLock = (text: string): Locked =>
  collect(
    [
      ...text.matchAll(/^[ \t]{2,8}name:[ \t]{1,3}(\S+)\r?\n[ \t]{2,8}version:[ \t]{1,3}["']?([^\s"']+)/gm),
      ...text.matchAll(
        /^- conda: [^\s]{1,300}\/([\w.+-]{1,100})-(\d[\w.!+]{0,50})-\w{1,80}\.(?:conda|tar\.bz2)\r?$/gm,
      ),
    ].map(([, name, version]) => [nameKey("pypi", name!), version!] as const),
  );

/** `gradle.lockfile`. */
export const readGradleLock = (text: string): Locked =>
  collect(
    [...text.matchAll(/^([\w.-]+:[\w.-]+):([^=\s]+)=/gm)].map(
      ([, name, version]) => [name!, version!] as const,
    ),
  );

/** `Gemfile.lock`: the gems of its `specs`, four spaces deep; what they need in turn stands deeper. */
export const readGemfileLock = (text: string): Locked =>
  collect(
    [...text.matchAll(/^ {4}([\w.-]+) \((\d[\w.]*?)(?:-[\w-]+)?\)\r?$/gm)].map(
      ([, name, version]) => [nameKey("rubygems", name!), version!] as const,
    ),
  );

/** `composer.lock`. */
export function readComposerLock(text: string): Locked {
  return collect(
    packagesOfComposer(text).flatMap((one) => {
      const [name, version] = [textOf(at(one, "name")), textOf(at(one, "version"))];
      return name !== undefined && version !== undefined
        ? [[nameKey("packagist", name), version.replace(/^v(?=\d)/, "")] as const]
        : [];
    }),
  );
}

/** The namespaces that `composer.lock` has its packages fill: `Illuminate` of `laravel/framework`. */
export const readComposerNamespaces = (text: string): ReadonlyMap<string, readonly string[]> =>
  new Map(
    packagesOfComposer(text).flatMap((one) => {
      const filled = ["psr-4", "psr-0"].flatMap((kind) => entriesOf(at(one, "autoload", kind)));
      const namespaces = filled.map(([prefix]) => prefix.replace(/\\+$/, "")).filter(Boolean);
      const name = textOf(at(one, "name"));
      return name === undefined || namespaces.length === 0
        ? []
        : [[nameKey("packagist", name), namespaces] as const];
    }),
  );

function packagesOfComposer(text: string): readonly unknown[] {
  const lock: unknown = JSON.parse(text);
  return ["packages", "packages-dev"].flatMap((section) => elementsOf(at(lock, section)));
}

/** `conan.lock`: `name/version#revision`, and what the first Conan wrote as nodes of a graph. */
export function readConanLock(text: string): Locked {
  const lock: unknown = JSON.parse(text);
  const listed = ["requires", "build_requires"].flatMap((kind) => elementsOf(at(lock, kind)));
  const nodes = entriesOf(at(lock, "graph_lock", "nodes")).map(([, node]) => at(node, "ref"));
  return collect(
    [...listed, ...nodes].flatMap((one) => {
      const [, name, version] = /^([\w.+-]+)\/([\w.+-]+)/.exec(textOf(one) ?? "") ?? [];
      return name === undefined ? [] : [[nameKey("cpp", name), version!] as const];
    }),
  );
}

/** `packages.lock.json` of .NET: what the project itself asked for, of every framework it is built for. */
export function readNugetLock(text: string): Locked {
  return collect(
    entriesOf(at(JSON.parse(text) as unknown, "dependencies")).flatMap(([, framework]) =>
      entriesOf(framework).flatMap(([name, one]) => {
        const version = textOf(at(one, "resolved"));
        return version === undefined ? [] : [[nameKey("nuget", name), version] as const];
      }),
    ),
  );
}
