import type { Entity, Found, Given } from "./entities.ts";
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
 * The rules of resolution know each other only through this: names lead to values, values to types, types to
 * members, members to names of other files. createLinker in link.ts puts them together.
 */
export interface Linker {
  readonly tables: Tables;
  /** What a bare name means in a scope; undefined where the file does not know it. */
  name(file: FileTable, scope: number, name: string): Found | undefined;
  /** What a chain stands for, read in a scope. */
  chain(file: FileTable, scope: number, chain: Chain): Found;
  /** Asked once for a file that is linked. */
  propertiesIn(file: FileTable): PropertiesRead;
  /** What a call of a chain calls: differs from the chain alone where functions have names of their own. */
  called(file: FileTable, scope: number, chain: Chain): Found;
  /** The methods that are added to the type of what a chain calls a method of; see extension-methods.ts. */
  added(file: FileTable, scope: number, chain: Chain): Found;
  /** A member that a class or one of its bases in the repository has. */
  declared(id: number, name: string): Found | undefined;
  /** The same as an object of the class has it: in what it gives the parameters of its bases are what they are given. */
  inherited(id: number, name: string): Found | undefined;
  /** What was said of classes outside of them; its `collect` comes before all questions. */
  readonly elsewhere: Elsewhere;
  /** Methods of traits on types from elsewhere. */
  readonly traitMethods: TraitMethods;
  /** Classes of several parts, in languages where any file may write on them. */
  readonly reopened: Reopened;
  /** What names mean there. */
  readonly selves: Selves;
  /** The functions with a body that a declaration stands for; itself where there are none. */
  bodies(id: number): readonly number[];
  /** The declarations that a function with a body is the first body of, in order. */
  declarations(id: number): readonly number[];
  /** A class that belongs to another one and is written outside of that: `class Outer::Inner {`. */
  innerClass(file: FileTable, scope: number, name: string): Found | undefined;
  /** What the files that a scope includes, and the namespaces that it uses, say of a name. */
  included(file: FileTable, scope: number, name: string): Found | undefined;
  /** What a name at the top of a file means in those that include it as if it stood there. */
  around(file: FileTable, name: string): Found | undefined;
  /** What a namespace has that a file uses in a scope. */
  used(file: FileTable, scope: number, star: ImportFact, name: string): Found | undefined;
  /** All parts of a class, this one first; see constructors.ts. */
  parts(id: number): readonly number[];
  /** The part of a class that an object is made by which is given so many arguments. */
  made(id: number, args: number | undefined): number;
  /** The interfaces that a type of a file has without saying so. */
  implicit(file: FileTable, index: number): readonly Implemented[];
  /** The base of that name of a class; see baseNamed. */
  base(id: number, name: string): Found;
  /** How many arguments a call of a function may leave out, as it or a declaration of it says. */
  optional(id: number): number;
  /** What other files that a file includes say of a name in a namespace, or a name that only bodies are known of. */
  shared(file: FileTable, namespace: string, name: string): Found | undefined;
  /** What `name` is on a thing. */
  member(entity: Entity, name: string): Found;
  /** What a module or a namespace has for those who are not inside of it. */
  passedOn(entity: Entity, name: string): Found;
  /** Of what a path leads to everything is imported: what that is. */
  whole(file: FileTable, star: ImportFact): readonly WholePlace[];
  /** What calling a thing gives. */
  call(entity: Entity): Found;
  /**
   * What a module gives to those who import `name`; undefined where it has no such name. @param isForOthers Who asks is
   * outside of it, and does not see what it imports for itself alone.
   */
  exported(target: SeenTarget, language: string, name: string, isForOthers?: boolean): Found | undefined;
  /** What is written as a type, each text read once. */
  shape(type: string): TypeShape;
  /** Objects of the type that is written in a scope. */
  typed(file: FileTable, scope: number, type: string): Found;
  /** What a name for a type stands for, as `find` reads it; see `createUnfolded`. */
  unfolded(id: number, find: () => Found): Found;
  /** A class with all its bases, nearest first; `complete` is false where a base is not in the repository. */
  lineage(id: number): Lineage;
  /** The classes that name one among their bases, where its language asks for these; see mixed-in.ts. */
  heirs(id: number): readonly number[];
  /** The names of the parameters for types of a class or a function. */
  parameters(id: number): readonly string[];
  /** What a parameter of a function, or of a class, is at least. */
  bound(id: number, name: string): Found;
  /** What it stands for where nothing is said: `<T = Foo>`. */
  usual(id: number, name: string): Found;
  /** Lists and maps that a class itself builds on. */
  contents(id: number): Found;
  /** The bases that a class names, with what they are given. */
  basesOf(id: number): readonly { readonly id: number; readonly given?: Given | undefined }[];
  /** What the heads of a class and its bases say of the parameters of one of these, in parameters of the class. */
  givenTo(id: number, base: number): Given | undefined;
}

/** The properties that a chain reads on its way, and what runs at its end where that is read or gets a value. */
export type PropertiesRead = (
  scope: number,
  chain: Chain,
  how: "read" | "assigned" | undefined,
) => readonly Found[];

export interface WholePlace {
  readonly entity: Entity;
  /** Who imports it is inside of it, and sees what it hides from others. */
  readonly isAround: boolean;
}

/** An interface that a type has without saying so. */
export interface Implemented {
  readonly id: number;
  /** `inferred` where a method has parameters for types in it, or cannot be read. */
  readonly sureness: Exclude<Sureness, "ambiguous">;
}

export interface Lineage {
  readonly ids: readonly number[];
  readonly complete: boolean;
  /** The nearest base of that name. */
  base(name: string): number | undefined;
}

export interface Elsewhere {
  /**
   * Finds which classes the blocks of all files speak of. `keptOf`: those of a file where they are known. Gives them by
   * file, nothing where the language has no such blocks.
   */
  collect(keptOf: (index: number) => Subjects | undefined): readonly (Subjects | undefined)[];
  /** What was said of a class in any file. */
  said(id: number): SaidElsewhere;
  /** Whether a trait has blocks for types that are not the repository's, and these. */
  isForOthers(trait: number): boolean;
  blocksFor(trait: number): readonly PlacedBlock[];
}

export interface SaidElsewhere {
  /** Definition numbers of what has that name. */
  member(name: string): readonly number[] | undefined;
  bases(): readonly { readonly file: FileTable; readonly scope: number; readonly base: Chain }[];
}

export interface PlacedBlock {
  readonly file: FileTable;
  readonly block: Block;
}

/** What these files say by whole names: of C and C++ the first, of Ruby the other. */
export interface Indexes {
  readonly names: Names;
  classes(): ClassesKnown;
}

/** See reopened.ts. */
export interface Reopened {
  wholeName(id: number): string;
  /** Undefined where no file says the name. */
  said(name: string): Pick<Merged, "bases" | "mixins" | "parts"> | undefined;
  /** Who says something of a member of a class with that whole name. */
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
