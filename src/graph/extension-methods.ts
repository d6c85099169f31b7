/** Methods that stand in a class of their own and are called on their first parameter: `static bool Is(this Type type)`. */
import { type Entity, exactly, type Found, inferred } from "./entities.ts";
import { callMark, type FileTable, push } from "./file-table.ts";
import { arityOf, countIn } from "./heads.ts";
import type { Linker } from "./linker.ts";
import { factNumber, type Memory } from "./memory.ts";
import type { Definition } from "./outline.ts";

export interface ExtensionMethods {
  /** Those of a name that objects may be the first parameter of, where the name is one of a call; undefined without any. */
  find(receivers: Found, called: string): Found | undefined;
}

interface Extension {
  readonly id: number;
  readonly receiver: Receiver;
  /** That is a type parameter of the method. */
  readonly isOpen: boolean;
}

/** A type of several that may have one name: `Foo` and `Foo<T>`. */
interface Receiver {
  readonly name: string;
  /** How many types it is given. */
  readonly arity: number;
}

/** Of one name more are not followed. */
const mostNamed = 1_000;

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
      .slice(0, mostNamed);
  return {
    find: ({ entities }, called) => {
      if (!called.endsWith(callMark)) return undefined;
      const name = called.slice(0, -callMark.length);
      memory.touch(extensionFact(name));
      const named = byName.get(name) ?? all(name);
      byName.set(name, named);
      if (named.length === 0) return undefined;
      const types = new Set(entities.flatMap((one) => typesOf(linker, one, name)));
      const fitting = named.filter(
        ({ receiver }) => types.has(receiver.name) || types.has(withArity(receiver)),
      );
      const isObject = entities.some(({ kind }) => kind === "instance");
      const found = fitting.length > 0 || !isObject ? fitting : named.filter((one) => one.isOpen);
      if (found.length === 0) return undefined;
      return inferred(exactly(...found.map(({ id }): Entity => ({ kind: "definition", id }))));
    },
  };
}

/** Which files have such methods of a name. */
const extensionFact = (name: string): number => factNumber(0, `extension ${name}`);

/** The facts of that kind that a file tells, each with what it says. */
export function* extensionFacts({ outline }: FileTable): Iterable<readonly [fact: number, text: string]> {
  for (const definition of outline.definitions) {
    const receiver = receiverOf(definition);
    if (receiver !== undefined) yield [extensionFact(definition.name), withArity(receiver)];
  }
}

function extensionsIn({ base, outline }: FileTable): ReadonlyMap<string, readonly Extension[]> {
  const byName = new Map<string, Extension[]>();
  outline.definitions.forEach((definition, index) => {
    const receiver = receiverOf(definition);
    if (receiver === undefined) return;
    const isOpen = typeParametersOf(definition).includes(receiver.name);
    push(byName, definition.name, { id: base + index, receiver, isOpen });
  });
  return byName;
}

/** The names in the last angle brackets before the parameters. */
function typeParametersOf({ signature }: Definition): readonly string[] {
  const head = signature.slice(0, signature.indexOf("(")).trimEnd();
  return head.endsWith(">") ? head.slice(head.lastIndexOf("<") + 1, -1).split(/[\s,]+/) : [];
}

const receiverOf = ({ onClass, extends: type }: Definition): Receiver | undefined =>
  onClass && type !== undefined ? receiverIn(type) : undefined;

/** `Foo` of `a.Foo<Bar>?`; undefined for a list of them. */
function receiverIn(type: string): Receiver | undefined {
  const [, name, given = ""] = /^(?:[\w.]*\.)?(\w+)\s*(<[^[\]]*>)?\??$/.exec(type.trim()) ?? [];
  return name === undefined ? undefined : { name, arity: countIn(given) };
}

const withArity = ({ name, arity }: Receiver): string => `${name}<${arity}>`;

const lastName = (type: string): string | undefined => receiverIn(type)?.name;

/** What going through a list makes of it, whatever list it is. */
const listTypes = ["IEnumerable", "ICollection", "IList", "IReadOnlyCollection", "IReadOnlyList"];

/** What most lists and maps have themselves, which then counts. */
const ownOfLists = new Set(
  (
    "Add AddRange Clear Contains ContainsKey CopyTo Exists Find FindAll FindIndex ForEach GetEnumerator GetRange IndexOf Insert LastIndexOf " +
    "Remove RemoveAll RemoveAt Reverse Sort ToArray TryGetValue"
  ).split(" "),
);

/** The names of the types that an object has, as far as a method may be added to them: with how many types they are given, where that is known. */
function typesOf(linker: Linker, receiver: Entity, method: string): readonly string[] {
  if (receiver.kind === "collection" && ownOfLists.has(method)) return [];
  if (receiver.kind === "collection") return [...listTypes, lastName(receiver.name ?? "") ?? ""];
  if (receiver.kind === "external") return receiver.name === undefined ? [] : [lastName(receiver.name) ?? ""];
  if (receiver.kind !== "instance") return [];
  const definitions = linker.lineage(receiver.id).ids.map((id) => linker.tables.definition(id));
  const ours = new Set(definitions.map(({ name }) => name));
  return definitions.flatMap((definition) => [
    withArity({ name: definition.name, arity: arityOf(definition) }),
    ...(definition.bases ?? []).map((base) => lastName(base) ?? base).filter((name) => !ours.has(name)),
  ]);
}
