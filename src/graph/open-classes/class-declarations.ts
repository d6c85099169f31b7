/**
 * What one file declares of open classes (Ruby), by qualified name and independent of where the file stands among the
 * others. Qualified names are dotted: `A.B` for `A::B`.
 */
import type { FileTable } from "../files/file-table.ts";
import { entryOf } from "../files/maps.ts";
import { ordinalsOf } from "../open-types/open-types.ts";
import { type Binding, type Chain, type Outline, shownToViews, viewClass } from "../outline.ts";
import { isTestPath } from "../tests/test-names.ts";

export interface ClassDeclarations {
  /** Qualified names of its classes, by definition index. */
  readonly names: QualifiedNames;
  /** Its declarations, by qualified name. */
  readonly named: ReadonlyMap<string, OwnNamed>;
  /** Names of its top-level methods. */
  readonly atTop: ReadonlySet<string>;
  /** Qualified names whose existence elsewhere decides how this file is read. */
  readonly asked: ReadonlySet<string>;
}

export type QualifiedNames = ReadonlyMap<number, QualifiedName>;

export interface QualifiedName {
  readonly whole: string;
  /** Declared through a relative path inside of a class (`class B::C` in `module A`): other files decide whether `B` is `A::B`. */
  readonly isLeaning: boolean;
}

/** One file's share of a qualified name: parts of a class, or values of a constant. */
export interface OwnNamed {
  readonly parts: OwnPart[];
  readonly values: Binding[];
  readonly mixins: OwnMixin[];
  readonly members: Map<string, OwnMember>;
}

/** A definition, with a text that identifies it even after others are inserted before it. */
export interface Own {
  readonly index: number;
  readonly text: string;
}

export interface OwnPart extends Own {
  /** The part with the highest rank represents the class. */
  readonly rank: number;
  readonly bases: readonly OwnBase[];
}

export interface OwnBase {
  readonly scope: number;
  readonly base: Chain;
  /** Qualified names of the enclosing classes, innermost first. */
  readonly around: readonly string[];
}

/** A mixin, in source order. */
export interface OwnMixin extends OwnBase {
  readonly how: "include" | "extend" | "give" | "prepend";
}

export interface OwnMember {
  /** The parts that declare it. */
  readonly parts: OwnPart[];
  /** Methods defined as `def Foo.bar`. */
  readonly methods: Own[];
}

export const noDeclarations: ClassDeclarations = {
  names: new Map(),
  named: new Map(),
  atTop: new Set(),
  asked: new Set(),
};

/** Independent of the scope: only the enclosing classes decide what a base resolves to. */
export const baseText = ({ base, around }: OwnBase): string => `${base} ${around.join()}`;
export const mixinText = (mixin: OwnMixin): string => `${mixin.how} ${baseText(mixin)}`;

type IsThere = (whole: string) => boolean;

/** Qualified names of classes and constants that the file declares whatever other files contain. */
export function unconditionalNames({ outline }: FileTable): ReadonlySet<string> {
  const names = qualifiedNamesIn(outline, () => false);
  const outright = new Set<string>();
  for (const { whole, isLeaning } of names.values()) if (!isLeaning) outright.add(whole);
  for (const { name, scope } of outline.bindings) {
    const around = isConstant(name) ? classesAround(outline, names, scope) : undefined;
    if (around?.every(({ isLeaning }) => !isLeaning)) outright.add(joined(around[0]?.whole, name));
  }
  return outright;
}

/** @param isOutright Whether any file declares a qualified name unconditionally; see saidOutright. */
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
    // `class A::B` needs an `A`, which an autoloader may create from a folder, without any source.
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
  // Rails mixes all modules of the helpers' folder into every view.
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
 * Its conventional file first, then code before tests, then the largest, by powers of two: with an exact size, every
 * edited line could change which part comes first, and so the links of all who name the class.
 */
const rankOf = (isHome: boolean, isTest: boolean, lines: number): number =>
  (isHome ? 200 : 0) + (isTest ? 0 : 100) + Math.floor(Math.log2(lines));

/** Resolves a constant path lexically, from the classes `around` outwards; `:class` is the innermost. */
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
