/** Resolution of unqualified names: enclosing scopes from the inside out, then wildcard imports. */

import { type Entity, exactly, type Found, isResolved, union } from "../entities.ts";
import { targetOf } from "../files/expando-members.ts";
import type { FileTable } from "../files/file-table.ts";
import { namespaceOf } from "../files/namespaces.ts";
import { bindsThis } from "../files/owners.ts";
import { topScopes } from "../files/packages.ts";
import { withOverloads } from "../includes/overloads-across-files.ts";
import type { Linker } from "../linker.ts";
import { areWrapped, defined } from "../members/defined.ts";
import { classesNamed } from "../open-types/open-types.ts";
import { type Binding, callMark, type ImportFact, objectType, program } from "../outline.ts";
import type { SeenTarget } from "../project.ts";
import { withOtherArities } from "../types/arity.ts";
import { boundTo } from "./bound.ts";
import { fixtureValue, overriddenParameter } from "./fixture-values.ts";
import { fromGlobalUsings } from "./global-usings.ts";
import { imported } from "./imported.ts";
import { areFunctions, fitsUse, type NameUse } from "./name-use.ts";
import { isOfOtherProject, ofOwnModule } from "./projects.ts";
import { fromWildcard, publicImports } from "./wildcard-imports.ts";

export function findName(
  linker: Linker,
  file: FileTable,
  start: number,
  name: string,
  how?: NameUse,
): Found | undefined {
  const { scopes, definitions } = file.outline;
  for (let scope = start; scope >= 0; scope = scopes[scope]!.parent) {
    const kind = definitions[scopes[scope]!.definition]?.kind;
    const isHidden =
      kind === "object" || (kind === "class" && !(scope === start && file.rules?.classBodyIsScope));
    const all = isHidden ? undefined : nameInScope(linker, file, scope, name, how);
    const found = all && ofOwnModule(linker, file, all);
    if (found && fitsUse(linker, file, name, found, how))
      return withOverloads(linker, file, scope, name, found);
    const within = file.rules?.separateDeclarations ? inOtherParts(linker, file, scope, name) : undefined;
    if (within) return within;
    const owner = file.base + scopes[scope]!.definition;
    const member =
      kind === "class" && file.rules?.bareMembers
        ? isOwnName(file, scope, name)
          ? exactly({ kind: "definition", id: owner })
          : (baseCalled(linker, file, owner, name) ?? linker.inherited(owner, name))
        : undefined;
    if (member && fitsUse(linker, file, name, member, how)) return member;
  }
  return byPackageRules(linker, file, name);
}

/** A name that no scope knows, where the language says in which package it is then. */
function byPackageRules(linker: Linker, file: FileTable, name: string): Found | undefined {
  if (!file.rules?.qualified) return undefined;
  const around = {
    inside: file.package,
    importedAs: (first: string) => file.lookup(first, 0)?.imports?.[0],
    resolve: (specifier: string) => linker.tables.resolve(file, specifier),
  };
  for (const candidate of file.rules.qualified(name, around)) {
    const found = linker.exported(candidate.target, file.outline.language, candidate.name);
    if (found) return found;
  }
  return undefined;
}

/** A class knows its bases by their own names, in whatever namespace they stand, before their constructors (C++). */
function baseCalled(linker: Linker, file: FileTable, id: number, name: string): Found | undefined {
  if (!file.rules?.separateDeclarations) return undefined;
  const base = linker.ancestors(id).base(name);
  return base === undefined ? undefined : exactly({ kind: "definition", id: base });
}

const isOwnName = (file: FileTable, scope: number, name: string): boolean =>
  file.rules?.separateDeclarations === true &&
  file.outline.definitions[file.outline.scopes[scope]!.definition]?.name === name;

/** A bare name in a method that stands outside of its class, or in a part of a namespace that has others. */
function inOtherParts(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const { scopes, definitions } = file.outline;
  const definition = definitions[scopes[scope]!.definition];
  if (scope === 0) return linker.shared(file, "", name);
  if (definition?.kind === "namespace") return linker.shared(file, namespaceOf(file, scope), name);
  if (definition?.on === undefined)
    return definition?.kind === "class" ? linker.innerClass(file, scope, name) : undefined;
  // A method of `Outer::Inner` also knows what is in Outer.
  for (let on = targetOf(definition.on); on !== ""; on = on.slice(0, Math.max(0, on.lastIndexOf("."))))
    for (const id of classesNamed(linker, file, definition.scope, on)) {
      const isOwn = linker.tables.definition(id).name === name;
      const found = isOwn
        ? exactly({ kind: "definition", id })
        : (baseCalled(linker, file, id, name) ?? linker.inherited(id, name));
      if (found) return found;
    }
  const path = [namespaceOf(file, definition.scope), targetOf(definition.on)].filter((part) => part !== "");
  return linker.shared(file, path.join("."), name);
}

/** What a name resolves to in one scope: a definition before an import before a variable. @param isForOthers See `fromWildcard`. */
export function nameInScope(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  how?: NameUse,
  isForOthers = false,
): Found | undefined {
  const entry = file.lookup(name, scope);
  const values = variablesFor(entry?.bindings, name, how);
  if (entry?.definitions && !(how === "path" && areFunctions(file, entry.definitions)))
    return orImported(
      linker,
      file,
      entry.imports,
      insteadOf(linker, file, entry.definitions, entry.imports) ??
        mergedAcrossFiles(linker, file, scope, name) ??
        withOtherArities(linker, file, scope, name, declaredIn(linker, file, scope, name, how)),
    );
  const mark = name.endsWith(callMark) ? callMark : "";
  const all = (mark ? file.lookup(name.slice(0, -1), scope) : entry)?.imports;
  const imports = isForOthers && all ? publicImports(all) : all;
  const found = imports && allImported(linker, file, imports, mark);
  if (found && (found.entities.length > 0 || !mark)) {
    const whole = imports!.every(({ conditional }) => conditional)
      ? fromWildcard(linker, file, scope, name, how === "path", isForOthers)
      : undefined;
    return whole && isResolved(whole) ? union([found, whole]) : found;
  }
  const parameter = values?.every(isBare) ? parameterType(linker, file, scope, name) : undefined;
  if (parameter) return parameter;
  if (values) return boundTo(linker, file, values);
  // Global names come last: see `elsewhere`.
  const shared =
    scope === 0 && file.package !== undefined && file.outline.package !== program
      ? linker.exported(ownPackage(file, file.package), file.outline.language, name)
      : undefined;
  if (shared && !isOfOtherProject(linker, file, shared)) return shared;
  if (file.rules?.separateDeclarations)
    return linker.included(file, scope, name) ?? (scope === 0 ? linker.around(file, name) : undefined);
  const whole = fromWildcard(linker, file, scope, name, how === "path", isForOthers);
  if (shared && !(whole && isResolved(whole))) return shared;
  if (whole) return whole;
  return scope === 0 && file.rules?.implied ? fromGlobalUsings(linker, file, name) : undefined;
}

/** A definition beside a conditional import, `#[cfg(unix)] use a::run;`: either may be meant. */
function orImported(
  linker: Linker,
  file: FileTable,
  imports: readonly ImportFact[] | undefined,
  declared: Found | undefined,
): Found | undefined {
  const conditional = imports?.filter((one) => one.conditional) ?? [];
  return declared && conditional.length > 0
    ? union([declared, allImported(linker, file, conditional)])
    : declared;
}

/** A declaration without type or value. */
const isBare = ({ type, value }: Binding): boolean => type === undefined && value === undefined;

/** The type of a parameter without annotation: from an overridden method, or from a pytest fixture. */
function parameterType(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const above = overriddenParameter(linker, file, scope, name);
  return above ? boundTo(linker, above.file, above.bindings) : fixtureValue(linker, file, scope, name);
}

/** The import for which definitions are a fallback (`except ImportError`): it succeeds for modules of the repository. */
function insteadOf(
  linker: Linker,
  file: FileTable,
  definitions: readonly number[],
  imports: readonly ImportFact[] | undefined,
): Found | undefined {
  if (!imports || !definitions.every((index) => file.outline.definitions[index]!.fallback)) return undefined;
  const found = allImported(linker, file, imports);
  return isResolved(found) ? found : undefined;
}

/** Paths never begin with a variable, and in `let len = len(x)` the function is called. A type parameter has a type. */
function variablesFor(
  bindings: readonly Binding[] | undefined,
  name: string,
  how: NameUse | undefined,
): readonly Binding[] | undefined {
  if (how === undefined || !bindings) return bindings;
  if (how === "path") return undefined;
  return bindings.some(({ value }) => value?.startsWith(`${name}(`)) ? undefined : bindings;
}

const ownPackage = ({ condition }: FileTable, path: string): SeenTarget => ({
  ...{ kind: "package", path },
  ...(condition === undefined ? {} : { condition }),
});

/** Top-level declarations of a file, without its imports: what the other files of its package see. */
export function declaredAtTop(linker: Linker, file: FileTable, name: string): Found | undefined {
  const found = topScopes(file.outline).flatMap((scope) => declaredIn(linker, file, scope, name) ?? []);
  return found.length === 0 ? undefined : union(found);
}

/** Declaration merging of a global class or interface across files. */
function mergedAcrossFiles(linker: Linker, file: FileTable, scope: number, name: string): Found | undefined {
  const { definitions, scopes, language } = file.outline;
  if (!scopes[scope]!.global || file.package === undefined) return undefined;
  const own = file.lookup(name, scope)?.definitions;
  if (!own?.every((index) => definitions[index]!.kind === "class")) return undefined;
  return linker.exported(ownPackage(file, file.package), language, name);
}

function declaredIn(
  linker: Linker,
  file: FileTable,
  scope: number,
  name: string,
  how?: NameUse,
): Found | undefined {
  const entry = file.lookup(name, scope);
  const definitions = entry?.definitions && defined(linker, file, entry.definitions);
  // `let report = |x| report.add(x)`: inside the closure, the name is still the previous binding.
  const isBoth =
    how === undefined && entry?.bindings && entry.definitions && areFunctions(file, entry.definitions);
  if (definitions && !file.rules?.separateTypeNames && !isBoth) return definitions;
  const values = entry?.bindings && boundTo(linker, file, entry.bindings);
  // Declaration merging, `const Point = make(); interface Point {}`: the name is a value besides a type.
  if (!definitions || !values) return definitions ?? values;
  const all = union([definitions, values]);
  const isSure = areWrapped(file, entry.definitions!) && !values.entities.some(hasOwnNode);
  return isSure ? { ...all, sureness: definitions.sureness } : all;
}

const hasOwnNode = ({ kind }: Entity): boolean => kind === "definition" || kind === "instance";

/** The type of an explicit `this` parameter of an enclosing function: `function run(this: Foo)`. */
export function explicitThis(linker: Linker, file: FileTable, start: number): Found | undefined {
  const { separateTypeNames, bindsThisPerFile: saysObject, dynamic } = file.rules ?? {};
  if (!separateTypeNames && !saysObject && !dynamic) return undefined;
  const { scopes, definitions } = file.outline;
  // Depends on any scope coming to declare one.
  file.lookup(objectType, 0);
  let isInMethod = false;
  for (let scope = start; scope > 0; scope = scopes[scope]!.parent) {
    const entry = file.names.get(objectType, scope)?.bindings;
    if (entry) {
      const found = boundTo(linker, file, entry);
      // What only the function's place tells may say nothing of it.
      if (entry.some(({ type }) => type !== undefined) || isResolved(found)) return found;
    }
    const definition = definitions[scopes[scope]!.definition];
    const isOwner = definition?.kind === "class" || (definition?.kind === "object" && isInMethod);
    if (isOwner || scopes[scope]!.bindsThis) return undefined;
    isInMethod ||= definition !== undefined && bindsThis(definition);
  }
  const ofFile = saysObject ? file.names.get(objectType, 0)?.bindings : undefined;
  return ofFile && boundTo(linker, file, ofFile);
}

const allImported = (linker: Linker, file: FileTable, all: readonly ImportFact[], mark = ""): Found =>
  union(all.map((fact) => imported(linker, file, fact, mark)));
