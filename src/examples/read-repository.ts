import type { Dependency } from "../dependencies/dependency.ts";
import { ownBusiness } from "../dependencies/private-packages.ts";
import { namesDependencies, readDependencies } from "../dependencies/read-dependencies.ts";
import type { Outline } from "../graph/outline.ts";
import { openOutlineCache } from "../languages/cache/outline-cache.ts";
import { outlinesOf } from "../retrieval/outlines-of.ts";
import type { PackageName } from "../web/package-names.ts";
import { saysSources } from "../web/private-names.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** What a repository says that it needs from public registries, and its files, from which is known what it calls. */
export interface RepositoryNeeds {
  readonly dependencies: readonly Dependency[];
  readonly outlines: readonly Outline[];
  /** Packages of its own that it needs; nobody outside is asked for them. */
  readonly ownPackages: readonly PackageName[];
  /** Of packages that it has from elsewhere; they are not among the dependencies. */
  readonly isPrivate: (name: PackageName) => boolean;
  /** One sentence for each manifest that could not be read. */
  readonly notes: readonly string[];
}

/** Manifests, lock files and outlines of one commit; outlines come from the cache where it has them. */
export async function readNeeds(
  workspace: Workspace,
  { cacheDir, workers }: { readonly cacheDir: string | undefined; readonly workers: number },
  signal: AbortSignal,
): Promise<RepositoryNeeds> {
  const paths = [...workspace.entries.keys()].filter((path) => namesDependencies(path) || saysSources(path));
  const files = await workspace.readMany(paths);
  const { dependencies: all, notes } = readDependencies(files);
  const isPrivate = ownBusiness(files);
  const [dependencies, ownPackages] = [false, true].map((wanted) =>
    all.filter((one) => isPrivate(one) === wanted),
  );
  const cache = cacheDir === undefined ? undefined : openOutlineCache(cacheDir);
  const entries = [...workspace.entries.values()];
  const { outlines } = await outlinesOf({ workspace, entries, workers, signal }, cache);
  return {
    ...{ dependencies: dependencies!, ownPackages: ownPackages! },
    outlines,
    isPrivate,
    notes: notes.map(({ path, message }) => `${path} ${message}.`),
  };
}
