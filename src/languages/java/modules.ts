/**
 * How Java finds names: a file says its package, and a package is the same in every folder of sources. What is
 * imported is a class of a package or, nested or static, a member of a class.
 */

import { callMark, type Definition } from "../../graph/outline.ts";
import type { FamilyRules, ModuleTarget, SourceModule } from "../../graph/project.ts";
import { libraryTypes } from "./library-types.ts";

export function createRules(): FamilyRules {
  return {
    resolve: (_from, specifier) => packageNamed(specifier.replace(/\s+/g, "")),
    packageOf: (_path, declared) => packageNamed(declared ?? "").path,
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
    qualifiedNames: /^(?:[\p{Ll}_][\p{L}\p{N}_]*\.)+\p{Lu}[\p{L}\p{N}_]*$/u,
    exportsEverything: true,
    classBodyIsScope: false,
    separateTypeNames: false,
    // No method has this name: `super(...)` leads to the base class, as `new Base(...)` does.
    superMethod: "<init>",
    callMethod: undefined,
    bareMembers: true,
    separateFunctionNames: true,
    overloads: true,
    privateInFile: true,
    keepsArgumentTypes: true,
    genericFunctions: true,
    makesItself: new Set(["valueOf"]),
    enums: { head: /(?:^|\s)enum\s/, all: "values", one: /^valueOf$/, bare: true },
    getterOf,
    libraryTypes: libraryTypes,
    givesItself: new Set(["should"]),
    isFluent,
    visibility: () => (_, owner) => (owner && /\binterface\b/.test(owner.signature) ? "public" : "internal"),
  };
}

const packageNamed = (name: string): ModuleTarget => ({ kind: "package", path: `java:${name}` });

/** Lombok's annotations for which a class has methods that give its fields. */
const makesGetters = /^(?:lombok\.)?(?:Data|Getter|Value)\b/;

/** `customer` of `getCustomer` in a class with `@Getter`. */
function getterOf({ decorators }: Definition, name: string): string | undefined {
  if (!decorators?.some((one) => makesGetters.test(one)) || !name.endsWith(callMark)) return undefined;
  const [, first, rest = ""] = /^get(\p{Lu})([\p{L}\p{N}_$]*)!$/u.exec(name) ?? [];
  return first === undefined ? undefined : first.toLowerCase() + rest;
}

/**
 * Whether a method of that name, which the base of its class has, is taken to give the object: where a class tells a base
 * from elsewhere what it is, as assertions of AssertJ, containers of Testcontainers and builders do.
 */
function isFluent(definition: Definition, called: string): boolean {
  const isSelfBound = knownSelfBounds.get(definition) ?? hasSelfBound(definition);
  knownSelfBounds.set(definition, isSelfBound);
  return isSelfBound && called.endsWith(callMark) && !givesAnother.test(called);
}

const knownSelfBounds = new WeakMap<Definition, boolean>();

/** `class Foo extends Base<Foo>` or `class Foo<S extends Foo<S>> extends Base<S>`. Longer heads are not read. */
function hasSelfBound({ name, signature }: Definition): boolean {
  if (!signature.includes(" extends ") || signature.length > maxHead) return false;
  const [head = ""] = signature.split(" implements ");
  const base = head.slice(head.lastIndexOf(" extends "));
  if (!base.includes("<")) return false;
  const own = new RegExp(`(\\w+) extends ${name}\\b`).exec(head)?.[1] ?? name;
  return new RegExp(`<(?:.*\\W)?${own}\\b`).test(base);
}

const maxHead = 500;

/** By convention, what is asked for gives something else. */
const givesAnother = /^(?:get\p{Lu}|to\p{Lu}|(?:clone|compareTo|equals|hashCode|size)!$)/u;

/** A folder of sources in which tests find texts: `src/test/java` and `src/test` itself hold code. */
const texts =
  /(?:^|\/)src\/(?:[^/]+\/resources(?=\/|$)|[^/]*[tT]est[^/]*\/(?!(?:java|kotlin|groovy|scala)(?:\/|$))[^/]+\/.)/;

/**
 * Which part of a repository a file belongs to. Maven and Gradle have the sources of each module in a folder `src`. What
 * lies among the texts that tests read (`src/test/resources`, `src/test/code/old/com/...`) is no source of the module:
 * each such folder is one of its own, which nobody means from outside where a source has the name.
 *
 * @param declared The package's name, `com.example`.
 */
function moduleOf(path: string, declared = ""): SourceModule {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf("/")));
  const within = `/${declared.replaceAll(".", "/")}`;
  const root = `/${folder}`.endsWith(within) ? folder.slice(0, -within.length) : folder;
  if (texts.test(root)) return { name: root, isApart: true };
  return { name: path.slice(0, Math.max(0, path.lastIndexOf("/src/"))), isApart: false };
}
