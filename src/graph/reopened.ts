/**
 * Classes that any file may write on, known by their whole name (Ruby): which definitions are parts of one class, and
 * what a constant means where it is written. A whole name is the names of the classes around with dots between: `A.B`.
 */
import { exactly, together } from "./entities.ts";
import type { FileTable } from "./file-table.ts";
import type { Linker, Named, NamedMember, Reopened } from "./linker.ts";
import { boundTo } from "./names.ts";
import type { Chain } from "./outline.ts";
import { isTestPath } from "./test-names.ts";

export function createReopened(linker: Linker): Reopened {
  let index: Index | undefined;
  const indexed = (): Index => {
    index ??= createIndex(linker);
    return index;
  };
  return {
    wholeName: (id) => indexed().names.get(id) ?? "",
    names: () => indexed().names.values(),
    named: (file, scope, chain) => namedBy(indexed(), file, scope, chain),
    said: (name) => indexed().byName.get(name),
    at: (name) => {
      const named = indexed().byName.get(name);
      if (!named) return undefined;
      if (named.parts.length > 0) return exactly({ kind: "definition", id: named.parts[0]! });
      const found = named.values.map(({ file, binding }) => boundTo(linker, file, [binding]));
      return found.length === 0 ? undefined : together(found);
    },
    isAtSomeTop: (name) => indexed().atTop.has(name),
    around: (file, scope) => namesAround(indexed(), file, scope),
  };
}

interface Index {
  /** By definition number. */
  readonly names: Map<number, string>;
  readonly byName: Map<string, Named>;
  /** Names of methods outside of every class. */
  readonly atTop: Set<string>;
}

function createIndex(linker: Linker): Index {
  const index: Index = { names: new Map(), byName: new Map(), atTop: new Set() };
  const files = linker.tables.filesWhere((rules) => rules.reopened !== undefined);
  // First what is written inside of its namespace, then `class A::B`, whose A must be known by then.
  for (const isPath of [false, true])
    for (const file of files)
      file.outline.definitions.forEach((definition, at) => {
        if (definition.kind !== "class" || hasPath(file, at) !== isPath) return;
        const name = pathFrom(index, file, definition.scope, definition.on, definition.name);
        index.names.set(file.base + at, name);
        named(index, name).parts.push(file.base + at);
      });
  const mixed = new Set<string>();
  for (const file of files) {
    for (const binding of file.outline.bindings)
      if (/^\p{Lu}/u.test(binding.name))
        named(index, join(namesAround(index, file, binding.scope)[0], binding.name)).values.push({
          file,
          binding,
        });
    for (const { scope, of, base, how = "include" } of file.outline.laterBases ?? []) {
      const heir = namedBy(index, file, scope, of);
      if (heir === undefined) continue;
      // Thousands of files may say the same of a class: what they mean follows from the classes around.
      const key = [heir, how, base, ...namesAround(index, file, scope)].join(" ");
      if (mixed.has(key)) continue;
      mixed.add(key);
      named(index, heir).mixins.push({ file, scope, base, how });
    }
    file.outline.definitions.forEach(({ kind, name, on, scope }, at) => {
      if (kind === "function" && scope === 0) index.atTop.add(name);
      if (kind !== "function" || on === undefined) return;
      const owner = namedBy(index, file, scope, on);
      if (owner !== undefined) memberOf(named(index, owner), name).methods.push(file.base + at);
    });
  }
  for (const [name, one] of index.byName) {
    if (one.parts.length > 1) sortParts(linker, name, one.parts);
    addBases(linker, index, one);
  }
  addMembers(index, files);
  return index;
}

/** What the heads of its parts say: of thousands of parts most say the same. */
function addBases({ tables }: Linker, index: Index, { parts, bases }: Named): void {
  const known = new Set<string>();
  for (const id of parts) {
    const file = tables.fileOf(id);
    const { bases: all = [], scope } = tables.definition(id);
    for (const base of all) {
      const key = [base, ...namesAround(index, file, scope)].join(" ");
      if (!known.has(key)) bases.push({ file, scope, base });
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

/** The part at its usual place first, then code before tests, then the largest. */
function sortParts({ tables }: Linker, name: string, parts: number[]): void {
  const placed = parts.map((id) => {
    const { outline, rules } = tables.fileOf(id);
    const { startLine, endLine } = tables.definition(id);
    const rank = (rules!.reopened!.isHome(name, outline.path) ? 2 : 0) + (isTestPath(outline.path) ? 0 : 1);
    return { id, rank, size: endLine - startLine };
  });
  placed.sort((a, b) => b.rank - a.rank || b.size - a.size || a.id - b.id);
  placed.forEach(({ id }, place) => {
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
