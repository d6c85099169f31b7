/** What nobody imports: Nuxt knows components by their paths, and what the files of some folders export by its name. */
import type { ModuleTarget } from "../../graph/project.ts";
import { folderOf, joinPath } from "../../source/paths.ts";

/** Where a name is looked for that no scope of a file knows; the first place that has it counts. */
export type AutoImports = (
  name: string,
) => readonly { readonly target: ModuleTarget; readonly name: string }[];

/** More files are not asked for a name. */
const maxFiles = 200;

export function autoImports(paths: readonly string[]): AutoImports {
  const roots = paths
    .filter((path) => /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/.test(path))
    .flatMap((path) => [folderOf(path), joinPath(folderOf(path), "app")]);
  if (roots.length === 0) return () => [];
  const within = (...folders: readonly string[]): readonly (readonly [path: string, rest: string])[] => {
    const all = roots.flatMap((root) => folders.map((folder) => `${joinPath(root, folder)}/`));
    return paths.flatMap((path) => {
      const start = all.find((one) => path.startsWith(one));
      return start === undefined ? [] : [[path, path.slice(start.length)] as const];
    });
  };
  const components = componentsIn(within("components"));
  const modules = within("composables", "utils", "stores")
    .filter(([path]) => /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/.test(path))
    .map(([path]): ModuleTarget => ({ kind: "file", path }));
  const asked = modules.length > maxFiles ? [] : modules;
  return (name) => {
    const component = components.get(name);
    if (component !== undefined) return [{ target: { kind: "file", path: component }, name: "default" }];
    return asked.map((target) => ({ target, name }));
  };
}

/** By the names that markup uses: `user/Picker.vue` and `user/UserPicker.vue` are UserPicker. Of two of one name none is known. */
function componentsIn(
  files: readonly (readonly [path: string, rest: string])[],
): ReadonlyMap<string, string> {
  const known = new Map<string, string>();
  const twice = new Set<string>();
  for (const [path, rest] of files) {
    if (!path.endsWith(".vue")) continue;
    const name = nameOf(rest.replace(/(?:\.(?:client|server|global))?\.vue$/, ""));
    if (known.has(name)) twice.add(name);
    known.set(name, path);
  }
  for (const name of twice) known.delete(name);
  return known;
}

/** What the file's name repeats of its folders is said once; an `index` has the name of its folder. */
function nameOf(path: string): string {
  const parts = path.split("/");
  const file = parts.at(-1)!.toLowerCase() === "index" ? [] : wordsOf(parts.at(-1)!);
  const folders = parts.slice(0, -1).flatMap(wordsOf);
  let repeated = Math.min(folders.length, file.length);
  while (repeated > 0 && folders.slice(-repeated).join(" ") !== file.slice(0, repeated).join(" ")) repeated--;
  return [...folders.slice(0, folders.length - repeated), ...file]
    .map((word) => word[0]!.toUpperCase() + word.slice(1))
    .join("");
}

/** In lower case but for what stands within a word: `UserPicker`, `user-picker`. */
const wordsOf = (name: string): readonly string[] =>
  name
    .split(/[-_.\s]+|(?<=[\p{Ll}\d])(?=\p{Lu})/u)
    .filter((word) => word !== "")
    .map((word) => word[0]!.toLowerCase() + word.slice(1));
