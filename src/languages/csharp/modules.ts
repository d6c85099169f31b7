/**
 * How C# finds names: a file says its namespace, which any number of files share, and sees the namespaces around it,
 * those that it uses, and those that its project uses in all files. The parts of a partial class stand in several files.
 */
import { callSignature, packagesIn } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget, Surroundings } from "../../graph/project.ts";
import { libraryMembers } from "./library-members.ts";
import { libraryTypes } from "./library-types.ts";
import { createProjects } from "./projects.ts";
import { createUsings } from "./usings.ts";

export { projectFiles } from "./usings.ts";

/** Methods of a task, of a value that may be missing and of a stand-in, which give what that holds. */
const held = new Set([
  "ConfigureAwait",
  "GetAwaiter",
  "GetResult",
  "AsTask",
  "WaitAsync",
  "GetValueOrDefault",
  // Of a stand-in that NSubstitute makes.
  "Received",
  "ReceivedWithAnyArgs",
  "DidNotReceive",
  "DidNotReceiveWithAnyArgs",
]);

const implied = "global using";
const projects = "ProjectReference";

export function createRules(paths: readonly string[], files: ReadonlyMap<string, string>): FamilyRules {
  const usings = createUsings(paths, files);
  const projectsOf = createProjects(paths, files);
  return {
    implied,
    projects,
    member: ({ path }, name) => {
      const all = name === implied ? usings(path).map((one) => namespaceNamed(one).path) : [];
      if (all.length > 0) return { kind: "package", path: all.join(" ") };
      const seen = name === projects ? projectsOf(path) : undefined;
      return seen && { kind: "folder", path: seen.join("\n") };
    },
    resolve: (_from, specifier, around) => {
      const whole = namespaceNamed(specifier);
      return around && around.depthOf(whole) < 0 ? seenFromInside(specifier, around) : whole;
    },
    packageOf: (_path, declared) => namespaceNamed(innermost(declared)).path,
    packagesOf: (declared) => packagesIn(declared).map((one) => namespaceNamed(one).path),
    qualified: (name, { inside = "" }) =>
      [...outwards(inside.slice(prefix.length)).slice(1), ""].map((one) => ({
        target: namespaceNamed(one),
        name,
      })),
    // `using static A.B.C` names a class rather than a namespace.
    outer: ({ path }) => {
      const dot = path.lastIndexOf(".");
      return dot < 0
        ? undefined
        : { target: { kind: "package", path: path.slice(0, dot) }, name: path.slice(dot + 1) };
    },
    qualifiedNames: /^(?:global\.)?\p{Lu}[\p{L}\p{N}_]*(?:\.\p{Lu}[\p{L}\p{N}_]*)+$/u,
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    // No method is called so: `: base(...)` reaches the class.
    superMethod: ".ctor",
    callMethod: undefined,
    elementMethods: { index: callSignature, iterate: "GetEnumerator!" },
    deconstructMethod: "Deconstruct!",
    isItself: /^(?:Result|Value)$/,
    givesItself: held,
    bareMembers: true,
    readsProperties: true,
    libraryTypes: libraryTypes,
    separateFunctionNames: true,
    overloads: true,
    keepsArgumentTypes: true,
    typesOfCalls: true,
    extensionMethods: libraryMembers,
    visibility: () => (_, owner) =>
      owner === undefined ? "internal" : /\binterface\b/.test(owner.signature) ? "public" : "private",
    partialClass: /\bpartial\b/,
    overloadsByArity: true,
    conversions: "C#",
  };
}

/** Of several namespaces in a file the one from which most others are seen. */
const innermost = (declared: string | undefined): string =>
  packagesIn(declared).reduce((best, one) => (one.split(".").length > best.split(".").length ? one : best));

/** Longer namespaces are looked into no further. */
const maxParts = 64;

/** A namespace and those around it, nearest first: `A.B` and `A`. */
function outwards(namespace: string): readonly string[] {
  const parts = namespace.split(".", maxParts);
  return parts.map((_, index) => parts.slice(0, parts.length - index).join("."));
}

/** In `namespace A.B` what is there as `A.B.C` or `A.C` may be called `C`; a class of such a namespace `C.Foo`. */
function seenFromInside(specifier: string, { inside, depthOf }: Surroundings): ModuleTarget | undefined {
  const all = outwards(innermost(inside)).map((one) => namespaceNamed(`${one}.${specifier}`));
  const isPath = specifier.includes(".");
  return (
    all.find((one) => depthOf(one) === 0) ?? (isPath ? all.find((one) => depthOf(one) === 1) : undefined)
  );
}

const prefix = "csharp:";

const namespaceNamed = (name: string): ModuleTarget => ({
  kind: "package",
  path: prefix + name.replace(/\s+/g, "").replace(/^global(?:::|\.)/, ""),
});
