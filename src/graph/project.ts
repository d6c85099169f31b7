/**
 * What the graph needs to know about the repository as a whole. How a language finds its modules is known by that
 * language's folder; the graph only asks.
 */

import type { Visibility } from "./graph.ts";
import type { LibraryClass, LibraryMembers, ModelRules } from "./library-rules.ts";
import type { ReopenedRules } from "./open-classes/reopened-rules.ts";
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
  /** Whether a file of that condition is part of a program without build constraints. */
  isUsual(condition: string): boolean;
}

/** What a file's own package has to do with what its imports mean. */
export interface Surroundings {
  /** The package as the file declares it. */
  readonly inside: string | undefined;
  /** How many names at the end of a package's name are members of a class; -1 where there is no such package. */
  depthOf(target: ModuleTarget): number;
}

/** The file in which a name is looked up. */
export interface NamesAround {
  /** The file's package. */
  readonly inside: string | undefined;
  /** The import of the first part of a name. */
  importedAs(first: string): { readonly from: string; readonly name?: string } | undefined;
  /** See FamilyRules. */
  resolve(specifier: string): ModuleTarget | undefined;
}

/** Who may use a definition without a visibility modifier. `owner`: the class, object or namespace in which it stands. */
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
   * with blanks between their keys (C#: of the project file, `global using`).
   */
  readonly implied?: string;
  /**
   * The member of a folder that stands for the projects whose definitions its files see, each on a line of one path, its
   * own first; `*` where it may be any (C#).
   */
  readonly projects?: string;
  /** True where every name of a module may be imported (Python), false where only exports may. */
  readonly exportsEverything: boolean;
  /** True where an empty function may be a stub for one of the same name (PHP: `function __() {}`). */
  readonly standIns?: boolean;
  /** True where code directly in a class body sees the class's names unqualified (Python). */
  readonly classBodyIsScope: boolean;
  /** True where types and values have namespaces of their own: one scope may declare both under one name (TypeScript). */
  readonly separateTypeNames: boolean;
  /** True where a static and an instance method may share a name (TypeScript). */
  readonly separateStaticNames?: boolean;
  /** The method that a bare `super(...)` runs; undefined where `super()` only names the base. */
  readonly superMethod: string | undefined;
  /** The method that makes objects callable: `__call__`. */
  readonly callMethod: string | undefined;
  /** True where types may have call signatures (TypeScript). */
  readonly callSignatures?: true;
  /** The methods behind `x[i]` and iteration, and those that give an iterator's next element. */
  readonly elementMethods?: {
    readonly index: string;
    readonly iterate: string;
    /** For asynchronous iteration. */
    readonly iterateLater?: string;
    readonly next?: readonly string[];
  };
  /** True where an indexed value may be a pointer or an array, whose declared type is the element type (C). */
  readonly indexesPointers?: true;
  /** The decorator that makes a function a task, and the methods of a task that schedule it (Celery). */
  readonly tasks?: { readonly decorator: RegExp; readonly methods: ReadonlySet<string> };
  /** The decorator that makes a generator a context manager: `@contextmanager` (Python). */
  readonly contextManagerDecorator?: RegExp;
  /**
   * Key of the package whose files see each other's top-level names unqualified; unique across families.
   * `declared`: the package's name as the file declares it.
   */
  packageOf?(path: string, declared: string | undefined): string | undefined;
  /** The keys of all packages to which a file may belong, where there may be several. */
  packagesOf?(declared: string | undefined): readonly string[];
  /**
   * Where to look up a name that no scope declares: a qualified one (`A\\B\\c` in PHP), or one with a fallback to the global
   * namespace; the first hit counts. What depends on which files there are is asked of `around`.
   */
  qualified?(
    name: string,
    around: NamesAround,
  ): readonly { readonly target: ModuleTarget; readonly name: string }[];
  /** The build module that a file with the package `declared` belongs to. */
  moduleOf?(path: string, declared: string | undefined): SourceModule;
  /** What fully qualified names of classes look like, where these need no import: `java.util.List`. */
  readonly qualifiedNames?: RegExp;
  /** What else a package name may mean: `com.foo.Bar` may be the class Bar of `com.foo`. */
  outer?(target: ModuleTarget): { readonly target: ModuleTarget; readonly name: string } | undefined;
  /** Set where `import "a/b"` declares the package under its own name: guesses that name for external packages (Go). */
  importedName?(specifier: string): string;
  /** The name for a file's own exports: `exports` (JavaScript). */
  readonly ownModule?: string;
  /** Methods of every function that call the function itself: `f.call(x)`. */
  readonly callsItself?: ReadonlySet<string>;
  /** True where an unqualified name inside a class may be a member, also an inherited one: implicit `this` (Java). */
  readonly bareMembers?: boolean;
  /** Matches the signature of partial classes (C#). */
  readonly partialClass?: RegExp;
  /** True where a class has the members of its interfaces without declaring them again (PHP). */
  readonly inheritsInterfaceMembers?: boolean;
  /** True where type annotations are only comments: inferred return types come first (Ruby). */
  readonly valuesFirst?: boolean;
  /** Matches the signature of mixins, which are never the parent of a class (PHP's traits). */
  readonly mixin?: RegExp;
  /** Set where a class may call members that only its subclasses have, as mixins do (PHP, Python): bases without members, and the method that makes members dynamic. */
  readonly subclassMembers?: { readonly emptyBases: RegExp; readonly unknownMember: string };
  /** Set where reading a member may run a getter (Python, JavaScript). */
  readonly readsProperties?: true;
  /** True where classes may be overloaded by arity: `Foo` and `Foo<T>` (C#). */
  readonly overloadsByArity?: boolean;
  /** True where functions and variables have namespaces of their own (Java). */
  readonly separateFunctionNames?: boolean;
  /** Models of library types and functions, by name: `{ current: $0 }` for `RefObject<Foo>` (React). */
  readonly libraryTypes?: ReadonlyMap<string, string>;
  /** Models of library base classes, for members that the repository does not declare (Python). */
  readonly libraryClasses?: ReadonlyMap<string, LibraryClass>;
  /** True where functions have type parameters in angle brackets, behind the name (TypeScript) or before the return type (Java). */
  readonly genericFunctions?: boolean;
  /** True where functions are generic and calls give or imply type arguments: `Zero[User]()` (Go), `make::<User>()` (Rust), `Same(user)` (C#). */
  readonly typesOfCalls?: boolean;
  /** True where functions are objects with members, and may be constructors (JavaScript). */
  readonly functionObjects?: boolean;
  /**
   * Python's data model: `__class__`, the constructor method, `__getattr__`, `__get__` of descriptors, and the names of
   * operator methods.
   */
  readonly dynamic?: {
    readonly classOf: string;
    readonly maker: string;
    readonly unknownMember: string;
    readonly descriptor: string;
    /** Matches the end of a chain that stands for an operator. */
    readonly operator: RegExp;
  };
  /** The specifier that resolves to the nearest `conftest.py` above a test (pytest). */
  readonly fixtures?: string;
  /** The specifier that resolves to a module's stub, or from the stub to the module (Python's `.pyi`). */
  readonly beside?: string;
  /** True where fields and methods have namespaces of their own (Rust). */
  readonly separateFieldNames?: boolean;
  /** Matches the base class of enumerations, whose values are instances of the class. */
  readonly enumBases?: RegExp;
  /** True where a file may bind `this` in functions outside of classes (PHP: `uses(TestCase::class)` of Pest). */
  readonly bindsThisPerFile?: boolean;
  /** Active-record classes, whose finders give objects of the class; see models.ts. */
  readonly models?: ModelRules;
  /** Built-in enums (PHP, Java): what their signature begins with, the method for all values, and those for one; `bare` where the enum itself calls them unqualified. */
  readonly enums?: {
    readonly head: RegExp;
    readonly all: string;
    readonly one: RegExp;
    readonly bare?: true;
  };
  /** The field behind a generated getter, by the method's name with `callMark` (Lombok). */
  getterOf?(owner: Definition, name: string): string | undefined;
  /** True where a variable may have members that its declared type lacks, by narrowing or by its value (PHP, Python). */
  readonly narrows?: boolean;
  /** True where `f[T]` instantiates a generic function (Go). */
  readonly typesInBrackets?: boolean;
  /** Matches a qualifier of a type, which is no variable: `hour` of `hour.Hour` in `func at(hour *hour.Hour)`. */
  readonly typeHead?: RegExp;
  /** True where `type A B` declares a new nominal type, and only `type A = B` an alias (Go). */
  readonly nominalAliases?: boolean;
  /** True where bases are embedded fields, whose types give the type arguments (Go). */
  readonly embeds?: boolean;
  /** True where methods of a type may be declared in other files of its package (Go). */
  readonly methodsAcrossFiles?: boolean;
  /** Set where interfaces are implemented structurally (Go). */
  readonly implicit?: ImplicitRules;
  /** True where methods and bases of a type may be declared in other files than the type: `impl` (Rust). */
  readonly openTypes?: boolean;
  /** Set for open classes, which any file may reopen (Ruby). */
  readonly reopened?: ReopenedRules;
  /** Library methods that unwrap a value, which is read as what it holds: `x.unwrap()`. */
  readonly givesItself?: ReadonlySet<string>;
  /** The same for properties: `task.Result`. */
  readonly isItself?: RegExp;
  /** Whether a method from an external base is fluent, returning `this`, by its class head. */
  readonly isFluent?: (definition: Definition, name: string) => boolean;
  /** The method behind deconstruction of objects: `Deconstruct` (C#). A record has it implicitly. */
  readonly deconstructMethod?: string;
  /**
   * Set where an external generic type with one argument is taken for a wrapper of it, `Json<Foo>`: which of these, by
   * name, have the members of what they wrap (`Deref`).
   */
  readonly holders?: ReadonlySet<string>;
  /** Methods by which a smart pointer forwards members: `operator->`, `deref`. The first that it has counts. */
  readonly standsFor?: readonly string[];
  /** Names of factory functions that a class may derive or inherit from an external base: `default`. */
  readonly makesItself?: ReadonlySet<string>;
  /** The same for types with a derive that adds one: `Cli::parse()` of `#[derive(Parser)]`. */
  readonly derived?: ReadonlyMap<string, RegExp>;
  /** Factory functions of external types: `Duration::from_secs(1)`. */
  readonly makesOther?: RegExp;
  /** Set where there are extension methods (C#): what library types have themselves. */
  readonly extensionMethods?: LibraryMembers;
  /** Set where imports are paths of names (`use a::B::c`): the module that a path's first segment means in a file. */
  pathHead?(from: string, name: string): ModuleTarget | undefined;
  /** The namespaces of a file, outermost first, within which another file is declared, as far as their paths tell (Rust). */
  namespacesBetween?(path: string, parent: string): readonly string[];
  /** True where functions are declared in headers and defined elsewhere (C). */
  readonly separateDeclarations?: boolean;
  /** True where functions may be overloaded. */
  readonly overloads?: boolean;
  /** True where overloads that are private in another file are out of the question (Java). */
  readonly privateInFile?: boolean;
  /** True where chains carry argument types, for overload resolution (C#, Java). */
  readonly keepsArgumentTypes?: boolean;
  /** The rules of implicit conversions in overload resolution, where they are not Java's. */
  readonly conversions?: "C++" | "C#" | "Rust";
  /** True where a name may be defined again in its scope, as under several `#[cfg]`: any of them may be meant (Rust). */
  readonly mayRedefine?: boolean;
  /** Set where files of one package may declare the same names under build constraints (Go). */
  readonly conditions?: FileConditions;
  /** Matches decorators that mark a definition, with all that is in it, as a test, in any file. */
  readonly testMark?: RegExp;
  /** The visibility rule of one file; public where not given. Local definitions are always private. */
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

export interface Project {
  /** By language name; a language without rules still gets nodes, and edges inside each file. */
  readonly rules: ReadonlyMap<string, FamilyRules>;
}
