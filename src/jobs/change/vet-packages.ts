import { type AddedPackage, addedPackages } from "../../dependencies/added.ts";
import { ownBusiness } from "../../dependencies/private-packages.ts";
import { manifestEcosystem } from "../../dependencies/read-dependencies.ts";
import type { FileChange } from "../../source/file.ts";
import { saysSources } from "../../web/private-names.ts";
import type { PackageLookup } from "../../web/registries/look-up.ts";
import type { PackageFacts } from "../../web/registries/registry.ts";
import type { Workspace } from "../../workspace/workspace.ts";

/** A new package with what its registry says. Survives JSON. */
export interface VettedPackage extends AddedPackage {
  /** `unknown`: the registry has no such package. `not asked`: nobody could or may be asked. */
  readonly registry: "known" | "unknown" | "not asked";
}

/** New packages that are looked up. */
const mostAsked = 10;
/** Days within which a package counts as young: impostors are mostly found sooner. */
const young = 30;

/** What a change adds to the manifests, and what the public registries say of it (security.md S01-S03). */
export async function vetPackages(
  changes: readonly FileChange[],
  workspace: Pick<Workspace, "entries" | "readMany">,
  packages: PackageLookup | undefined,
  signal: AbortSignal,
): Promise<readonly VettedPackage[]> {
  const added = addedPackages(changes);
  if (added.length === 0) return [];
  const says = (path: string): boolean => saysSources(path) || manifestEcosystem(path) !== undefined;
  const paths = [...workspace.entries.keys()].filter(says);
  const isPrivate = ownBusiness(await workspace.readMany(paths));
  return Promise.all(
    added.map(async (one, at): Promise<VettedPackage> => {
      if (!packages || at >= mostAsked || isPrivate(one)) return { ...one, registry: "not asked" };
      const facts = await packages(one, signal);
      if (typeof facts === "string") return { ...one, registry: facts };
      return { ...one, registry: "known", doubts: [...one.doubts, ...doubtsOf(facts)] };
    }),
  );
}

function doubtsOf({ published, runsOnInstall, movedTo }: PackageFacts): readonly string[] {
  const days = published ? (Date.now() - Date.parse(published)) / 86_400_000 : undefined;
  return [
    ...(days !== undefined && days < young ? [`it was first published on ${published!.slice(0, 10)}`] : []),
    ...(movedTo === undefined ? [] : [`it has moved to ${movedTo}`]),
    ...(runsOnInstall ? ["it runs a script when it is installed"] : []),
  ];
}
