/** The projects of a repository: what the files of each may use, as `.csproj` files say it. */
import { folderOf, joinPath } from "../../source/paths.ts";

/** In place of the projects that one references: they are not said in its file alone. */
const anyProject = "*";

const reference = /<(?:ProjectReference|Compile)\s[^>]*?\bInclude\s*=\s*"([^"]*)"/g;
const isComputed = /<ProjectReference\s[^>]*?"[^"]*[$*;]/;

/** The project in which a folder is, by its own folder; that of the top where it is in none. */
export function createRoots(paths: readonly string[]): (folder: string) => string {
  const roots = new Set(paths.filter((path) => path.endsWith(".csproj")).map(folderOf));
  return (folder) => {
    for (let at = folder; ; at = folderOf(at)) if (roots.has(at) || at === "") return at;
  };
}

/**
 * Gives for a folder its project and those that this one references, in one step or several, or of which it takes
 * files; undefined where it is in none.
 */
export function createProjects(
  paths: readonly string[],
  files: ReadonlyMap<string, string>,
): (folder: string) => readonly string[] | undefined {
  const rootOf = createRoots(paths);
  const referenced = new Map<string, Set<string>>();
  const isForAll = [...files].some(
    ([path, text]) => !path.endsWith(".csproj") && /<ProjectReference\s/.test(text),
  );
  for (const path of paths) {
    if (!path.endsWith(".csproj")) continue;
    const folder = folderOf(path);
    const text = files.get(path);
    const all = referenced.get(folder) ?? new Set();
    referenced.set(folder, all);
    if (isForAll || text === undefined || isComputed.test(text)) all.add(anyProject);
    for (const [, to] of text?.matchAll(reference) ?? [])
      all.add(rootOf(folderOf(joinPath(folder, to!.replaceAll("\\", "/")))));
  }
  const known = new Map<string, readonly string[]>();
  const reached = (root: string): readonly string[] => {
    const all = new Set([root]);
    for (const one of all) for (const next of referenced.get(one) ?? []) all.add(next);
    return all.has(anyProject) ? [root, anyProject] : [...all];
  };
  return (folder) => {
    const root = rootOf(folder);
    if (!referenced.has(root)) return undefined;
    const found = known.get(root) ?? reached(root);
    known.set(root, found);
    return found;
  };
}
