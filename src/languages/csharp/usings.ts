/**
 * The namespaces that all files of a project use: said in its `.csproj`, in a `Directory.Build.props` above it, or by
 * `global using` in a file of it that is named after that.
 */
import { folderOf } from "../../source/paths.ts";
import { createRoots } from "./projects.ts";

export const projectFiles =
  /\.csproj$|^Directory\.Build\.(?:props|targets)$|^(?:Global)?(?:Usings?|Imports)(?:\.\w+)*\.cs$/i;

const inProject = /<Using\s+(?![^>]*\bAlias=)[^>]*?\bInclude="\s*([\w.]+)\s*"/g;
const inSource = /^[ \t\ufeff]*global\s+using\s+(?:static\s+)?([\w.]+)\s*;/gm;

/** Each is asked for every name that a file does not know; the most seen is 14. */
const maxUsings = 250;

/** Gives them for a folder. @param files texts of the files that may say them. */
export function createUsings(
  paths: readonly string[],
  files: ReadonlyMap<string, string>,
): (folder: string) => readonly string[] {
  const rootOf = createRoots(paths);
  const usings = [...files].flatMap(([path, text]) => {
    const isSource = path.endsWith(".cs");
    const names = [...text.matchAll(isSource ? inSource : inProject)].map(([, name]) => name!);
    const isShared = !isSource && !path.endsWith(".csproj");
    return names.length === 0 ? [] : [{ folder: folderOf(path), isShared, names }];
  });
  return (folder) => {
    const root = rootOf(folder);
    const all = usings.flatMap((one) => {
      const counts = one.isShared
        ? one.folder === "" || `${folder}/`.startsWith(`${one.folder}/`)
        : rootOf(one.folder) === root;
      return counts ? one.names : [];
    });
    return [...new Set(all)].slice(0, maxUsings);
  };
}
