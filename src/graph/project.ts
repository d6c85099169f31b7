/**
 * What the graph must be told about the repository as a whole. How a language finds its modules is known by that
 * language's folder; the graph only asks.
 */

import type { Visibility } from "./graph.ts";
import type { LibraryClass, LibraryMembers, ModelRules } from "./library-rules.ts";
import type { Definition, Outline } from "./outline.ts";

/**
 * What an import can lead to: a file, a folder that is a package without a file of its own, or a package made of
 * several files, whose `path` is the key that `packageOf` gives them.
 */
export type ModuleTarget =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "folder"; readonly path: string }
  | { readonly kind: "package"; readonly path: string };

/** A module as one file sees it. */
export type SeenTarget = ModuleTarget & {
  /** That file's, where it is not part of every program: see FileConditions. */
  readonly condition?: string;
};

/** Files that are part of a program only for some systems. */
export interface FileConditions {
  /** When a file is part of a program, in words of the family's own; undefined where it always is. */
  of(outline: Outline): string | undefined;
  /** Whether there is a program that files of both conditions are part of. */
  canMeet(one: string, other: string): boolean;
  /** Whether a file of that condition is part of a program of which nothing special is said. */
  isUsual(condition: string): boolean;
}

/** What a file's own package has to do with what its imports mean. */
export interface Surroundings {
  /** The package as the file says it. */
  readonly inside: string | undefined;
  /** How many names at the end of a package's name are members of a class; -1 where there is no such package. */
  depthOf(target: ModuleTarget): number;
}

/** Who may use a definition that does not say it. `owner`: the class, object or namespace in which it stands. */
export type VisibilityRule = (definition: Definition, owner: Definition | undefined) => Visibility;

/** A part of a repository with classes of its own beside others of the same name; `isApart`: for itself alone. */
export type SourceModule = { readonly name: string; readonly isApart: boolean };

/** How one family of languages finds modules and reads names. */
export interface FamilyRules {
  /** The module that `specifier` means in the file `from`; undefined where it is not in this repository. */
  resolve(from: string, specifier: string, around?: Surroundings): ModuleTarget | undefined;
  /** The module called `name` inside a package. */
  member?(target: ModuleTarget, name: string): ModuleTarget | undefined;
  /**
   * The member of a folder that stands for all packages whose names its files see without importing them, in one path
   * with blanks between their keys (C#: what a project says, `global using`).
   */
  readonly implied?: string;
  /**
   * The member of a folder that stands for the projects whose definitions its files see, each on a line of one path, its
   * own first; `*` where it may be any (C#).
   */
  readonly projects?: string;
  /** True where every name of a module may be imported (Python), false where only exports may. */
  readonly exportsEverything: boolean;
  /** True where a function that does nothing stands in for one of its name that does (PHP: `function __() {}`). */
  readonly standIns?: boolean;
  /** True where code directly in a class body sees the class's names bare. */
  readonly classBodyIsScope: boolean;
  /** True where a type and a value may share one name in one scope (TypeScript). */
  readonly separateTypeNames: boolean;
  /** True where a class and its objects may each have a method of one name (TypeScript). */
  readonly separateStaticNames?: boolean;
  /** The method that a bare `super(...)` runs; undefined where `super()` only names the base. */
  readonly superMethod: string | undefined;
  /** The method that runs when an object is itself called. */
  readonly callMethod: string | undefined;
  /** True where a type may say what calling an object of it gives, without a method (TypeScript). */
  readonly callSignatures?: true;
  /** The methods that run for `x[i]` and for going through `x`, and those by which an iterator gives its next element. */
  readonly elementMethods?: {
    readonly index: string;
    readonly iterate: string;
    /** The same where each element is waited for. */
    readonly iterateLater?: string;
    readonly next?: readonly string[];
  };
  /** True where what is indexed may be a pointer or an array, and an element of that has the type that is written. */
  readonly indexesPointers?: true;
  /** The decorator that makes of a function a task, and the methods of that by which it runs later (Celery). */
  readonly tasks?: { readonly decorator: RegExp; readonly methods: ReadonlySet<string> };
  /** The decorator by which a function that yields an object gives that object to `with` (Python). */
  readonly entersGiven?: RegExp;
  /**
   * Key of the package whose files see each other's top names bare; no key of another family is like it.
   * `said`: the package's name as the file has it.
   */
  packageOf?(path: string, said: string | undefined): string | undefined;
  /** The keys of all packages to which a file may belong, where there may be several. */
  packagesOf?(said: string | undefined): readonly string[];
  /**
   * Where a name is looked for that no scope knows: one that says its package itself (`A\\B\\c` in PHP), or one
   * that may belong to others; the first that has it counts. `importedAs`: what a first part was imported as; `inside`: the file's package.
   */
  qualified?(
    name: string,
    importedAs: (first: string) => { readonly from: string; readonly name?: string } | undefined,
    inside: string | undefined,
  ): readonly { readonly target: ModuleTarget; readonly name: string }[];
  /** The part of a repository that a file belongs to, which says the package `said`. */
  moduleOf?(path: string, said: string | undefined): SourceModule;
  /** What a class is written like by its whole name, where that may stand anywhere: `java.util.List`. */
  readonly wholeNames?: RegExp;
  /** What a package may be instead: `com.foo.Bar` may be the class Bar of `com.foo`. */
  outer?(target: ModuleTarget): { readonly target: ModuleTarget; readonly name: string } | undefined;
  /** True where `import "a/b"` makes the package known by its own name; `importedName` guesses it from outside. */
  importedName?(specifier: string): string;
  /** The name under which a file that has no such name means itself, with what it gives to others: `exports` (JavaScript). */
  readonly ownModule?: string;
  /** Methods of every function that call the function itself: `f.call(x)`. */
  readonly callsItself?: ReadonlySet<string>;
  /** True where a bare name inside a class may mean a member, also an inherited one (Java). */
  readonly bareMembers?: boolean;
  /** What the signature of a class has whose parts may stand in several files of its package (C#). */
  readonly partialClass?: RegExp;
  /** True where a class has what its interfaces promise without saying it again (PHP). */
  readonly inheritsInterfaceMembers?: boolean;
  /** True where types stand in comments alone: what a function gives by its values is told better by these (Ruby). */
  readonly valuesFirst?: boolean;
  /** What the signature has of what a class takes in as its own: its parent is none of these (PHP's traits). */
  readonly mixin?: RegExp;
  /** Set where a class may call on its object what only its heirs have (PHP, Python): bases that give nothing to call, and the method of those that have everything. */
  readonly subclassMembers?: { readonly emptyBases: RegExp; readonly unknownMember: string };
  /** Set where a method may run by its name alone being read (Python, JavaScript). */
  readonly readsProperties?: true;
  /** True where `Foo` and `Foo<T>` are two classes (C#). */
  readonly overloadsByArity?: boolean;
  /** True where a function and a value of one name do not hide each other (Java). */
  readonly separateFunctionNames?: boolean;
  /** Types and functions from outside that are known by name, each as a type: `{ current: $0 }` of `RefObject<Foo>` (React). */
  readonly libraryTypes?: ReadonlyMap<string, string>;
  /** What classes have from bases outside that are known by name, where nothing else is known of it (Python). */
  readonly libraryClasses?: ReadonlyMap<string, LibraryClass>;
  /** True where functions have parameters for types in angle brackets, behind their name (TypeScript) or before their type (Java). */
  readonly genericFunctions?: boolean;
  /** True where functions have such parameters and calls say what they stand for: `Zero[User]()` (Go), `make::<User>()` (Rust), `Same(user)` (C#). */
  readonly typesOfCalls?: boolean;
  /** True where a function is an object with members of its own, and may be a class (JavaScript). */
  readonly functionObjects?: boolean;
  /**
   * Set where objects know their class, a class makes objects by a method, a method gives what an object does not
   * have, and another one what is got by an attribute that holds such an object (Python).
   */
  readonly dynamic?: {
    readonly classOf: string;
    readonly maker: string;
    readonly unknownMember: string;
    readonly descriptor: string;
    /** What a chain ends in that stands for an operator. */
    readonly operator: RegExp;
  };
  /** What resolves, in place of a module's name, to the nearest file in a folder above whose fixtures a test knows (pytest). */
  readonly fixtures?: string;
  /** What resolves, in place of a module's name, to the file that tells of the same module: its stub, or of a stub the code (Python). */
  readonly beside?: string;
  /** True where a field and a method of one name do not hide each other (Rust). */
  readonly separateFieldNames?: boolean;
  /** What the base of an enumeration is called, whose values are objects of the class. */
  readonly enumBases?: RegExp;
  /** True where a file may say what `this` is in functions outside of classes (PHP: `uses(TestCase::class)` of Pest). */
  readonly saysObject?: boolean;
  /** Classes that build on a model of a library, which gives them objects; see models.ts. */
  readonly models?: ModelRules;
  /** What the signature of an enumeration begins with, the method of it that gives all its values, and those that give one (PHP, Java); `bare` where the enumeration itself calls them by their names alone. */
  readonly enums?: {
    readonly head: RegExp;
    readonly all: string;
    readonly one: RegExp;
    readonly bare?: true;
  };
  /** The field whose value a method of a class gives, by its name with the mark, where an annotation of the class makes that method (Lombok). */
  getterOf?(owner: Definition, name: string): string | undefined;
  /** True where a variable of a type may be asked for what that does not have, once it is known to be more (PHP, Python). */
  readonly narrows?: boolean;
  /** True where `f[T]` is f itself, made for a type (Go). */
  readonly typesInBrackets?: boolean;
  /** The name that a type begins with where that means no variable: `hour` of `hour.Hour` in `func at(hour *hour.Hour)`. */
  readonly typeHead?: RegExp;
  /** True where a type that is made of another one is a type of its own, but for one with an equals sign (Go). */
  readonly nominalAliases?: boolean;
  /** True where a type has what it builds on in fields of that name, whose types say what that is given (Go). */
  readonly embeds?: boolean;
  /** True where methods of a type may stand in other files of its package (Go). */
  readonly methodsAcrossFiles?: boolean;
  /** Set where a type has an interface by having its methods, without saying so (Go). */
  readonly implicit?: ImplicitRules;
  /** True where methods and bases of a type may be written in other files than the type (`impl`). */
  readonly openTypes?: boolean;
  /** Set where a class is an object with methods of its own, and any file may write on it (Ruby). */
  readonly reopened?: ReopenedRules;
  /** Methods that a value may have from the standard library and that give what it holds: `x.unwrap()`. */
  readonly givesItself?: ReadonlySet<string>;
  /** Members that a value may have from the standard library and that are what it holds: `task.Result`. */
  readonly isItself?: RegExp;
  /** Whether a method that a class has from a base outside gives the object, as far as the head of the class tells. */
  readonly isFluent?: (definition: Definition, name: string) => boolean;
  /** The method that takes an object apart into what it is given (C#); that of a record is left out. */
  readonly deconstructMethod?: string;
  /**
   * Set where a type from elsewhere that is given one type holds that in its first place, `Json<Foo>`: which of these
   * types, by name, have the members of what they hold.
   */
  readonly holders?: ReadonlySet<string>;
  /** Methods of an object that stands for another one, which has the members that it lacks; the first that it has counts. */
  readonly standsFor?: readonly string[];
  /** Functions of a class that make an object of it, where nothing else is known of them: what a type derives, what a base from elsewhere has. */
  readonly makesItself?: ReadonlySet<string>;
  /** The same for types with a decorator that gives them such a function: `Cli::parse()` of `#[derive(Parser)]`. */
  readonly derived?: ReadonlyMap<string, RegExp>;
  /** Functions of a type from elsewhere that make an object of it: `Duration::from_secs(1)`. */
  readonly makesOther?: RegExp;
  /** Set where a method may be called on objects of a type that it does not belong to (C#). */
  readonly extensionMethods?: LibraryMembers;
  /** Set where imports are paths of names (`use a::B::c`): the module that a path's first name means in a file. */
  pathHead?(from: string, name: string): ModuleTarget | undefined;
  /** The namespaces of a file, outermost first, within which another file is declared, as far as their paths tell (Rust). */
  namespacesBetween?(path: string, parent: string): readonly string[];
  /** True where a function is declared in one file and has its body in another, which includes the first (C). */
  readonly separateDeclarations?: boolean;
  /** True where functions of one name are told apart by their parameters. */
  readonly overloads?: boolean;
  /** True where of several functions one that is private in another file is never meant (Java). */
  readonly privateInFile?: boolean;
  /** True where chains say what calls in them are given, which tells functions of one name apart (C#, Java). */
  readonly tellsCalls?: boolean;
  /** How arguments are made into what parameters want, where that is not as in Java. */
  readonly conversions?: "C++" | "C#" | "Rust";
  /** True where a name may be defined anew in its scope, or once for each system: any of them may be meant (Rust). */
  readonly definedAnew?: boolean;
  /** Set where files of one package may declare the same names, each for its own system (Go). */
  readonly conditions?: FileConditions;
  /** What a decorator looks like that makes a test of a definition, with all that is in it, in any file. */
  readonly testMark?: RegExp;
  /** The rule for the definitions of one file; public where not given. What stands in a function is private without asking. */
  visibility?(outline: Outline): VisibilityRule;
}

/** Texts of types are the same for the same types, undefined where one cannot be read; `named`: what stands for the name of a type. */
export interface ImplicitRules {
  /** Of what a method takes and gives, from its signature. */
  methodType(signature: string, named: (name: string) => string): string | undefined;
  /** Of a type, as written. */
  typeText(type: string, named: (name: string) => string): string | undefined;
  /** What the methods of an interface from elsewhere take and give, by name: `io.Reader`. */
  standard(name: string): ReadonlyMap<string, string> | undefined;
  /** The names, without their packages, of those of these whose methods are all among some. */
  standardAmong(methods: { has(name: string): boolean }): readonly string[];
  /** A type from elsewhere by the one of its names that counts. */
  movedType(name: string): string;
}

export interface ReopenedRules {
  /** The method of a class that makes an object, and the one of the object that runs then. */
  readonly maker: string;
  readonly initializer: string;
  /** The method of an object that gives its class. */
  readonly classOf: string;
  /** What the class runs on an object of its own where it builds on a base of a library: which method stands for which; itself where none is said. */
  readonly runsOnObjects: readonly {
    readonly base: RegExp;
    readonly called: RegExp;
    readonly runs?: string;
  }[];
  /** What classes of libraries build on, nearest first: the repository may write on these (`module Minitest::Assertions`). */
  readonly libraryBases: ReadonlyMap<string, readonly string[]>;
  /** Files by the names under which every test has them, as its runner is told to load them. */
  readonly loadedByTests: readonly string[];
  /** What a framework shows to templates that say nothing of it (Rails). */
  readonly views?: ViewRules;
  /** Whether a file is by custom the place of the class with a whole name: `A.B` in `a/b.rb`. */
  isHome(name: string, path: string): boolean;
}

export interface ViewRules {
  /** Whether what stands in the file outside of classes is run by a view. */
  isView(path: string): boolean;
  /** Whether every view has the methods of the modules that are at home in the file. */
  isHelper(path: string): boolean;
  /** Whole names of the classes that may show a view: the first that is there gives it its attributes. */
  shownBy(path: string): readonly string[];
  /** Whether a view is a method of that class, and sees nothing else: the template of a component. */
  isMethod(path: string): boolean;
}

export interface Project {
  /** By language name; a language without rules still gets nodes, and edges inside each file. */
  readonly rules: ReadonlyMap<string, FamilyRules>;
}
