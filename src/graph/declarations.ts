/** Joins declarations with the functions they announce, and the parts of a namespace, over the files that include them. */

import { type Entity, exactly, type Found, inferred } from "./entities.ts";
import { type FileTable, factOf, push } from "./file-table.ts";
import { createIncludes, factOfIncluded, maxIncluded } from "./includes.ts";
import type { Linker } from "./linker.ts";
import type { Memory } from "./memory.ts";
import { nameInScope } from "./names.ts";
import { namespaceName, namespaceOf, wholeNameOf } from "./namespaces.ts";
import type { ImportFact } from "./outline.ts";
import { mostOfOneName } from "./said.ts";

export interface Declarations {
  bodies(id: number): readonly number[];
  /** The declarations that a function with a body is the first body of, in order. */
  declared(id: number): readonly number[];
  /** How many arguments a call of a function may leave out, as it or a declaration of it says. */
  optional(id: number): number;
  shared(file: FileTable, namespace: string, name: string): Found | undefined;
  /** A class that belongs to another one and is written outside of that: `class Outer::Inner {`. */
  innerClass(file: FileTable, scope: number, name: string): Found | undefined;
  /** See Includes. */
  included(file: FileTable, scope: number, name: string): Found | undefined;
  /** What a namespace has that is used (`star`) in a scope, which may be inside of one that is used before it. */
  used(file: FileTable, scope: number, star: ImportFact, name: string): Found | undefined;
}

export function createDeclarations(linker: Linker, memory: Memory): Declarations {
  const { tables } = linker;
  let index: ReturnType<typeof indexFiles> | undefined;
  const included = new Map<FileTable, ReadonlySet<FileTable>>();
  const open = new Set<string>();
  /** By the line that uses them. */
  const namespaces = new Map<ImportFact, readonly string[]>();
  const includes = (file: FileTable): ReadonlySet<FileTable> => {
    memory.touch(factOfIncluded(file.outline.path));
    const known = included.get(file) ?? includedBy(linker, file);
    included.set(file, known);
    return known;
  };
  const indexed = () => {
    index ??= indexFiles(tables.filesWhere((rules) => rules.declarationsApart === true));
    return index;
  };
  const namespacesUsed = (file: FileTable, scope: number, star: ImportFact): readonly string[] => {
    const known = namespaces.get(star) ?? namespacesOf(file, scope, star, indexed().namespaces);
    namespaces.set(star, known);
    return known;
  };
  const names = createIncludes(linker, memory, (file, scope, star) =>
    namespacesUsed(file, scope, star).some(
      (one) => indexed().namespaces.has(one) || indexed().aroundClasses.has(one),
    ),
  );
  /** `class Foo;`, and what it is stands in a file that this one does not include. */
  const announcedClass = (file: FileTable, whole: string): Found | undefined => {
    const id = nearestOf(linker, indexed().classes.get(whole) ?? [], file);
    return id === undefined ? undefined : inferred(exactly({ kind: "definition", id }));
  };
  const bodies = (id: number): readonly number[] => {
    const file = tables.fileOf(id);
    const definition = tables.definition(id);
    if (!file.rules?.declarationsApart || !definition.bodiless) return [id];
    const all = indexed().bodies.get(wholeNameOf(file, id - file.base)) ?? [];
    // A header may include the file with its templates' bodies at its end.
    const isNear = (other: FileTable): boolean =>
      other === file || includes(other).has(file) || includes(file).has(other);
    const seeing = all.filter((body) => isNear(tables.fileOf(body)));
    if (seeing.length > 0) return seeing;
    const open = all.filter((body) => !isLocal(linker, body));
    return open.length === 1 ? open : [id];
  };
  return {
    bodies,
    declared: (id) => {
      const file = tables.fileOf(id);
      const { kind, bodiless, on } = tables.definition(id);
      if (!file.rules?.declarationsApart || kind !== "function" || bodiless) return [];
      const names = namesOf(file, id - file.base, on === undefined ? [] : usedIn(file));
      const all = names.flatMap((whole) => indexed().declared.get(whole) ?? []);
      return all.filter((one) => bodies(one)[0] === id).sort((a, b) => a - b);
    },
    innerClass: (file, scope, name) => {
      memory.touch(factOf(file.seed, name));
      return indexed().apart.has(name)
        ? announcedClass(file, `${namespaceOf(file, scope)}.${name}`)
        : undefined;
    },
    used: (file, scope, star, name) => {
      for (const namespace of namespacesUsed(file, scope, star)) {
        const found = linker.shared(file, namespace, name);
        if (found) return found;
      }
      return undefined;
    },
    included: names.find,
    optional: (id) => {
      const file = tables.fileOf(id);
      const { optional = 0, parameters } = tables.definition(id);
      if (!file.rules?.declarationsApart) return optional;
      const declared = indexed().lenient.get(wholeNameOf(file, id - file.base)) ?? [];
      const same = declared.map(tables.definition).filter((one) => one.parameters === parameters);
      return Math.max(optional, ...same.map((one) => one.optional ?? 0));
    },
    shared: (file, namespace, name) => {
      memory.touch(factOf(file.seed, name));
      const key = `${file.index} ${namespace} ${name}`;
      if (open.has(key)) {
        memory.cut();
        return undefined;
      }
      open.add(key);
      try {
        if (namespace === "")
          return (
            announcedBySome(linker, indexed().bodies.get(name) ?? [], file, includes) ??
            announcedClass(file, name)
          );
        for (const part of names.partsSaying(namespace, name, (one) => includes(file).has(one))) {
          const found = nameInScope(linker, part.file, part.scope, name);
          if (found) return found;
        }
        return announcedClass(file, `${namespace}.${name}`);
      } finally {
        open.delete(key);
      }
    },
  };
}

/** The one that stands nearest to a file: a repository often holds all of its code a second time, in one header. */
function nearestOf(linker: Linker, ids: readonly number[], file: FileTable): number | undefined {
  if (ids.length < 2 || ids.length > mostOfOneName) return ids.length === 1 ? ids[0] : undefined;
  const folders = file.outline.path.split("/").slice(0, -1);
  const sharedWith = (id: number): number => {
    const others = linker.tables.fileOf(id).outline.path.split("/").slice(0, -1);
    const differs = folders.findIndex((folder, at) => folder !== others[at]);
    return differs < 0 ? folders.length : differs;
  };
  const near = ids.map(sharedWith);
  const most = Math.max(...near);
  return near.filter((one) => one === most).length === 1 ? ids[near.indexOf(most)] : undefined;
}

/** The whole names that a namespace which is used may have; of those that are nowhere the one that is written. */
function namespacesOf(
  file: FileTable,
  scope: number,
  star: ImportFact,
  known: ReadonlySet<string>,
): readonly string[] {
  const written = star.from.replaceAll("::", ".");
  const stars = file.stars(scope);
  const before = stars.slice(0, stars.indexOf(star)).filter(({ from }) => namespaceName.test(from));
  const inside = before.slice(0, mostOuter).map(({ from }) => `${from.replaceAll("::", ".")}.${written}`);
  return [written, ...inside.filter((one) => known.has(one))];
}

/** A function whose declaration no parse shows (macros): its file and this one include the same header. */
function announcedBySome(
  linker: Linker,
  bodies: readonly number[],
  file: FileTable,
  includes: (file: FileTable) => ReadonlySet<FileTable>,
): Found | undefined {
  const near = bodies.filter((body) => {
    const theirs = linker.tables.fileOf(body);
    return (
      theirs !== file &&
      !isLocal(linker, body) &&
      [...includes(theirs)].some((one) => one !== theirs && includes(file).has(one))
    );
  });
  return near.length === 1
    ? inferred(exactly(...near.map((id): Entity => ({ kind: "definition", id }))))
    : undefined;
}

const isLocal = (linker: Linker, id: number): boolean =>
  /^static\b/.test(linker.tables.definition(id).signature);

/** A file and all that it includes, directly or not. */
function includedBy(linker: Linker, file: FileTable): ReadonlySet<FileTable> {
  const all = new Set([file]);
  for (const one of all) {
    if (all.size > maxIncluded) break;
    for (const { kind, from } of one.outline.imports) {
      const target = kind === "all" ? linker.tables.resolve(one, from) : undefined;
      const table = target && linker.tables.fileAt(target.path);
      if (table) all.add(table);
    }
  }
  return all;
}

/** Namespaces that a file uses, as those of its definitions may belong to them that are written on a class. */
function usedIn({ outline }: FileTable): readonly string[] {
  const used: string[] = [];
  for (const { kind, from } of outline.imports)
    if (kind === "all" && used.length < mostUsed && namespaceName.test(from))
      used.push(from.replaceAll("::", "."));
  // One that is used may be inside of another: `using namespace a; using namespace b;`
  const outer = used.slice(0, mostOuter);
  const nested = outer.flatMap((one) => outer.map((other) => `${one}.${other}`));
  return [...new Set([...used, ...nested])];
}

/** `using namespace ns; void Foo::bar() {}` may be a method of `ns::Foo`. */
function namesOf(file: FileTable, index: number, used: readonly string[]): readonly string[] {
  const whole = wholeNameOf(file, index);
  if (file.outline.definitions[index]!.on === undefined) return [whole];
  return [whole, ...used.map((namespace) => `${namespace}.${whole}`)];
}

/** Namespaces that one file uses, at most: headers without an ending look the same. */
const mostUsed = 100;
/** Of these others may be inside. */
const mostOuter = 8;

/** The whole names by which others tell what is a namespace: of a file's namespaces, of what its classes stand in, of what its macros open. */
export function namespacesSaid(file: FileTable): ReadonlySet<string> {
  const { definitions, opened = [] } = file.outline;
  const used = usedIn(file);
  const names = new Set(opened.map((name) => `opened ${name}`));
  definitions.forEach(({ kind }, index) => {
    if (kind === "namespace") names.add(`namespace ${wholeNameOf(file, index)}`);
    if (kind !== "class") return;
    for (const around of namesOf(file, index, used).flatMap(outerOf)) names.add(`around ${around}`);
  });
  return names;
}

const outerOf = (whole: string): readonly string[] =>
  whole.includes(".") ? [whole.slice(0, whole.lastIndexOf("."))] : [];

function indexFiles(files: readonly FileTable[]) {
  const bodies = new Map<string, number[]>();
  const classes = new Map<string, number[]>();
  /** Names of classes that are written outside of the class that they belong to. */
  const apart = new Set<string>();
  /** Functions without a body, and those that say what stands for arguments that are left out. */
  const declared = new Map<string, number[]>();
  const lenient = new Map<string, number[]>();
  const namespaces = new Set<string>();
  /** Of one file no more than it says of one name (said.ts): its definitions come one after the other. */
  const add = (map: Map<string, number[]>, whole: string, file: FileTable, index: number): void => {
    const earlier = map.get(whole)?.at(-mostOfOneName);
    if (earlier === undefined || earlier < file.base) push(map, whole, file.base + index);
  };
  for (const file of files) {
    const used = usedIn(file);
    file.outline.definitions.forEach((definition, index) => {
      const { kind, name, on, bodiless, detached, optional } = definition;
      if (kind === "namespace") namespaces.add(wholeNameOf(file, index));
      else if (kind === "class") {
        for (const whole of namesOf(file, index, used)) add(classes, whole, file, index);
        if (on !== undefined) apart.add(name);
      } else if (kind === "function" && !bodiless && !detached)
        for (const whole of namesOf(file, index, used)) add(bodies, whole, file, index);
      else {
        if (kind === "function" && bodiless) add(declared, wholeNameOf(file, index), file, index);
        if (optional !== undefined) add(lenient, wholeNameOf(file, index), file, index);
      }
    });
  }
  const aroundClasses = new Set([...classes.keys()].flatMap(outerOf));
  return { apart, aroundClasses, bodies, classes, declared, lenient, namespaces };
}
