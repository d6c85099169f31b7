/** Merges all files' declarations of one qualified name (Ruby). */

import { entryOf } from "../files/maps.ts";
import type { Tables } from "../files/tables.ts";
import type { Binding } from "../outline.ts";
import {
  baseText,
  type ClassDeclarations,
  mixinText,
  type Own,
  type OwnBase,
  type OwnMixin,
  type OwnNamed,
  type OwnPart,
} from "./class-declarations.ts";
import type { Subclasses } from "./subclasses.ts";

/** A file, which keeps its identity when its place changes. */
export interface DeclaringFile {
  readonly path: string;
  place: number;
  content: string | undefined;
  /** See saidOutright. */
  outright: ReadonlySet<string>;
  declarations: ClassDeclarations;
}

/** A declaration, with its file. */
export interface By<T> {
  readonly by: DeclaringFile;
  readonly own: T;
}

export interface Merged {
  /** Highest rank first: that one represents the class. */
  readonly parts: readonly By<OwnPart>[];
  /** Superclasses, without duplicates. */
  readonly bases: readonly By<OwnBase>[];
  readonly values: readonly By<Binding>[];
  readonly mixins: readonly By<OwnMixin>[];
  readonly members: ReadonlyMap<string, MergedMember>;
}

export interface MergedMember {
  /** The parts that declare it, by rank. */
  readonly parts: By<OwnPart>[];
  /** Methods defined as `def Foo.bar`. */
  readonly methods: By<Own>[];
}

/** Read access to an index of open classes. */
export interface ClassesKnown {
  /** The file at a place; undefined in other languages. */
  declaringFile(place: number): DeclaringFile | undefined;
  /** Undefined where no file declares the qualified name. */
  named(whole: string): Merged | undefined;
  isAtTop(name: string): boolean;
  /** The classes with a member of that name, sorted. */
  classesDeclaring(member: string): readonly string[];
  subclasses(): Subclasses;
}

/** @param declarers In any order. */
export function mergeNamed(declarers: ReadonlyMap<DeclaringFile, OwnNamed>): Merged {
  const all = [...declarers].sort(([{ path: a }], [{ path: b }]) => (a < b ? -1 : 1));
  const each = <T>(of: (own: OwnNamed) => readonly T[]): By<T>[] =>
    all.flatMap(([by, named]) => of(named).map((own) => ({ by, own })));
  const parts = each((named) => named.parts).sort(byRank);
  const bases = parts.flatMap(({ by, own }) => own.bases.map((base) => ({ by, own: base })));
  const mixins = each((named) => named.mixins);
  let members: ReadonlyMap<string, MergedMember> | undefined;
  return {
    parts,
    values: each((named) => named.values),
    // Thousands of files may name the same base; duplicates resolve alike, as the enclosing classes decide.
    bases: onceEach(bases, baseText),
    mixins: onceEach(mixins, mixinText),
    get members() {
      members ??= mergeMembers(all);
      return members;
    },
  };
}

function mergeMembers(
  all: readonly (readonly [DeclaringFile, OwnNamed])[],
): ReadonlyMap<string, MergedMember> {
  const members = new Map<string, MergedMember>();
  for (const [by, named] of all)
    for (const [name, member] of named.members) {
      const known = entryOf(members, name, (): MergedMember => ({ parts: [], methods: [] }));
      for (const own of member.parts) known.parts.push({ by, own });
      for (const own of member.methods) known.methods.push({ by, own });
    }
  for (const { parts } of members.values()) if (parts.length > 1) parts.sort(byRank);
  return members;
}

/** The sort is stable: paths decide between equal ranks. */
const byRank = ({ own: a }: By<OwnPart>, { own: b }: By<OwnPart>): number => b.rank - a.rank;

function onceEach<T>(all: readonly By<T>[], textOf: (own: T) => string): readonly By<T>[] {
  if (all.length < 2) return all;
  const known = new Set<string>();
  return all.filter(({ own }) => {
    const before = known.size;
    return known.add(textOf(own)).size > before;
  });
}

/** The id of a definition. */
export const idOf = (tables: Tables, { by, own }: By<Own>): number => tables.firstOf(by.place) + own.index;
