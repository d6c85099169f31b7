import type { PackageName } from "../web/package-names.ts";
import { type Declaration, type Dependency, packageKey } from "./dependency.ts";
import { isOpen, isPinned } from "./versions.ts";

/** A declaration, and where it was read. */
export interface Said extends Declaration, PackageName {
  readonly path: string;
}

/** By `packageKey`, before lock files are asked. */
interface Combined {
  readonly declared: ReadonlyMap<string, Dependency>;
  /** What only dependencies need. */
  readonly indirect: ReadonlyMap<string, Dependency>;
  readonly elsewhere: readonly PackageName[];
}

/** Each package once; what a list of the workspace says is filled in where a manifest points to it. */
export function combine(all: readonly Said[]): Combined {
  const [declared, indirect] = [new Map<string, Dependency>(), new Map<string, Dependency>()];
  const elsewhere: PackageName[] = [];
  const entries = all.filter(({ entry }) => entry !== undefined);
  const listed = new Map(entries.map((one) => [`${one.ecosystem} ${one.entry}`, one]));
  for (const one of all.filter(({ entry }) => entry === undefined)) {
    const { ecosystem, development, path, listedAs } = one;
    const entry = listed.get(`${ecosystem} ${listedAs}`);
    const { name, range } = entry ?? one;
    // Some only say the word of a list.
    if (name === "") continue;
    const unlisted = listedAs !== undefined && entry === undefined;
    if (one.elsewhere || entry?.elsewhere) elsewhere.push({ ecosystem, name });
    else {
      const { home, decidedBy } = one;
      declare(one.indirect ? indirect : declared, {
        ...{ ecosystem, name, range, development, path, unlisted },
        ...(home !== undefined && { home }),
        ...(decidedBy !== undefined && { decidedBy }),
      });
    }
  }
  for (const { ecosystem, name, range, development, path, elsewhere: isElsewhere } of entries) {
    const known = declared.get(packageKey({ ecosystem, name }));
    if (isElsewhere) elsewhere.push({ ecosystem, name });
    else if (known) declare(declared, { ...known, path, unlisted: false });
    else declare(declared, { ecosystem, name, range, development, path, unlisted: false });
  }
  for (const key of declared.keys()) indirect.delete(key);
  return { declared, indirect, elsewhere };
}

interface Once extends PackageName, Pick<Declaration, "range" | "development" | "home" | "decidedBy"> {
  readonly path: string;
  readonly unlisted: boolean;
}

function declare(declared: Map<string, Dependency>, one: Once): void {
  const { ecosystem, name, development, path, unlisted } = one;
  const known = declared.get(packageKey(one));
  // CMake and Meson say with which ones it builds, Conan, vcpkg and what is fetched which one that is.
  const isVague = ecosystem === "cpp" && known !== undefined && firmness(known.range) < firmness(one.range);
  const range = known === undefined || known.range === "" || isVague ? one.range : known.range;
  const home = known?.home ?? one.home;
  const decidedBy = known?.decidedBy ?? one.decidedBy;
  declared.set(packageKey(one), {
    ...{ ecosystem, name: known?.name ?? name, range, version: undefined },
    development: development && (known?.development ?? true),
    manifests: [...new Set([...(known?.manifests ?? []), path])],
    ...(home !== undefined && { home }),
    ...(range === "" && decidedBy !== undefined && { decidedBy }),
    ...(range === "" && (unlisted || known?.unlisted) && { unlisted: true }),
  });
}

const firmness = (range: string): number => (isPinned(range, "cpp") ? 2 : isOpen(range) ? 0 : 1);
