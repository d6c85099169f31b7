import type { Entity, Found, TypeArguments } from "./entities.ts";
import type { FileTable } from "./files/file-table.ts";
import type { Tables } from "./files/tables.ts";
import type { Sureness } from "./graph.ts";
import type { Names } from "./includes/name-index.ts";
import type { TypeShape } from "./notation/types.ts";
import type { ClassesKnown, Merged, MergedMember } from "./open-classes/class-merge.ts";
import type { Block, Subjects } from "./open-types/open-types.ts";
import type { Chain, ImportFact } from "./outline.ts";
import type { SeenTarget } from "./project.ts";

/**
 * Name resolution and type inference, as one interface: names lead to values, values to types, types to members, and
 * members to names of other files. The rules know each other only through this; createLinker puts them
 * together and caches the answers.
 */
export interface Linker {
  readonly tables: Tables;

  // Names and chains.

  /** Resolves a bare name in a scope; undefined where the file does not declare it. */
  name(file: FileTable, scope: number, name: string): Found | undefined;
  /** Resolves a chain in a scope; see chains/chain-resolver.ts. */
  chain(file: FileTable, scope: number, chain: Chain): Found;
  /** Resolves the callee of a call: differs from the chain alone in languages that keep functions in a namespace of their own. */
  called(file: FileTable, scope: number, chain: Chain): Found;
  /** Extension methods that a call on a chain may mean; see extension-methods.ts. */
  added(file: FileTable, scope: number, chain: Chain): Found;
  /** Made once for a file that is linked. */
  propertiesIn(file: FileTable): PropertiesRead;
  /**
   * What a module exports as `name`; undefined where it has no such name. @param isForOthers The importer is outside of
   * it, and does not see its private imports.
   */
  exported(target: SeenTarget, language: string, name: string, isForOthers?: boolean): Found | undefined;
  /** What a declaration of a module for the whole program says as `name`; see ambient.ts. */
  ambientMember(file: FileTable, scope: number, name: string): Found | undefined;
  /** What a wildcard import takes the names of: `use a::b::*`. */
  wildcard(file: FileTable, star: ImportFact): readonly WildcardTarget[];

  // Members and calls.

  /** Member look-up. */
  member(entity: Entity, name: string): Found;
  /** The same from outside of a module or namespace: private imports are left out. */
  publicMember(entity: Entity, name: string): Found;
  /** The result of a call. */
  call(entity: Entity): Found;
  /** A member that a class declares or inherits within the repository. */
  declared(id: number, name: string): Found | undefined;
  /** The same as a member of an object: type arguments of bases are substituted in its type. */
  inherited(id: number, name: string): Found | undefined;

  // Classes.

  /** The base of that name of a class; see baseNamed. */
  base(id: number, name: string): Found;
  /** The direct bases of a class, with their type arguments. */
  basesOf(id: number): readonly { readonly id: number; readonly typeArguments?: TypeArguments | undefined }[];
  /** A class with all its bases in method resolution order; `complete` is false where a base is external. */
  ancestors(id: number): Ancestors;
  /** Direct subclasses, in languages that ask for them; see mixed-in.ts. */
  subclasses(id: number): readonly number[];
  /** All parts of a partial class, this one first; see constructors.ts. */
  parts(id: number): readonly number[];
  /** The part of a class whose constructor takes so many arguments. */
  made(id: number, args: number | undefined): number;

  // Types.

  /** A type annotation, each text parsed once. */
  shape(type: string): TypeShape;
  /** Objects of the type that is written in a scope. */
  typed(file: FileTable, scope: number, type: string): Found;
  /** The target of a type alias, as `find` resolves it; see `createExpandedAlias`. */
  expandedAlias(id: number, find: () => Found): Found;
  /** The names of the type parameters of a class or a function. */
  typeParameters(id: number): readonly string[];
  /** The bound of a type parameter: `Foo` of `<T extends Foo>`. */
  typeBound(id: number, name: string): Found;
  /** Its default: `Foo` of `<T = Foo>`. */
  typeDefault(id: number, name: string): Found;
  /** The type arguments that a class gives to an inherited base, in terms of its own type parameters. */
  typeArgumentsOfBase(id: number, base: number): TypeArguments | undefined;
  /** Library collections among the bases of a class: `ArrayList<Foo>`. */
  collectionBases(id: number): Found;

  // Includes (C, C++).

  /** A name that a scope sees through `#include` and using directives. */
  included(file: FileTable, scope: number, name: string): Found | undefined;
  /** A name at the top of a file that only its includers declare: the file is textually part of these. */
  around(file: FileTable, name: string): Found | undefined;
  /** A name through one using directive. */
  used(file: FileTable, scope: number, star: ImportFact, name: string): Found | undefined;
  /** A name of a namespace in other included files, or one of which only out-of-line definitions are known. */
  shared(file: FileTable, namespace: string, name: string): Found | undefined;
  /** A nested class that is defined out of line: `class Outer::Inner {`. */
  innerClass(file: FileTable, scope: number, name: string): Found | undefined;
  /** The functions with a body that a declaration stands for; itself where there are none. */
  bodies(id: number): readonly number[];
  /** The declarations that a function with a body is the first definition of, in order. */
  declarations(id: number): readonly number[];
  /** How many trailing arguments a call of a function may leave out, as it or a declaration of it says. */
  optional(id: number): number;

  // Types and classes that other places extend.

  /** Out-of-line members and bases, as of `impl` blocks; its `collect` comes before all look-ups. */
  readonly outOfLine: OutOfLine;
  /** Methods of traits on external types. */
  readonly traitMethods: TraitMethods;
  /** The interfaces that a type of a file implements structurally, without naming them (Go). */
  implicit(file: FileTable, index: number): readonly Implemented[];
  /** Open classes, which any file may reopen (Ruby). */
  readonly reopened: Reopened;
  /** What names mean there. */
  readonly selves: Selves;
}

/** The getters that a chain runs on its way, and the getter or setter at its end. */
export type PropertiesRead = (
  scope: number,
  chain: Chain,
  how: "read" | "assigned" | undefined,
) => readonly Found[];

export interface WildcardTarget {
  readonly entity: Entity;
  /** The importer is inside of it, and sees its private names. */
  readonly isAround: boolean;
}

/** An interface that a type implements structurally. */
export interface Implemented {
  readonly id: number;
  /** `inferred` where a method's signature has type parameters, or cannot be read. */
  readonly sureness: Exclude<Sureness, "ambiguous">;
}

export interface Ancestors {
  readonly ids: readonly number[];
  readonly complete: boolean;
  /** The nearest base of that name. */
  base(name: string): number | undefined;
}

export interface OutOfLine {
  /**
   * Finds which classes the blocks of all files speak of. `keptOf`: those of a file where they are known. Gives them by
   * file, nothing where the language has no such blocks.
   */
  collect(keptOf: (index: number) => Subjects | undefined): readonly (Subjects | undefined)[];
  /** The out-of-line members and bases of a class, in any file. */
  membersOf(id: number): OutOfLineMembers;
  /** Whether a trait has blocks for types that are not the repository's, and these. */
  isForOthers(trait: number): boolean;
  blocksFor(trait: number): readonly BlockInFile[];
}

export interface OutOfLineMembers {
  /** Definition numbers of what has that name. */
  member(name: string): readonly number[] | undefined;
  bases(): readonly { readonly file: FileTable; readonly scope: number; readonly base: Chain }[];
}

export interface BlockInFile {
  readonly file: FileTable;
  readonly block: Block;
}

/** Indexes over all files by qualified name: of C and C++ the first, of Ruby the other. */
export interface Indexes {
  readonly names: Names;
  classes(): ClassesKnown;
}

/** See reopened.ts. */
export interface Reopened {
  qualifiedName(id: number): string;
  /** Undefined where no file declares the class. */
  declarations(name: string): Pick<Merged, "bases" | "mixins" | "parts"> | undefined;
  /** The declarations of a member of the class with that qualified name. */
  member(whole: string, name: string): MergedMember | undefined;
  /** The class or value of a whole name. */
  at(name: string): Found | undefined;
  /** Whether a file has a method of that name outside of every class. */
  isAtSomeTop(name: string): boolean;
  /** Whole names of the classes around a scope, innermost first. */
  around(file: FileTable, scope: number): readonly string[];
}

/** See selves.ts. */
export interface Selves {
  /** What a head of a chain means: a constant, a variable, `this`, `super`. */
  head(file: FileTable, scope: number, head: string): Found;
  /** What `name` is on `self`: a method of its class, else one of the top of this file or of a file that it requires. */
  onSelf(file: FileTable, scope: number, name: string): Found;
  member(entity: Extract<Entity, { id: number }>, name: string): Found;
}

export interface TraitMethods {
  /** The traits with a method of that name that types have which are not the repository's. */
  named(name: string): readonly number[];
  /** Their blocks for such types. */
  blocks(trait: number): readonly TraitBlock[];
}

export interface TraitBlock {
  /** For any type. */
  readonly isOpen: boolean;
  /** Then the traits of the repository that such a type has. */
  readonly bounds: readonly number[];
  /** The name of the type, where it has one. */
  readonly type: string | undefined;
  /** The same with the modules that are written before it. */
  readonly path: string;
  /** For references to the type alone. */
  readonly isReference: boolean;
  /** The method that it has itself, as a definition number. */
  method(name: string): number | undefined;
}
