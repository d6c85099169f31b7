/**
 * How Java finds names: a file says its package, and a package is the same in every folder of sources. What is
 * imported is a class of a package or, nested or static, a member of a class.
 */
import type { FamilyRules, ModuleTarget } from "../../graph/project.ts";
import { isFluent } from "./fluent.ts";
import { knownTypes } from "./known-types.ts";
import { getterOf } from "./lombok.ts";
import { moduleOf } from "./source-roots.ts";

export function createRules(): FamilyRules {
  return {
    resolve: (_from, specifier) => packageNamed(specifier.replace(/\s+/g, "")),
    packageOf: (_path, said) => packageNamed(said ?? "").path,
    moduleOf,
    outer: ({ path }) => {
      const dot = path.lastIndexOf(".");
      const name = path.slice(dot + 1);
      // By convention only classes are written with a capital.
      return dot > 0 && /^\p{Lu}/u.test(name)
        ? { target: { kind: "package", path: path.slice(0, dot) }, name }
        : undefined;
    },
    // By convention names of packages are small, and those of classes are not.
    wholeNames: /^(?:[\p{Ll}_][\p{L}\p{N}_]*\.)+\p{Lu}[\p{L}\p{N}_]*$/u,
    exportsEverything: true,
    classBodyIsScope: false,
    typesApart: false,
    // No method has this name: `super(...)` leads to the base class, as `new Base(...)` does.
    superMethod: "<init>",
    callMethod: undefined,
    bareMembers: true,
    functionsApart: true,
    overloads: true,
    privateInFile: true,
    tellsCalls: true,
    genericFunctions: true,
    makesItself: new Set(["valueOf"]),
    enums: { head: /(?:^|\s)enum\s/, all: "values", one: /^valueOf$/, bare: true },
    getterOf,
    knownTypes,
    givesItself: new Set(["should"]),
    isFluent,
    visibility: () => (_, owner) => (owner && /\binterface\b/.test(owner.signature) ? "public" : "internal"),
  };
}

const packageNamed = (name: string): ModuleTarget => ({ kind: "package", path: `java:${name}` });
