import { noUnit } from "../memory/answer-rows.ts";
import type { Notes } from "../memory/answers.ts";
import { factFrom, scopeSeeds, scopeUnits, textNumber } from "../memory/fact-numbers.ts";
import { type Binding, callMark, type ExportFact, type ImportFact, type Outline } from "../outline.ts";
import type { FamilyRules, SourceModule } from "../project.ts";
import { addDefinitions, constructorOf, keyParts } from "./expando-members.ts";
import { scopeKinds } from "./lookup-scopes.ts";
import { push } from "./maps.ts";
import { ownerOf } from "./owners.ts";
import { importedName, type Packages } from "./packages.ts";
import {
  createSymbolTable,
  type SymbolEntry,
  type SymbolTable,
  type SymbolTableBuilder,
} from "./symbol-table.ts";

/** The symbol tables of one file. Every look-up is recorded as a dependency; see memory.ts. */
export interface FileTable {
  /** Its position among the files. */
  readonly index: number;
  readonly outline: Outline;
  /** Hash seed of its facts, which are what look-ups depend on; see memory.ts. */
  readonly seed: number;
  /** The same for each scope. */
  readonly seeds: Int32Array;
  /** The numbers of the units that its scopes are inside of; see scopeUnits. */
  readonly units: Int32Array;
  readonly rules: FamilyRules | undefined;
  /** Number of its first definition among those of the whole repository. */
  readonly base: number;
  /** Key of the package whose names it shares; undefined in languages where each file is a module. */
  readonly package: string | undefined;
  /** The build module or project that it belongs to, in languages where each may declare the same class. */
  readonly module: SourceModule | undefined;
  /** Its build constraint: see FileConditions. */
  readonly condition: string | undefined;
  /** What a scope itself declares under a name. */
  lookup(name: string, scope: number): SymbolEntry | undefined;
  /** The same; null where only other scopes declare the name. */
  find(name: string, scope: number): SymbolEntry | null | undefined;
  /** The whole table, for linking this file itself: reading it records nothing. */
  readonly names: SymbolTable;
  /** By exported name; `*` for `export * from`. */
  readonly exports: Known<readonly ExportFact[]>;
  /** Wildcard imports of a scope: `from m import *`. */
  wildcards(scope: number): readonly ImportFact[];
  /** The same by scope; nothing where a scope has none. */
  readonly allWildcards: readonly (readonly ImportFact[] | undefined)[];
  /** See lookup-scopes.ts. */
  readonly scopeKinds: Uint8Array;
  /** The scope of each definition's body, by index. */
  readonly inside: readonly number[];
  /** Members assigned from outside, `X.y = function` and `X.prototype.y = function`: key of `X` (see expandoKey) to name to indices. */
  readonly expandoMembers: Known<Known<readonly number[]>>;
  /** Overload signatures, for which their implementation stands. */
  readonly superseded: ReadonlySet<number>;
  /** Fields assigned through `this`, by the definition index of their class in place of a scope. */
  attribute(name: string, owner: number): readonly Binding[] | undefined;
  readonly attributes: SymbolTable;
}

/** A map of a file, by name, that records its look-ups. */
export interface Known<V> {
  get(key: string): V | undefined;
  has(key: string): boolean;
  /** Everything, for linking this file itself: reading it records nothing. */
  readonly all: ReadonlyMap<string, V>;
}

/** The number of the fact that a look-up of this name depends on. */
export function factOf(seed: number, name: string): number {
  // One name is looked up in one scope after the other, as a definition, a value and an import.
  if (name !== last.name) {
    last.name = name;
    last.number = textNumber(name, 0, name.endsWith(callMark) ? name.length - 1 : name.length);
  }
  return factFrom(seed, last.number);
}

const last = { name: "", number: textNumber("") };

export interface FileContext {
  readonly rules: FamilyRules | undefined;
  readonly packages: Pick<Packages, "nameOf">;
  readonly index: number;
  readonly base: number;
  readonly notes: Notes;
}

export function createFileTable(
  outline: Outline,
  { rules, packages, index, base, notes }: FileContext,
): FileTable {
  const inside = new Array<number>(outline.definitions.length).fill(-1);
  outline.scopes.forEach((scope, number) => {
    if (scope.definition >= 0) inside[scope.definition] = number;
  });
  const names = createSymbolTable();
  for (const binding of outline.bindings)
    if (!binding.name.startsWith("this.")) names.bind(binding.name, binding.scope, binding);
  const added = addDefinitions(names, outline, rules);
  const superseded = rules?.overloads ? noneSuperseded : dropOverloads(outline, names);
  const starsIn: Map<string, ImportFact>[] = [];
  const most = maxWildcards(outline, rules);
  for (const fact of outline.imports) {
    if (fact.kind === "all") {
      starsIn[fact.scope] ??= new Map();
      const stars = starsIn[fact.scope]!;
      if (stars.size < most && !stars.has(fact.from)) stars.set(fact.from, fact);
      continue;
    }
    const as = fact.as ?? nameOfModule(outline.path, fact, rules, packages);
    if (as !== undefined) names.import(as, fact.scope, fact);
  }
  const allWildcards = starsIn.map((stars) => [...stars.values()]);
  const exports = new Map<string, ExportFact[]>();
  const passedOn = new Set<string | undefined>();
  for (const fact of outline.exports) {
    if (fact.name === "*" && (passedOn.has(fact.from) || passedOn.size === maxReexports)) continue;
    if (fact.name === "*") passedOn.add(fact.from);
    push(exports, fact.name, fact);
  }
  const seed = textNumber(outline.path);
  const units = scopeUnits(outline, base);
  const seeds = scopeSeeds(outline, seed, units);
  const { touch, touchInside, isOwn } = notes;
  const note = (name: string): void => touch(factOf(seed, name));
  const noteIn = (scope: number, name: string): void => {
    const unit = units[scope]!;
    if (unit === noUnit) touch(factOf(seeds[scope]!, name));
    else if (!isOwn(unit)) touchInside(factOf(seeds[scope]!, name), unit);
  };
  const find = (name: string, scope: number): SymbolEntry | null | undefined => {
    const entry = names.find(name, scope);
    // That no scope declares a name is one fact for all of them.
    if (entry === undefined || scope < 0) note(name);
    else noteIn(scope, name);
    return entry;
  };
  const known = <V>(all: ReadonlyMap<string, V>): Known<V> => noted(all, note);
  const attributes = createSymbolTable();
  const file: FileTable = {
    superseded,
    index,
    outline,
    ...{ seed, seeds, units },
    rules,
    base,
    package: rules?.packageOf?.(outline.path, outline.package),
    module: rules?.moduleOf?.(outline.path, outline.package),
    condition: rules?.conditions?.of(outline),
    find,
    lookup: (name, scope) => find(name, scope) ?? undefined,
    names,
    exports: known(exports),
    wildcards: (scope) => {
      // Includes are recorded file by file, see includes.ts.
      if (!rules?.separateDeclarations) note("*");
      return allWildcards[scope] ?? noStars;
    },
    allWildcards,
    scopeKinds: scopeKinds({ outline, rules, allWildcards }),
    inside,
    expandoMembers: noted(mapValues(added, known), (key) => note(keyParts(key).on)),
    attribute: (name, owner) => {
      noteIn(Math.max(0, inside[owner]!), name);
      return attributes.get(name, owner)?.bindings;
    },
    attributes,
  };
  for (const binding of outline.bindings) {
    if (!binding.name.startsWith("this.")) continue;
    const owner = ownerOf(file, binding.scope);
    const index = owner && ("index" in owner ? owner.index : constructorOf(file, owner.on, owner.scope));
    if (index !== undefined) attributes.bind(binding.name.slice(5), index, binding);
  }
  return file;
}

/** A file passes on everything of so many others, at most. */
const maxReexports = 2_000;

/**
 * How much a scope imports whole, at most. The most seen in 47 repositories is 215 in C++, where the names are known
 * beforehand (includes.ts), and 43 elsewhere, where each name of the file may be looked for in each of them.
 */
const maxWildcards = ({ references }: Outline, rules: FamilyRules | undefined): number =>
  rules?.separateDeclarations ? 1_000 : Math.max(64, Math.min(500, 100_000 / references.length));

const noneSuperseded: ReadonlySet<number> = new Set();
const noStars: readonly ImportFact[] = [];

function mapValues<V, W>(map: ReadonlyMap<string, V>, change: (value: V) => W): Map<string, W> {
  const changed = new Map<string, W>();
  for (const [key, value] of map) changed.set(key, change(value));
  return changed;
}

function noted<V>(all: ReadonlyMap<string, V>, note: (name: string) => void): Known<V> {
  return {
    get: (key) => {
      note(key);
      return all.get(key);
    },
    has: (key) => {
      note(key);
      return all.has(key);
    },
    all,
  };
}

/** Not recorded here: it is part of the answer to where the import leads (memory/queries.ts). */
const nameOfModule = (
  path: string,
  { kind, from }: ImportFact,
  rules: FamilyRules | undefined,
  packages: FileContext["packages"],
): string | undefined =>
  kind === "module" && rules?.importedName
    ? importedName(rules, packages, from, rules.resolve(path, from))
    : undefined;

/** Keeps the implementations of a name, or its last declaration where there are none. */
function dropOverloads({ definitions }: Outline, names: SymbolTableBuilder): ReadonlySet<number> {
  const superseded = new Set<number>();
  names.choose((numbers) => {
    const declared = numbers.filter((number) => definitions[number]!.bodiless);
    const keeper = declared.length === numbers.length ? declared.at(-1) : undefined;
    for (const number of declared) if (number !== keeper) superseded.add(number);
    return numbers.filter((number) => !superseded.has(number));
  });
  return superseded;
}
