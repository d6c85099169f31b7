/**
 * What a file says to those who look a name up in it, without places: no lines, no numbers of scopes or definitions,
 * which move when something else is written before them. See memory.ts for who asks.
 */

import { keyParts } from "../files/expando-members.ts";
import { type FileTable, factOf } from "../files/file-table.ts";
import { packageFact, packageKeys, topNames } from "../files/packages.ts";
import { factsNamed } from "../includes/own-names.ts";
import { createVisibility } from "../links/visibility.ts";
import { methodNames } from "../members/computed-names.ts";
import { extensionFacts } from "../members/extension-methods.ts";
import { propertyFacts, subclassesFacts } from "../members/subclass-keys.ts";
import { implicitFacts } from "../open-types/interface-keys.ts";
import { traitFacts } from "../open-types/trait-names.ts";
import { abstractMethods, anyOf, memberOfObject, objectType } from "../outline.ts";
import { fixtureKey, fixtureName } from "../tests/fixtures.ts";
import { noUnit } from "./answer-rows.ts";

/** The numbers of the facts in which two states of one file differ. */
export interface ChangedFacts {
  readonly all: ReadonlySet<number>;
  /** Those among them that only the inside of functions says. */
  readonly inside: ReadonlySet<number>;
}

/** Undefined where the file is not there. */
export function changedFacts(before: FileTable | undefined, after: FileTable | undefined): ChangedFacts {
  const old = before ? factsOf(before) : none;
  const now = after ? factsOf(after) : none;
  // All that a file says is said under its condition.
  if (before?.condition !== after?.condition)
    return { all: new Set([...old.facts.keys(), ...now.facts.keys()]), inside: new Set() };
  const all = differing(old.facts, now.facts);
  return { all, inside: all.difference(old.outside).difference(now.outside) };
}

/** The facts of which two states say something else, or only one of them says anything. */
export function differing<K, T>(old: ReadonlyMap<K, T>, now: ReadonlyMap<K, T>): ReadonlySet<K> {
  const changed = new Set<K>();
  for (const [fact, text] of now) if (old.get(fact) !== text) changed.add(fact);
  for (const fact of old.keys()) if (!now.has(fact)) changed.add(fact);
  return changed;
}

/** Facts by their numbers, with what is said by each. */
export type Facts = ReadonlyMap<number, string>;

interface FactsOfFile {
  readonly facts: Facts;
  /** Those that are not said inside of functions alone. */
  readonly outside: ReadonlySet<number>;
}

const none: FactsOfFile = { facts: new Map(), outside: new Set() };

/** What does not matter to others: places, and what is only said to people. */
const ignored = new Set(["startLine", "endLine", "line", "doc", "visibility", "scope", "definition"]);

function factsOf(file: FileTable): FactsOfFile {
  const { outline, seeds, units, inside } = file;
  const { definitions } = outline;
  const facts = new Map<number, string>();
  const outside = new Set<number>();
  const scopes = scopeNames(file);
  const note = (fact: number, text: string, unit = noUnit): void => {
    facts.set(fact, `${facts.get(fact) ?? ""}\n${text}`);
    if (unit === noUnit) outside.add(fact);
  };
  const add = (name: string, text: string, scope = 0): void =>
    note(factOf(seeds[scope]!, name), text, units[scope]);
  const addAll = (kind: string, name: string, all: readonly object[] | undefined, by = 0): void => {
    for (const one of all ?? []) {
      const { scope, definition } = one as { scope?: number; definition?: number };
      const meant = definition === undefined ? "" : fingerprint(definitions[definition]!);
      add(name, `${kind} ${scopes[scope ?? 0]} ${fingerprint(one)} ${meant}`, by);
    }
  };
  const visibility = file.rules?.separateDeclarations ? createVisibility(file) : undefined;
  definitions.forEach((definition, index) => {
    const { name, scope, on } = definition;
    // Where a method of the class itself comes before one of a trait, it does so for those who see it; and a body stands
    // for its declaration.
    const seen = visibility?.(definition) ?? (file.rules?.separateFieldNames && definition.visibility) ?? "";
    const text = `definition ${scopes[scope]} ${scopes[inside[index]!]} ${fingerprint(definition)}${seen}`;
    add(name, text, scope);
    if (definition.detached) add(memberOfObject + name, text, scope);
    const fixture = file.rules?.fixtures && fixtureName(definition);
    if (fixture) add(fixtureKey(fixture), text, scope);
    // What is written onto something else is looked for in all of the file.
    if (on !== undefined && scope !== 0) add(name, text);
    const owner = definitions[outline.scopes[scope]!.definition];
    if (owner?.kind !== "class") return;
    // Who makes an object of a class asks for its constructors.
    if (owner.name === name) add(name, text, owner.scope);
    if (definition.bodiless) add(abstractMethods, `${scopes[scope]} ${name}`);
  });
  for (const [scope, all] of methodNames(file)) add(anyOf, all, scope);
  const names = new Set<string>();
  for (const [name, { scope, imports, bindings }] of file.names.all()) {
    const by = name === objectType ? 0 : scope;
    addAll("import", name, imports, by);
    addAll("binding", name, bindings, by);
    // Whether any scope says it is asked of the file.
    if (!names.has(name)) add(name, `said as ${name}`);
    names.add(name);
  }
  for (const stars of file.allWildcards) addAll("star", "*", stars);
  for (const [name, all] of file.exports.all) addAll("export", name, all);
  for (const [name, { scope: index, bindings }] of file.attributes.all()) {
    const owner = definitions[index]!;
    for (const one of bindings!) {
      const text = `attribute ${scopes[owner.scope]} ${owner.name} ${scopes[one.scope]} ${fingerprint(one)}`;
      add(name, text, Math.max(0, inside[index]!));
    }
  }
  for (const [key, members] of file.expandoMembers.all) {
    const { on, scope } = keyParts(key);
    // What has only something further inside written on it makes no objects.
    add(on, `added to ${scopes[scope]}${members.all.size > 0 ? "" : " inside"}`);
  }
  for (const [fact, text] of extensionFacts(file)) note(fact, text);
  for (const [fact, text] of implicitFacts(file)) note(fact, text);
  for (const [fact, text] of subclassesFacts(file)) note(fact, text);
  for (const fact of propertyFacts(file)) note(fact, "said");
  for (const [fact, text] of traitFacts(file)) note(fact, text);
  if (file.rules?.separateDeclarations)
    for (const [fact, indices] of factsNamed(file))
      note(fact, `named ${indices.map((index) => fingerprint(outline.definitions[index]!))}`);
  for (const key of packageKeys(file.rules, outline.path, outline.package))
    for (const name of topNames(outline)) note(packageFact(key, name), "said");
  return { facts, outside };
}

/** A text that is another one where something else is said. With JSON and what is unsaid left out it takes twice as long. */
export function fingerprint(one: unknown): string {
  if (typeof one === "string") return `${one.length}"${one}`;
  if (typeof one !== "object" || one === null) return String(one);
  if (Array.isArray(one)) return `[${one.map(fingerprint).join()}]`;
  let text = "{";
  for (const key in one) {
    const value = (one as Readonly<Record<string, unknown>>)[key];
    if (value === undefined) continue;
    if (!ignored.has(key)) text += `${key}:${fingerprint(value)},`;
  }
  return `${text}}`;
}

const knownNames = new WeakMap<FileTable, readonly string[]>();

/** A name for each scope that stays when other scopes come and go: the way to it, with what names mean on that way. */
export function scopeNames(file: FileTable): readonly string[] {
  const names = knownNames.get(file) ?? nameScopes(file);
  knownNames.set(file, names);
  return names;
}

function nameScopes({ outline, expandoMembers }: FileTable): readonly string[] {
  const names: string[] = [];
  const taken = new Map<string, number>();
  outline.scopes.forEach(({ parent, definition, bindsThis }, number) => {
    const owner = outline.definitions[definition];
    const own = owner
      ? [
          owner.kind,
          owner.name,
          owner.on,
          owner.onType,
          owner.isStatic,
          owner.lexicalThis,
          owner.detached,
          owner.ofOptions,
          expandoMembers.all.has(owner.name),
        ]
      : [];
    const name = parent < 0 ? "" : `${names[parent]}/${[...own, bindsThis].join()}`;
    const count = taken.get(name) ?? 0;
    taken.set(name, count + 1);
    names[number] = count === 0 ? name : `${name}~${count}`;
  });
  return names;
}
