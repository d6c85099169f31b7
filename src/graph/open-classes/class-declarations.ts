/**
 * What one file says of classes that any file may write on, known by their whole name (Ruby), wherever the file stands
 * among the others. A whole name is the names of the classes around with dots between: `A.B`.
 */
import type { FileTable } from "../files/file-table.ts";
import { entryOf } from "../files/maps.ts";
import { ordinalsOf } from "../open-types/open-types.ts";
import { type Binding, type Chain, type Outline, shownToViews, viewClass } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";

export interface ClassDeclarations {
  /** Whole names of its classes, by the index of their definition. */
  readonly names: QualifiedNames;
  /** What the file says, by whole name. */
  readonly named: ReadonlyMap<string, OwnNamed>;
  /** Names of its methods outside of every class. */
  readonly atTop: ReadonlySet<string>;
  /** Whole names: whether these are there decides what the file says. */
  readonly asked: ReadonlySet<string>;
}

export type QualifiedNames = ReadonlyMap<number, QualifiedName>;

export interface QualifiedName {
  readonly whole: string;
  /** A path leads to it, here or around, that begins inside of a class: what this is called others decide too. */
  readonly isLeaning: boolean;
}

/** What a file says of one whole name: the parts of a class, or values. */
export interface OwnNamed {
  readonly parts: OwnPart[];
  readonly values: Binding[];
  readonly mixins: OwnMixin[];
  readonly members: Map<string, OwnMember>;
}

/** A definition by its index, and by a text that stays when others are written before it. */
export interface Own {
  readonly index: number;
  readonly text: string;
}

export interface OwnPart extends Own {
  /** The part with the highest one stands for the class. */
  readonly rank: number;
  readonly bases: readonly OwnBase[];
}

export interface OwnBase {
  readonly scope: number;
  readonly base: Chain;
  /** Whole names of the classes around, innermost first. */
  readonly around: readonly string[];
}

/** A base that is said outside of the head of its class, in the order of the source. */
export interface OwnMixin extends OwnBase {
  readonly how: "include" | "extend" | "give" | "prepend";
}

export interface OwnMember {
  /** The parts that say something of it. */
  readonly parts: OwnPart[];
  /** Methods that are written as `def Foo.bar`. */
  readonly methods: Own[];
}

export const nothingSaid: ClassDeclarations = {
  names: new Map(),
  named: new Map(),
  atTop: new Set(),
  asked: new Set(),
};

/** Wherever it is said: the classes around decide what it means. */
export const baseText = ({ base, around }: OwnBase): string => `${base} ${around.join()}`;
export const mixinText = (mixin: OwnMixin): string => `${mixin.how} ${baseText(mixin)}`;

type IsThere = (whole: string) => boolean;

/** What a file says whatever others say: whole names of classes and values that lean on nothing. */
export function saidOutright({ outline }: FileTable): ReadonlySet<string> {
  const names = qualifiedNamesIn(outline, () => false);
  const outright = new Set<string>();
  for (const { whole, isLeaning } of names.values()) if (!isLeaning) outright.add(whole);
  for (const { name, scope } of outline.bindings) {
    const around = isConstant(name) ? classesAround(outline, names, scope) : undefined;
    if (around?.every(({ isLeaning }) => !isLeaning)) outright.add(joined(around[0]?.whole, name));
  }
  return outright;
}

/** @param isOutright Whether any file says a whole name outright. */
export function readClasses(file: FileTable, isOutright: IsThere): ClassDeclarations {
  const { outline, rules, inside } = file;
  const { path, definitions, scopes, bindings, outOfLineBases = [] } = outline;
  const asked = new Set<string>();
  const isThere = (whole: string): boolean => {
    asked.add(whole);
    return isOutright(whole);
  };
  const names = qualifiedNamesIn(outline, isThere);
  const namesAround = (scope: number) => classesAround(outline, names, scope).map(({ whole }) => whole);
  const ordinals = ordinalsOf(file);
  const own = (index: number): Own => {
    return { index, text: `${path} ${definitions[index]!.name} ${ordinals[index]}` };
  };
  const named = new Map<string, OwnNamed>();
  const of = (whole: string): OwnNamed =>
    entryOf(named, whole, () => ({ parts: [], values: [], mixins: [], members: new Map() }));
  const memberOf = (whole: string, name: string): OwnMember =>
    entryOf(of(whole).members, name, () => ({ parts: [], methods: [] }));
  const parts = new Map<number, OwnPart>();
  for (const [index, { whole }] of names) {
    const { bases = [], on, scope, startLine, endLine } = definitions[index]!;
    // `class A::B` is in an A, which a folder may make that no file writes.
    if (on !== undefined) for (const outer of outerNames(whole)) of(outer);
    const around = bases.length > 0 ? namesAround(scope) : [];
    const rank = rankOf(rules!.reopened!.isHome(whole, path), isTestPath(path), endLine - startLine + 1);
    const part = { ...own(index), rank, bases: bases.map((base) => ({ scope, base, around })) };
    parts.set(index, part);
    of(whole).parts.push(part);
  }
  for (const binding of bindings)
    if (isConstant(binding.name))
      of(joined(namesAround(binding.scope)[0], binding.name)).values.push(binding);
  for (const { scope, of: heir, base, how = "include" } of outOfLineBases) {
    const around = namesAround(scope);
    const whole = wholeOf(heir, around, isThere);
    if (whole !== undefined) of(whole).mixins.push({ scope, base, around, how });
  }
  // What is at home where helpers stand every view has.
  if (rules!.reopened!.views?.isHelper(path))
    for (const { whole } of names.values())
      if (rules!.reopened!.isHome(whole, path))
        of(viewClass).mixins.push({ scope: 0, base: `::${whole}`, around: [], how: "include" });
  for (const { name, scope, value } of bindings)
    if (name === shownToViews)
      for (const index of file.lookup(value!, scope)?.definitions ?? [])
        memberOf(viewClass, value!).methods.push(own(index));
  const atTop = new Set<string>();
  definitions.forEach(({ kind, name, on, scope }, index) => {
    if (kind !== "function") return;
    if (scope === 0) atTop.add(name);
    const owner = on === undefined ? undefined : wholeOf(on, namesAround(scope), isThere);
    if (owner !== undefined) memberOf(owner, name).methods.push(own(index));
  });
  const says = (index: number, name: string): void => {
    const part = parts.get(index);
    const all = part && memberOf(names.get(index)!.whole, name).parts;
    if (part && !all!.includes(part)) all!.push(part);
  };
  for (const [name, { scope, definitions }] of file.names.all())
    if (definitions && inside[scopes[scope]!.definition] === scope) says(scopes[scope]!.definition, name);
  for (const [name, { scope: owner }] of file.attributes.all()) says(owner, name);
  return { names, named, atTop, asked };
}

/**
 * Its usual place first, then code before tests, then the largest, by powers of two: that another part comes first with
 * every other line would move the links of all who name the class.
 */
const rankOf = (isHome: boolean, isTest: boolean, lines: number): number =>
  (isHome ? 200 : 0) + (isTest ? 0 : 100) + Math.floor(Math.log2(lines));

/** The whole name that a chain of names means inside of the classes `around`; `:class` is the nearest of these. */
export function wholeOf(chain: Chain, around: readonly string[], isThere: IsThere): string | undefined {
  if (chain === ":class") return around[0];
  if (chain.startsWith("::")) return chain.slice(2);
  return [...around, undefined].map((outer) => joined(outer, chain)).find(isThere);
}

function qualifiedNamesIn(outline: Outline, isThere: IsThere): QualifiedNames {
  const names = new Map<number, QualifiedName>();
  outline.definitions.forEach(({ kind, name, on, scope }, index) => {
    if (kind !== "class") return;
    const around = classesAround(outline, names, scope);
    const outer = around.map(({ whole }) => whole);
    const isPath = on !== undefined && on !== ":class" && !on.startsWith("::");
    const path = on === undefined ? outer[0] : (wholeOf(on, outer, isThere) ?? on);
    const isLeaning = (isPath && outer.length > 0) || around.some((one) => one.isLeaning);
    names.set(index, { whole: joined(path, name), isLeaning });
  });
  return names;
}

/** Innermost first. */
export function classesAround(
  { scopes }: Outline,
  names: QualifiedNames,
  scope: number,
): readonly QualifiedName[] {
  const around: QualifiedName[] = [];
  for (let at = scope; at > 0; at = scopes[at]!.parent) {
    const name = names.get(scopes[at]!.definition);
    if (name) around.push(name);
  }
  return around;
}

const outerNames = (whole: string): readonly string[] =>
  [...whole.matchAll(/\./g)].map(({ index }) => whole.slice(0, index));

const isConstant = (name: string): boolean => /^\p{Lu}/u.test(name);

const joined = (outer: string | undefined, name: string): string =>
  outer === undefined ? name : `${outer}.${name}`;
