/** What nobody imports: Nuxt knows components by their paths, and what the files of some folders export by its name. */
import type { ModuleTarget, NamesAround } from "../../graph/project.ts";
import { folderOf, joinPath } from "../../source/paths.ts";

/** No module is called so: with a name behind it it leads to the component of that name, alone to all modules. */
export const autoImported = "<auto-import>";

/** More files are not asked for a name. */
const maxFiles = 200;

/**
 * Gives what is known by a name: the file of a component, and for none a folder whose path has the modules, each on a line.
 * Undefined where it is nothing.
 */
export function autoImports(paths: readonly string[]): (name: string) => ModuleTarget | undefined {
  const roots = paths
    .filter((path) => /(?:^|\/)nuxt\.config\.[cm]?[jt]s$/.test(path))
    .flatMap((path) => [folderOf(path), joinPath(folderOf(path), "app")]);
  if (roots.length === 0) return () => undefined;
  const within = (...folders: readonly string[]): readonly (readonly [path: string, rest: string])[] => {
    const all = roots.flatMap((root) => folders.map((folder) => `${joinPath(root, folder)}/`));
    return paths.flatMap((path) => {
      const start = all.find((one) => path.startsWith(one));
      return start === undefined ? [] : [[path, path.slice(start.length)] as const];
    });
  };
  const components = componentsIn(within("components"));
  const modules = within("composables", "utils", "stores")
    .map(([path]) => path)
    .filter((path) => /(?<!\.d|\.test|\.spec)\.[cm]?[jt]s$/.test(path));
  const all: ModuleTarget = {
    kind: "folder",
    path: modules.length > maxFiles ? "" : modules.join("\n"),
  };
  return (name) => {
    const component = components.get(name);
    if (component !== undefined) return { kind: "file", path: component };
    return name === "" ? all : undefined;
  };
}

/** Where a name is looked for that no scope of a file knows; the first place that has it counts. */
export function placesOf(
  name: string,
  { resolve }: Pick<NamesAround, "resolve">,
): readonly { readonly target: ModuleTarget; readonly name: string }[] {
  // One question of a file, where the repository has nothing of the kind.
  const modules = resolve(autoImported);
  if (!modules) return [];
  const component = resolve(autoImported + name);
  if (component) return [{ target: component, name: "default" }];
  return modules.path.split("\n").map((path) => ({ target: { kind: "file", path }, name }));
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
