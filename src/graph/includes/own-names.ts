/** What a file of C or C++ says to all others by whole names, wherever it stands among them. */

import type { FileTable } from "../files/file-table.ts";
import { qualifiedNamesOf } from "../files/namespaces.ts";
import { maxOfOneName } from "../files/symbol-table.ts";
import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import type { ImportFact, Outline } from "../outline.ts";

/** Kinds of definitions that are looked for by their whole names. */
export const kindsSaid = ["bodies", "classes", "declared", "lenient"] as const;
export type KindSaid = (typeof kindsSaid)[number];

/** One of the places where a namespace is written, by its whole name and the scope inside of it. */
export interface OwnPart {
  readonly namespace: string;
  readonly scope: number;
}

/** Kinds of names of which only matters who says them. */
export const kindsNamed = ["namespaces", "used", "apart", "atTop", "bodiesIncluded"] as const;
export type KindNamed = (typeof kindsNamed)[number];

export interface OwnNames extends Readonly<Record<KindNamed, ReadonlySet<string>>> {
  /**
   * Whole names with the indices of definitions. Functions without a body are `declared`; `lenient` are those that say
   * what stands for arguments that are left out.
   */
  readonly definitions: Readonly<Record<KindSaid, ReadonlyMap<string, readonly number[]>>>;
  /** What tells others which namespaces there are: `namespace` and a whole name, what classes stand `around`, what macros have `opened`. */
  readonly namespaces: ReadonlySet<string>;
  /** The last parts of the namespaces that it uses, in whichever scope. */
  readonly used: ReadonlySet<string>;
  /** Names of classes that are written outside of the class that they belong to. */
  readonly apart: ReadonlySet<string>;
  /** What it says outside of every namespace. */
  readonly atTop: ReadonlySet<string>;
  /** The names, without folders, of files with bodies that it includes. */
  readonly bodiesIncluded: ReadonlySet<string>;
  /** What it says inside of namespaces, in the order in which it is known: what it defines before what it uses. */
  readonly inside: readonly (OwnPart & { readonly names: readonly string[] })[];
  /** What includes files, or uses other namespaces. */
  readonly passing: readonly OwnPart[];
  /** The whole names that the namespaces may have which it uses, in whichever scope. */
  readonly using: readonly string[];
  /** What it includes, in whichever scope. */
  readonly included: readonly string[];
  /** What it includes and uses at its top. */
  readonly stars: readonly ImportFact[];
}

/** The number of the fact which files say a name of a kind. */
export const factOfNamed = (kind: KindSaid | KindNamed, name: string): number =>
  factNumber(seeds[kind], name);

/** The same of what they say inside of a namespace. */
export const factOfInside = (namespace: string, name: string): number =>
  factNumber(factNumber(insideSeed, namespace), name);

const insideSeed = textNumber("names inside");
const seeds = Object.fromEntries(
  [...kindsSaid, ...kindsNamed].map((kind) => [kind, textNumber(`names ${kind}`)]),
) as Readonly<Record<KindSaid | KindNamed, number>>;

/** The facts that a file tells so, with the indices of the definitions that it is about. */
export function* factsNamed(file: FileTable): Iterable<readonly [fact: number, indices: readonly number[]]> {
  const own = ownNames(file);
  for (const kind of kindsSaid)
    for (const [whole, indices] of own.definitions[kind]) yield [factOfNamed(kind, whole), indices];
  for (const kind of kindsNamed) for (const name of own[kind]) yield [factOfNamed(kind, name), []];
  for (const { namespace, names } of own.inside)
    for (const name of names) yield [factOfInside(namespace, name), []];
}

const known = new WeakMap<Outline, OwnNames>();

export function ownNames(file: FileTable): OwnNames {
  const own = known.get(file.outline) ?? readNames(file);
  known.set(file.outline, own);
  return own;
}

function readNames(file: FileTable): OwnNames {
  const { definitions, imports, opened = [] } = file.outline;
  const using = usedIn(file);
  const wholes = qualifiedNamesOf(file);
  const byKind = { bodies: none(), classes: none(), declared: none(), lenient: none() };
  const namespaces = new Set(opened.map((name) => `opened ${name}`));
  const apart = new Set<string>();
  const passing: OwnPart[] = [];
  const namespaceOf = new Map<number, string>();
  definitions.forEach(({ kind, name, on, bodiless, detached, optional }, index) => {
    const whole = wholes[index]!;
    const all = on === undefined ? [whole] : withUsed(whole, using);
    if (kind === "namespace") {
      const scope = file.inside[index]!;
      namespaceOf.set(scope, whole);
      if (file.allWildcards[scope]) passing.push({ namespace: whole, scope });
      namespaces.add(`namespace ${whole}`);
    } else if (kind === "class") {
      for (const one of all) {
        add(byKind.classes, one, index);
        if (one.includes(".")) namespaces.add(`around ${one.slice(0, one.lastIndexOf("."))}`);
      }
      if (on !== undefined) apart.add(name);
    } else if (kind === "function" && !bodiless && !detached)
      for (const one of all) add(byKind.bodies, one, index);
    else {
      if (kind === "function" && bodiless) add(byKind.declared, whole, index);
      if (optional !== undefined) add(byKind.lenient, whole, index);
    }
  });
  const atTop = new Set<string>();
  const inside: (OwnPart & { names: string[] })[] = [];
  for (const [name, { scope }] of file.names.all()) {
    const namespace = namespaceOf.get(scope);
    if (scope === 0) atTop.add(name);
    else if (namespace === undefined) continue;
    else if (inside.at(-1)?.scope === scope) inside.at(-1)!.names.push(name);
    else inside.push({ namespace, scope, names: [name] });
  }
  const stars = imports.filter(({ kind }) => kind === "all");
  const named = stars.filter(({ ofNamespace }) => ofNamespace);
  const included = [...new Set(stars.flatMap(({ ofNamespace, from }) => (ofNamespace ? [] : [from])))];
  return {
    ...{ definitions: byKind, namespaces, apart, atTop, inside, passing, using, included },
    bodiesIncluded: new Set(included.flatMap((from) => (isBody.test(from) ? [lastOf(from)] : []))),
    stars: file.allWildcards[0] ?? [],
    used: new Set(named.map(({ from }) => lastPart(from))),
  };
}

/** What is compiled by itself, or belongs to the end of a header: no header that others are made for. */
export const isBody = /\.(?:c|cc|cpp|cxx|c\+\+|inl|ipp|tcc|tpp|txx)$/;

/** A path without its folders. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** Of what is written or known as a whole name. */
export const lastPart = (name: string): string =>
  name.slice(1 + Math.max(name.lastIndexOf(":"), name.lastIndexOf(".")));

const none = () => new Map<string, number[]>();

/** Of one file no more than it says of one name (said.ts). */
function add(all: Map<string, number[]>, whole: string, index: number): void {
  const indices = all.get(whole);
  if (!indices) all.set(whole, [index]);
  else if (indices.length < maxOfOneName) indices.push(index);
}

/** Namespaces that a file uses, as those of its definitions may belong to them that are written on a class. */
function usedIn({ outline }: FileTable): readonly string[] {
  const used: string[] = [];
  for (const { ofNamespace, from } of outline.imports)
    if (ofNamespace && used.length < maxUsed) used.push(from.replaceAll("::", "."));
  // One that is used may be inside of another: `using namespace a; using namespace b;`
  const outer = used.slice(0, maxOuter);
  const nested = outer.flatMap((one) => outer.map((other) => `${one}.${other}`));
  return [...new Set([...used, ...nested])];
}

/** Namespaces that one file uses, at most. */
const maxUsed = 100;
/** Of these others may be inside. */
export const maxOuter = 8;

/** `using namespace ns; void Foo::bar() {}` may be a method of `ns::Foo`. */
export const withUsed = (whole: string, used: readonly string[]): readonly string[] => [
  whole,
  ...used.map((namespace) => `${namespace}.${whole}`),
];
