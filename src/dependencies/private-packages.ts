import type { PackageName } from "../web/package-names.ts";
import { privatePackages } from "../web/private-names.ts";
import { packageKey } from "./dependency.ts";
import { manifestEcosystem, readDependencies } from "./read-dependencies.ts";

/**
 * Which packages are a project's own business and never asked for outside (security.md S03): those of sources of its own,
 * those of a group of Maven that it publishes itself, and those that a manifest has from a repository, a folder or an
 * address, whatever else is said of them.
 */
export function ownBusiness(
  files: Iterable<readonly [path: string, text: string]>,
): (name: PackageName) => boolean {
  const texts = [...files];
  const isPrivate = privatePackages(texts);
  const manifests = texts.filter(([path]) => manifestEcosystem(path) !== undefined);
  const needed = readDependencies(manifests);
  const elsewhere = new Set(needed.elsewhere.map(packageKey));
  const groups = needed.own.flatMap(({ ecosystem, name }) =>
    ecosystem === "maven" && !name.startsWith(":") ? name.split(":")[0]! : [],
  );
  const isOwnGroup = ({ ecosystem, name }: PackageName): boolean =>
    ecosystem === "maven" &&
    groups.some((group) => name.startsWith(`${group}:`) || name.startsWith(`${group}.`));
  return (one) => isPrivate(one) || elsewhere.has(packageKey(one)) || isOwnGroup(one);
}
