/**
 * How Go finds packages: the module path of the nearest go.mod and the folder below it; vendored packages; and,
 * where no go.mod is there, the folder at the end of the import path. All files of a folder are one package, apart
 * from its `foo_test` and its programs.
 */
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { folderOf } from "../../source/paths.ts";
import { conditionOf, createMeeting, createUsual } from "./constraints.ts";
import { methodType, typeText } from "./signatures.ts";
import { movedType, standardAmong, standardInterface } from "./standard-interfaces.ts";

export const projectFiles = /^go\.mod$/;

export function createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules {
  const folders = new Set(paths.filter((path) => path.endsWith(".go")).map(folderOf));
  const modules = [...files]
    .map(([path, text]) => ({ name: moduleName(text), folder: folderOf(path) }))
    .filter(({ name }) => name !== undefined)
    .sort((a, b) => b.name!.length - a.name!.length);
  const find = (from: string, specifier: string): string | undefined => {
    const own = modules.find(({ name }) => specifier === name || specifier.startsWith(`${name}/`));
    if (own) return join(own.folder, specifier.slice(own.name!.length + 1));
    for (let folder = folderOf(from); ; folder = folderOf(folder)) {
      const vendored = join(folder, "vendor", specifier);
      if (folders.has(vendored)) return vendored;
      if (folder === "") break;
    }
    return modules.length === 0 ? folderByPath(folders, specifier) : undefined;
  };
  const found = new Map<string, string | undefined>();
  return {
    resolve: (from, specifier) => {
      const key = `${folderOf(from)} ${specifier}`;
      if (!found.has(key)) found.set(key, find(from, specifier));
      const folder = found.get(key);
      return folder !== undefined && folders.has(folder) ? packageAt(folder) : undefined;
    },
    packageOf: (path, declared) => {
      const folder = packageAt(folderOf(path)).path;
      // A space would stand between two packages.
      return declared === "main" || declared?.endsWith("_test") ? `${folder}:${declared}` : folder;
    },
    importedName: (specifier) => {
      const parts = specifier.split("/").filter((part) => !/^v\d+$/.test(part));
      return (parts.at(-1) ?? specifier).replace(/\.v\d+$/, "").replace(/^go-/, "");
    },
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    superMethod: undefined,
    callMethod: undefined,
    typesInBrackets: true,
    typesOfCalls: true,
    // One that begins with a capital may be a parameter for types.
    typeHead: /^[\p{Ll}_][\p{L}\p{N}_]*(?=\.|$)/u,
    nominalAliases: true,
    embeds: true,
    methodsAcrossFiles: true,
    implicit: { methodType, typeText, standard: standardInterface, standardAmong, movedType },
    conditions: {
      of: ({ path, condition, imports }) =>
        conditionOf(
          path,
          condition,
          imports.some(({ from }) => from === "C"),
        ),
      canMeet: createMeeting(),
      isUsual: createUsual(),
    },
    visibility:
      () =>
      ({ name }) =>
        /^\p{Lu}/u.test(name) ? "public" : "internal",
  };
}

const packageAt = (folder: string): ModuleTarget => ({ kind: "package", path: `go:${folder}` });

const moduleName = (text: string): string | undefined => /^[ \t]*module[ \t]+"?([^\s"]+)"?/m.exec(text)?.[1];

/** Before modules an import path ended in the path within the repository, or named the repository itself. */
function folderByPath(folders: ReadonlySet<string>, specifier: string): string | undefined {
  const parts = specifier.split("/");
  if (!parts[0]!.includes(".")) return undefined;
  for (let start = 1; start < parts.length; start++) {
    const folder = parts.slice(start).join("/");
    if (folders.has(folder)) return folder;
  }
  return undefined;
}

const join = (...parts: readonly string[]): string => parts.filter((part) => part !== "").join("/");
