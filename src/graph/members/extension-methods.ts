/** Extension methods, declared in another class and called on their first parameter: `static bool Is(this Type type)` (C#). */

import { type Entity, exactly, type Found, inferred, maxCandidates } from "../entities.ts";
import type { FileTable } from "../files/file-table.ts";
import { push } from "../files/maps.ts";
import type { LibraryMembers } from "../library-rules.ts";
import type { Linker } from "../linker.ts";
import { factNumber } from "../memory/fact-numbers.ts";
import type { Memory } from "../memory/memory.ts";
import { seenFrom } from "../names/projects.ts";
import { arityOf, countIn } from "../notation/heads.ts";
import { type Chain, callMark, type Definition, type Outline, type Reference } from "../outline.ts";
import { wordFor } from "../overloads/csharp-conversions.ts";

export interface ExtensionMethods {
  /**
   * The extension methods of a called name that accept these receivers; undefined without any.
   *
   * @param on The chain of the receiver: a bare class name is no object.
   */
  find(
    file: FileTable,
    receivers: Found,
    called: string,
    known: LibraryMembers,
    on?: Chain,
  ): Found | undefined;
}

interface Extension {
  readonly id: number;
  readonly receiver: Receiver;
  /** Whether any receiver is accepted: a type parameter of the method, or `object`. */
  readonly isOpen: boolean;
  /** Whether it is accessible in its own file alone. */
  readonly isPrivate: boolean;
}

/** A receiver type, with its arity: `Foo` and `Foo<T>` are two. */
interface Receiver {
  readonly name: string;
  /** The number of type arguments. */
  readonly arity: number;
}

/** Limit of extension methods of one name. */
const maxNamed = 1_000;

export function createExtensionMethods(linker: Linker, memory: Memory): ExtensionMethods {
  const byName = new Map<string, readonly Extension[]>();
  const byFile = new Map<FileTable, ReadonlyMap<string, readonly Extension[]>>();
  const namedIn = (file: FileTable, name: string): readonly Extension[] => {
    const known = byFile.get(file) ?? extensionsIn(file);
    byFile.set(file, known);
    return known.get(name) ?? [];
  };
  const all = (name: string): readonly Extension[] =>
    linker.tables
      .filesExtending(name)
      .flatMap((file) => namedIn(file, name))
      .slice(0, maxNamed);
  const taken = memory.store<number, boolean>(() => false);
  /** Whether its receiver type is the repository's. */
  const takesOurs = ({ id }: Extension): boolean => taken(id, () => findTaken(linker, id));
  return {
    find: (file, { entities }, called, known, on = "") => {
      if (!called.endsWith(callMark)) return undefined;
      if (known.ofClasses.has(on) && entities.every(isUnknown)) return undefined;
      const name = called.slice(0, -callMark.length);
      memory.touch(extensionFact(name));
      const everywhere = byName.get(name) ?? all(name);
      byName.set(name, everywhere);
      if (everywhere.length === 0) return undefined;
      const isSeen = seenFrom(linker, file);
      const named = everywhere.filter(({ id, isPrivate }) =>
        isPrivate ? linker.tables.fileOf(id) === file : isSeen(id),
      );
      if (named.length === 0) return undefined;
      const found = fitting(linker, entities, name, named, known, takesOurs);
      if (found.length === 0) return undefined;
      return inferred(exactly(...found.map(({ id }): Entity => ({ kind: "definition", id }))));
    },
  };
}

const isUnknown = (one: Entity): boolean => one.kind === "external" && one.name === undefined;

/**
 * The extension methods that accept a receiver. An external type may have external bases, but none of the repository;
 * an unknown one accepts any, unless the name is a common method of objects.
 */
function fitting(
  linker: Linker,
  objects: readonly Entity[],
  name: string,
  named: readonly Extension[],
  known: LibraryMembers,
  takesOurs: (one: Extension) => boolean,
): readonly Extension[] {
  const isOwn = (one: Entity): boolean =>
    (one.kind === "external" || one.kind === "collection") &&
    known.ofType.get(lastName(one.name ?? "") ?? "")?.has(name) === true;
  if (objects.some(isOwn)) return [];
  const types = new Set(objects.flatMap((one) => typesOf(linker, one, name)));
  const fit = named.filter(({ receiver }) => types.has(receiver.name) || types.has(withArity(receiver)));
  if (fit.length > 0) return fit;
  const open = named.filter((one) => one.isOpen);
  const isOurs = objects.some(({ kind }) => kind === "instance");
  if (known.ofSome.has(name)) return isOurs ? open : [];
  if (isOurs && open.length === 0 && objects.every((one) => mayBeMore(linker, one, name)))
    return named.filter((one) => isForLibrary(one, known) && !takesOurs(one));
  if (isOurs || objects.some(({ kind }) => kind !== "external")) return open;
  // Too many to tell.
  if (named.length > maxCandidates) return [];
  if (objects.length === 0) return named;
  const isNamed = objects.every((one) => one.kind === "external" && one.name !== undefined);
  return named.filter(
    (one) => one.isOpen || !((isNamed && known.final.has(one.receiver.name)) || takesOurs(one)),
  );
}

function findTaken({ tables, typed }: Linker, id: number): boolean {
  const file = tables.fileOf(id);
  const { scope, extends: type } = tables.definition(id);
  return typed(file, scope, type!).entities.some(({ kind }) => kind === "instance");
}

/** Which files have extension methods of a name. */
const extensionFact = (name: string): number => factNumber(0, `extension ${name}`);

/** The facts of that kind from one file, with their content. */
export function* extensionFacts({ outline }: FileTable): Iterable<readonly [fact: number, text: string]> {
  for (const definition of outline.definitions) {
    const receiver = receiverOf(definition);
    if (receiver !== undefined)
      yield [extensionFact(definition.name), `${withArity(receiver)} ${isPrivate(outline, definition)}`];
  }
}

function extensionsIn({ base, outline }: FileTable): ReadonlyMap<string, readonly Extension[]> {
  const byName = new Map<string, Extension[]>();
  outline.definitions.forEach((definition, index) => {
    const receiver = receiverOf(definition);
    if (receiver === undefined) return;
    const isOpen = receiver.name === "object" || typeParametersOf(definition).includes(receiver.name);
    const one = { id: base + index, receiver, isOpen, isPrivate: isPrivate(outline, definition) };
    push(byName, definition.name, one);
  });
  return byName;
}

/** Without a modifier it is private to its class, which may be partial and span files. */
function isPrivate({ definitions, scopes }: Outline, { visibility, scope }: Definition): boolean {
  const owner = definitions[scopes[scope]!.definition];
  return (visibility ?? "private") === "private" && !/\bpartial\b/.test(owner?.signature ?? "");
}

/** The method's own type parameters. */
function typeParametersOf({ signature }: Definition): readonly string[] {
  const head = signature.slice(0, signature.indexOf("(")).trimEnd();
  return head.endsWith(">") ? head.slice(head.lastIndexOf("<") + 1, -1).split(/[\s,]+/) : [];
}

const receiverOf = ({ isStatic, extends: type }: Definition): Receiver | undefined =>
  isStatic && type !== undefined ? receiverIn(type) : undefined;

/** `Foo` of `a.Foo<Bar>?`; undefined for an array. */
function receiverIn(type: string): Receiver | undefined {
  const [, name, given = ""] = /^(?:[\w.]*\.)?(\w+)\s*(<[^[\]]*>)?\??$/.exec(type.trim()) ?? [];
  return name === undefined ? undefined : { name: wordFor(name), arity: countIn(given) };
}

const withArity = ({ name, arity }: Receiver): string => `${name}<${arity}>`;

const lastName = (type: string): string | undefined => receiverIn(type)?.name;

/** Interfaces that every list implements. */
const listTypes = ["IEnumerable", "ICollection", "IList", "IReadOnlyCollection", "IReadOnlyList"];

const mapTypes = ["IDictionary", "IReadOnlyDictionary"];

/** Methods of `List` itself, which take precedence. */
const ownOfLists = new Set(
  (
    "Add AddRange Clear Contains ContainsKey CopyTo Exists Find FindAll FindIndex ForEach GetEnumerator GetRange IndexOf Insert LastIndexOf " +
    "Remove RemoveAll RemoveAt Reverse Sort ToArray TryGetValue"
  ).split(" "),
);

/** The same for other collections. */
const ownOfAll = new Set(
  "Add Clear Contains ContainsKey CopyTo GetEnumerator IndexOf Insert Remove RemoveAt TryGetValue".split(" "),
);

/** The receiver's type and its bases, by name and, where known, arity. */
function typesOf(linker: Linker, receiver: Entity, method: string): readonly string[] {
  if (receiver.kind === "collection") {
    const name = lastName(receiver.name ?? "") ?? "";
    if ((/^(?!I\p{Lu}).*(?:List|ImmutableArray)$/u.test(name) ? ownOfLists : ownOfAll).has(method)) return [];
    return [...listTypes, name, ...(name.endsWith("Dictionary") ? mapTypes : [])];
  }
  if (receiver.kind === "callable") return [receiver.name ?? ""];
  if (receiver.kind === "external" || receiver.kind === "record")
    return receiver.name === undefined ? [] : [lastName(receiver.name) ?? ""];
  if (receiver.kind !== "instance") return [];
  const definitions = linker.ancestors(receiver.id).ids.map((id) => linker.tables.definition(id));
  const ours = new Set(definitions.map(({ name }) => name));
  return definitions.flatMap((definition) => [
    withArity({ name: definition.name, arity: arityOf(definition) }),
    ...(definition.bases ?? []).map((base) => lastName(base) ?? base).filter((name) => !ours.has(name)),
  ]);
}

/**
 * Whether an object may be of the type that an extension method takes: where its class builds on one of a library, whose
 * bases nobody knows here. That may have a method of a single word itself: `Show`.
 */
function mayBeMore(linker: Linker, one: Entity, called: string): boolean {
  if (one.kind !== "instance" || !/\p{Ll}\p{Lu}/u.test(called)) return false;
  const definitions = linker.ancestors(one.id).ids.map((id) => linker.tables.definition(id));
  const ours = new Set(definitions.map(({ name }) => name));
  return definitions.some(({ bases = [] }) =>
    bases.some((base) => {
      const name = lastName(base) ?? base;
      return !ours.has(name) && !isInterface(name);
    }),
  );
}

const isForLibrary = ({ receiver: { name } }: Extension, known: LibraryMembers): boolean =>
  !known.final.has(name) && !isInterface(name);

/** By convention. */
const isInterface = (name: string): boolean => /^I\p{Lu}/u.test(name);

/** Whether it is an extension method. */
export const isExtension = (linker: Linker, one: Entity): boolean =>
  one.kind === "definition" && linker.tables.definition(one.id).extends !== undefined;

/** Whether an extension method is called as a static one: `Extensions.Run(foo)`. */
export function isOfClass(linker: Linker, file: FileTable, { scope, chain }: Reference): boolean {
  const dot = chain.lastIndexOf(".");
  return (
    dot < 0 ||
    linker.chain(file, scope, chain.slice(0, dot)).entities.some(({ kind }) => kind === "definition")
  );
}
