/**
 * How C# finds names: a file says its namespace, which any number of files share, and sees the namespaces around it,
 * those that it uses, and those that its project uses in all files. The parts of a partial class stand in several files.
 */
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { createUsings } from "./usings.ts";

export { projectFiles } from "./usings.ts";

const implied = "global using";

export function createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules {
  const usings = createUsings(paths, files);
  return {
    implied,
    member: ({ path }, name) => {
      const all = name === implied ? usings(path) : [];
      return all.length === 0
        ? undefined
        : { kind: "package", path: all.map((one) => namespaceNamed(one).path).join(" ") };
    },
    resolve: (_from, specifier) => namespaceNamed(specifier),
    packageOf: (_path, said) => namespaceNamed(said ?? "").path,
    qualified: (name, _importedAs, inside = "") => {
      const parts = inside.slice(prefix.length).split(".");
      return parts.map((_, index) => ({
        target: namespaceNamed(parts.slice(0, -1 - index).join(".")),
        name,
      }));
    },
    // `using static A.B.C` names a class rather than a namespace.
    outer: ({ path }) => {
      const dot = path.lastIndexOf(".");
      return dot < 0
        ? undefined
        : { target: { kind: "package", path: path.slice(0, dot) }, name: path.slice(dot + 1) };
    },
    exportsEverything: true,
    classBodyIsScope: false,
    typesApart: false,
    superMethod: undefined,
    callMethod: undefined,
    bareMembers: true,
    functionsApart: true,
    overloads: true,
    extensionMethods: true,
    visibility: () => (_, owner) =>
      owner === undefined ? "internal" : /\binterface\b/.test(owner.signature) ? "public" : "private",
    partialClass: /\bpartial\b/,
    toldByArity: true,
    conversions: "C#",
  };
}

const prefix = "csharp:";

const namespaceNamed = (name: string): ModuleTarget => ({
  kind: "package",
  path: prefix + name.replace(/\s+/g, "").replace(/^global::/, ""),
});
