/**
 * How shell scripts find each other. A path begins where the script runs, which nobody knows beforehand, or with what
 * the script finds out of its own place (`"$(dirname "$0")/lib.sh"`, `$ROOT/lib.sh`): what stands behind that is looked
 * for beside the file, then in the folders around it, then at the end of any path that is the only one to end so.
 * Where a script is installed its path may be another one, of which the last folders are the same.
 */
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { baseName, folderOf, joinPath } from "../../source/paths.ts";

export function createRules(paths: readonly string[]): FamilyRules {
  const scripts = paths.filter((path) => /\.(?:sh|bash)$/i.test(path));
  const known = new Set(scripts);
  const byName = Map.groupBy(scripts, baseName);
  return {
    resolve: (from, specifier) => {
      const path = knownPart(specifier);
      const name = baseName(path);
      // Most of what is read or run is in no repository's folder.
      const same = byName.get(name);
      if (!same) return undefined;
      for (let folder = folderOf(from); ; folder = folderOf(folder)) {
        const found = joinPath(folder, path);
        if (known.has(found)) return file(found);
        if (folder === "") break;
      }
      return byEnding(path, same);
    },
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    superMethod: undefined,
    callMethod: undefined,
    // Each definition of a name takes the place of the one before when the script comes to it.
    mayRedefine: true,
  };
}

/** The one file that ends like a path; else like its last folders, for a script may be installed elsewhere. */
function byEnding(path: string, same: readonly string[]): ModuleTarget | undefined {
  const parts = path.split("/").filter((part) => !/^\.{0,2}$/.test(part));
  for (let at = 0; at === 0 || at < parts.length - 1; at++) {
    const wanted = `/${parts.slice(at).join("/")}`;
    const ending = same.filter((one) => `/${one}`.endsWith(wanted));
    if (ending.length > 0) return ending.length === 1 ? file(ending[0]!) : undefined;
  }
  return undefined;
}

/** The path without quotes and without what only a run knows: `lib/log.sh` of `"${ROOT:-.}/lib/log.sh"`. */
function knownPart(specifier: string): string {
  const bare = specifier.replaceAll(/["']/g, "");
  const end = Math.max(bare.lastIndexOf("}"), bare.lastIndexOf(")"), bare.lastIndexOf("`")) + 1;
  return bare.slice(end).replace(/^(?:.*\$\w+)?\/*/, "");
}

const file = (path: string): ModuleTarget => ({ kind: "file", path });
