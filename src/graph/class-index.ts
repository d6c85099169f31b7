/**
 * Classes that any file may write on, known by their whole name (Ruby): which definitions are parts of one class, and
 * which class a constant names where it is written. A whole name is the names of the classes around with dots between:
 * `A.B`. It is made from all files of the language, and reading them for it is not noted: see class-facts.ts.
 */
import type { FileTable } from "./file-table.ts";
import type { Binding, Chain, Definition } from "./outline.ts";
import type { Tables } from "./tables.ts";
import { isTestPath } from "./test-names.ts";

export interface ClassIndex {
  /** By definition number. */
  readonly names: ReadonlyMap<number, string>;
  readonly byName: ReadonlyMap<string, Named>;
  /** Those whose names are written with a path, here or around: `class A::B`. What they are called others decide too. */
  readonly withPath: ReadonlySet<number>;
  /** Names of methods outside of every class. */
  readonly atTop: ReadonlySet<string>;
  /** Whole names of the classes around a scope, innermost first. */
  around(file: FileTable, scope: number): readonly string[];
  /** The whole name of the known class that a chain of names means in a scope, by what is written around it. */
  named(file: FileTable, scope: number, chain: Chain): string | undefined;
}

/** Everything that the files say of one whole name: the parts of a class, the one at its usual place first, or values. */
export interface Named {
  readonly parts: number[];
  /** What the heads of the parts say, each once. */
  readonly bases: BaseSaid[];
  readonly values: ValueSaid[];
  readonly mixins: Mixin[];
  /** By name what it has: a class may stand in thousands of files. */
  readonly members: Map<string, NamedMember>;
}

/** In the file at that place. */
export interface BaseSaid {
  readonly place: number;
  readonly scope: number;
  readonly base: Chain;
}

export interface ValueSaid {
  readonly place: number;
  readonly binding: Binding;
}

/** A base that was said outside of the head of its class, in the order of the source. */
export interface Mixin extends BaseSaid {
  readonly how: "include" | "extend" | "prepend";
}

export interface NamedMember {
  /** The parts that say something of it, in their order. */
  readonly parts: number[];
  /** Methods that are written as `def Foo.bar`. */
  readonly methods: number[];
}

interface Index {
  readonly names: Map<number, string>;
  readonly withPath: Set<number>;
  readonly byName: Map<string, Named>;
  readonly atTop: Set<string>;
}

export function createClassIndex(tables: Tables): ClassIndex {
  const index: Index = { names: new Map(), withPath: new Set(), byName: new Map(), atTop: new Set() };
  const files = tables.filesWhere((rules) => rules.reopened !== undefined);
  // First what is written inside of its namespace, then `class A::B`, whose A must be known by then.
  for (const isPath of [false, true])
    for (const file of files)
      file.outline.definitions.forEach((definition, at) => {
        if (definition.kind !== "class" || hasPath(file, at) !== isPath) return;
        const name = pathFrom(index, file, definition.scope, definition.on, definition.name);
        index.names.set(file.base + at, name);
        if (isPath) index.withPath.add(file.base + at);
        named(index, name).parts.push(file.base + at);
      });
  const mixed = new Set<string>();
  for (const file of files) {
    for (const binding of file.outline.bindings)
      if (/^\p{Lu}/u.test(binding.name))
        named(index, join(namesAround(index, file, binding.scope)[0], binding.name)).values.push({
          place: file.index,
          binding,
        });
    for (const { scope, of, base, how = "include" } of file.outline.laterBases ?? []) {
      const heir = namedBy(index, file, scope, of);
      if (heir === undefined) continue;
      // Thousands of files may say the same of a class: what they mean follows from the classes around.
      const key = [heir, how, base, ...namesAround(index, file, scope)].join(" ");
      if (mixed.has(key)) continue;
      mixed.add(key);
      named(index, heir).mixins.push({ place: file.index, scope, base, how });
    }
    file.outline.definitions.forEach(({ kind, name, on, scope }, at) => {
      if (kind === "function" && scope === 0) index.atTop.add(name);
      if (kind !== "function" || on === undefined) return;
      const owner = namedBy(index, file, scope, on);
      if (owner !== undefined) memberOf(named(index, owner), name).methods.push(file.base + at);
    });
  }
  for (const [name, one] of index.byName) {
    if (one.parts.length > 1) sortParts(tables, name, one.parts);
    addBases(tables, index, one);
  }
  addMembers(index, files);
  return {
    ...index,
    around: (file, scope) => namesAround(index, file, scope),
    named: (file, scope, chain) => namedBy(index, file, scope, chain),
  };
}

/** A definition by its number, and its file. */
export function placed(
  tables: Tables,
  id: number,
): { readonly file: FileTable; readonly definition: Definition } {
  const file = tables.file(tables.placeOf(id));
  return { file, definition: file.outline.definitions[id - file.base]! };
}

/** What the heads of its parts say: of thousands of parts most say the same. */
function addBases(tables: Tables, index: Index, { parts, bases }: Named): void {
  const known = new Set<string>();
  for (const id of parts) {
    const { file, definition } = placed(tables, id);
    const { bases: all = [], scope } = definition;
    for (const base of all) {
      const key = [base, ...namesAround(index, file, scope)].join(" ");
      if (!known.has(key)) bases.push({ place: file.index, scope, base });
      known.add(key);
    }
  }
}

function addMembers({ names, byName }: Index, files: readonly FileTable[]): void {
  const add = (id: number, member: string): void => {
    const name = names.get(id);
    const parts = name === undefined ? undefined : memberOf(byName.get(name)!, member).parts;
    if (parts && parts.at(-1) !== id) parts.push(id);
  };
  for (const file of files) {
    const { scopes } = file.outline;
    for (const [name, { scope, definitions }] of file.names.all())
      if (definitions && file.inside[scopes[scope]!.definition] === scope)
        add(file.base + scopes[scope]!.definition, name);
    for (const [name, { scope: owner }] of file.attributes.all()) add(file.base + owner, name);
  }
  for (const { parts, members } of byName.values()) {
    if (parts.length < 2) continue;
    const places = new Map(parts.map((id, place) => [id, place]));
    for (const one of members.values()) one.parts.sort((a, b) => places.get(a)! - places.get(b)!);
  }
}

function memberOf({ members }: Named, name: string): NamedMember {
  let known = members.get(name);
  if (!known) {
    known = { parts: [], methods: [] };
    members.set(name, known);
  }
  return known;
}

/**
 * The part at its usual place first, then code before tests, then the largest, by powers of two: that another one comes
 * first with every other line would move the links of all who name the class.
 */
function sortParts(tables: Tables, name: string, parts: number[]): void {
  const ranked = parts.map((id) => {
    const { file, definition } = placed(tables, id);
    const { path } = file.outline;
    const rank = (file.rules!.reopened!.isHome(name, path) ? 2 : 0) + (isTestPath(path) ? 0 : 1);
    return { id, rank, size: Math.floor(Math.log2(definition.endLine - definition.startLine + 1)) };
  });
  ranked.sort((a, b) => b.rank - a.rank || b.size - a.size || a.id - b.id);
  ranked.forEach(({ id }, place) => {
    parts[place] = id;
  });
}

function named(index: Index, name: string): Named {
  let known = index.byName.get(name);
  if (!known) {
    known = { parts: [], bases: [], values: [], mixins: [], members: new Map() };
    index.byName.set(name, known);
  }
  return known;
}

/** Whether the definition, or one around it, is written with the path of its namespace. */
function hasPath(file: FileTable, at: number): boolean {
  const { scopes, definitions } = file.outline;
  let inner = at;
  while (inner >= 0) {
    if (definitions[inner]!.on !== undefined) return true;
    let scope = definitions[inner]!.scope;
    while (scope > 0 && scopes[scope]!.definition < 0) scope = scopes[scope]!.parent;
    inner = scopes[scope]!.definition;
  }
  return false;
}

function namesAround(index: Index, file: FileTable, scope: number): readonly string[] {
  const { scopes } = file.outline;
  const names: string[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const name = scopes[at]!.definition < 0 ? undefined : index.names.get(file.base + scopes[at]!.definition);
    if (name !== undefined) names.push(name);
  }
  return names;
}

/** The whole name of `on::name`, where `on` is looked for from the innermost namespace outwards. */
function pathFrom(index: Index, file: FileTable, scope: number, on: Chain | undefined, name: string): string {
  if (on === undefined) return join(namesAround(index, file, scope)[0], name);
  return `${namedBy(index, file, scope, on) ?? on.replace(/^::/, "")}.${name}`;
}

/** The known class that a chain names in a scope; `:class` is the one around. */
function namedBy(index: Index, file: FileTable, scope: number, chain: Chain): string | undefined {
  const around = namesAround(index, file, scope);
  if (chain === ":class") return around[0];
  if (chain.startsWith("::")) return chain.slice(2);
  return [...around, undefined].map((outer) => join(outer, chain)).find((name) => index.byName.has(name));
}

const join = (outer: string | undefined, name: string): string =>
  outer === undefined ? name : `${outer}.${name}`;
