/** The qualified names that one C or C++ file declares or uses, independent of all other files. */

import type { FileTable } from "../files/file-table.ts";
import { qualifiedNamesOf } from "../files/namespaces.ts";
import { maxOfOneName } from "../files/symbol-table.ts";
import { factNumber, textNumber } from "../memory/fact-numbers.ts";
import type { ImportFact, Outline } from "../outline.ts";

/** Kinds of definitions that are indexed by qualified name. */
export const definitionKinds = ["bodies", "classes", "declared", "lenient"] as const;
export type DefinitionKindNamed = (typeof definitionKinds)[number];

/** One `namespace` block: its qualified name and the scope inside. */
export interface OwnPart {
  readonly namespace: string;
  readonly scope: number;
}

/** Kinds of names of which the index only keeps the files. */
export const kindsNamed = ["namespaces", "used", "apart", "atTop", "bodiesIncluded"] as const;
export type KindNamed = (typeof kindsNamed)[number];

export interface OwnNames extends Readonly<Record<KindNamed, ReadonlySet<string>>> {
  /** Definition indices by qualified name. `declared` are functions without a body, `lenient` those with default arguments. */
  readonly definitions: Readonly<Record<DefinitionKindNamed, ReadonlyMap<string, readonly number[]>>>;
  /** Evidence of namespaces, prefixed by its kind: `namespace a.b`, `around a.b` (qualifies a class), `opened b` (by macro). */
  readonly namespaces: ReadonlySet<string>;
  /** Unqualified names of the namespaces in its using directives, of any scope. */
  readonly used: ReadonlySet<string>;
  /** Unqualified names of classes defined out of line: `Inner` of `class Outer::Inner {`. */
  readonly apart: ReadonlySet<string>;
  /** Names declared at global scope. */
  readonly atTop: ReadonlySet<string>;
  /** Base names of the source files that it includes. */
  readonly bodiesIncluded: ReadonlySet<string>;
  /** Names declared in its namespaces, in the order of the symbol table: definitions before uses. */
  readonly inside: readonly (OwnPart & { readonly names: readonly string[] })[];
  /** Its namespaces with includes or using directives inside. */
  readonly passing: readonly OwnPart[];
  /** Qualified names that its using directives may mean, of any scope. */
  readonly using: readonly string[];
  /** Includes of any scope, as written. */
  readonly included: readonly string[];
  /** Includes and using directives at file level. */
  readonly stars: readonly ImportFact[];
}

/** The fact: which files have a name of a kind. */
export const factOfNamed = (kind: DefinitionKindNamed | KindNamed, name: string): number =>
  factNumber(seeds[kind], name);

/** The fact: which files declare a name in a namespace. */
export const factOfInside = (namespace: string, name: string): number =>
  factNumber(factNumber(insideSeed, namespace), name);

const insideSeed = textNumber("names inside");
const seeds = Object.fromEntries(
  [...definitionKinds, ...kindsNamed].map((kind) => [kind, textNumber(`names ${kind}`)]),
) as Readonly<Record<DefinitionKindNamed | KindNamed, number>>;

/** The facts that a file contributes to, each with the indices of the definitions behind it. */
export function* factsNamed(file: FileTable): Iterable<readonly [fact: number, indices: readonly number[]]> {
  const own = ownNames(file);
  for (const kind of definitionKinds)
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

/** Source files, and the ends of headers that hold template definitions (`.inl`): no headers proper. */
export const isBody = /\.(?:c|cc|cpp|cxx|c\+\+|inl|ipp|tcc|tpp|txx)$/;

/** The base name of a path. */
export const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/** The unqualified name, of `a::b` as written or `a.b` as indexed. */
export const lastPart = (name: string): string =>
  name.slice(1 + Math.max(name.lastIndexOf(":"), name.lastIndexOf(".")));

const none = () => new Map<string, number[]>();

/** Bounded per file and name, as the symbol table is. */
function add(all: Map<string, number[]>, whole: string, index: number): void {
  const indices = all.get(whole);
  if (!indices) all.set(whole, [index]);
  else if (indices.length < maxOfOneName) indices.push(index);
}

/** Qualified names of the namespaces in a file's using directives: its out-of-line definitions may belong to them. */
function usedIn({ outline }: FileTable): readonly string[] {
  const used: string[] = [];
  for (const { ofNamespace, from } of outline.imports)
    if (ofNamespace && used.length < maxUsed) used.push(from.replaceAll("::", "."));
  // They may be nested: `using namespace a; using namespace b;` may mean `a::b`.
  const outer = used.slice(0, maxOuter);
  const nested = outer.flatMap((one) => outer.map((other) => `${one}.${other}`));
  return [...new Set([...used, ...nested])];
}

/** Limit of using directives per file. */
const maxUsed = 100;
/** Limit of those that others are taken to be nested in. */
export const maxOuter = 8;

/** `using namespace ns; void Foo::bar() {}` may be a method of `ns::Foo`. */
export const withUsed = (whole: string, used: readonly string[]): readonly string[] => [
  whole,
  ...used.map((namespace) => `${namespace}.${whole}`),
];
