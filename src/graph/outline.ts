import type { Visibility } from "./graph.ts";

/**
 * What one file declares and mentions, in words that every language shares. An outline depends on the bytes of its
 * file alone, so it is made in parallel and cached by blob; which file a name leads to is decided later, in build.ts.
 *
 * A `Chain` is an expression cut down to what can be resolved: a head and then `.name`, `()` for a call (`(Foo)` for
 * one that is given a class first, `(=other)` for one that gives what another chain does, where what it calls is not
 * the repository's, `(|...)` for one that says what it is given: chain-steps.ts), `[]` for an element by index or key, `[*]` for one that iteration gives, `[#1]` and
 * `[*1]` for the second place of a tuple and of what iteration gives, `[+]` for a list of what stands before it:
 * `this.parser.parse`, `load().items[].name`; `on[1:0]` is what a function gets for its first parameter that `on` is
 * given as its second argument, and `[:0]` what one gets that has the type before it. The
 * head is a name, `this` (whatever the language calls it), `super`, or `?` where the start is no name.
 *
 * What scopes, definitions, references and bindings do not say is `undefined` where they are made, which takes a tenth
 * of leaving it out, and not there once they were JSON.
 */
export type Chain = string;

export interface Outline {
  readonly path: string;
  /** Folder name under src/languages. */
  readonly language: string;
  readonly lineCount: number;
  /** Calls of what has no name to follow: `f()()`, `(a || b)()`, `"".join()`. */
  readonly opaqueCalls: number;
  /** True where the file does not parse as a whole; what was found still counts. */
  readonly faulty: boolean;
  readonly doc?: string;
  /** The package that the file says it belongs to, in languages whose packages are made of several files, or `program`; of several all, with a mark between them. */
  readonly package?: string;
  /** The lines that say when the file is part of a program, as written. */
  readonly condition?: string;
  /** Number 0 is the file itself. */
  readonly scopes: readonly Scope[];
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly ImportFact[];
  readonly bindings: readonly Binding[];
  readonly exports: readonly ExportFact[];
  /** Bases that are said outside of their class: `impl Trait for Type`. */
  readonly outOfLineBases?: readonly OutOfLineBase[];
  /** Namespaces that macros of this file open: what stands in them seems to stand in none. */
  readonly opened?: readonly string[];
}

/** The class `of` builds on `base`; both are read in `scope`. */
export interface OutOfLineBase {
  readonly scope: number;
  /** 1-based. */
  readonly line: number;
  readonly of: Chain;
  readonly base: Chain;
  /** The class itself, as an object, gets it (`extend`), who takes it in does (`give`), or it comes before the class (`prepend`). */
  readonly how?: "extend" | "give" | "prepend";
}

/** Everything but the path, which is not in the file's bytes. */
export type FileOutline = Omit<Outline, "path">;

/** A region with names of its own: the file, a definition's inside, or a function without a name. */
export interface Scope {
  /** -1 for the file. */
  readonly parent: number;
  /** Index of the definition whose inside this is; -1 for the file and for functions without a name. */
  readonly definition: number;
  /** True where `this` is not the one of the scope around it (a `function` without a name, in JavaScript). */
  readonly bindsThis?: true | undefined;
  /** True where the whole program sees its names: `declare global`, and a file that is no module. */
  readonly global?: true | undefined;
}

/** Stands between the packages of a file that says several. */
export const packageMark = ";";

export const packagesIn = (said = ""): readonly string[] => said.split(packageMark);

/** The package of a file that has scopes whose names the whole program sees. */
export const program = "(program)";

/** `object` and `namespace` hold members but are no nodes; a namespace's members see each other by bare name. */
export type DefinitionKind = "class" | "function" | "object" | "namespace";

export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The scope in which it stands. */
  readonly scope: number;
  /** 1-based, with decorators and doc comment. */
  readonly startLine: number;
  readonly endLine: number;
  readonly signature: string;
  readonly doc?: string | undefined;
  /** Base classes and interfaces, in order. */
  readonly bases?: readonly Chain[] | undefined;
  /** Interfaces that give it no member: it has those itself, or from its bases (`implements`). */
  readonly interfaces?: readonly Chain[] | undefined;
  /** What a type alias stands for, as written. */
  readonly alias?: string | undefined;
  /** The type of a variable that holds what is written out here, as written: `const api: Api = { ... }`. */
  readonly type?: string | undefined;
  /** Return type, as written. */
  readonly returns?: string | undefined;
  /** What its return statements give, where a chain says it. */
  readonly returnValues?: readonly Chain[] | undefined;
  /** What it gives the block that it is called with, for each parameter of that (Ruby). */
  readonly blockValues?: readonly (readonly Chain[])[] | undefined;
  /** It gives what it yields, one after the other. */
  readonly yields?: true | undefined;
  /** Belongs to the class rather than to its objects. */
  readonly onClass?: true | undefined;
  /** Read without parentheses. */
  readonly property?: true | undefined;
  /** It runs where its name gets a value. */
  readonly setter?: true | undefined;
  /** The outermost decorator: the name stands for what it gives when it is called with the function. */
  readonly decorator?: Chain | undefined;
  /** Written elsewhere than in the body of its owner: `app.use = function`, `Foo.prototype.bar = function`. */
  readonly on?: Chain | undefined;
  /** The same as written, where that is given types or is a reference: `impl<T: Bar> Foo<T>`, `impl Bar for &Foo`. */
  readonly onType?: string | undefined;
  /** What a call was given that gives the value of its name: `const Card = memo((props) => ...)`. */
  readonly wrapped?: true | undefined;
  /** A component that is called like its file, or what its options are written in. */
  readonly ofFile?: true | undefined;
  /** It stands within the options of a component, whose object is `this` in it: `methods: { save() {} }`. */
  readonly ofOptions?: true | undefined;
  /** A declaration without a body, which an implementation of the same name beside it repeats. */
  readonly bodiless?: true | undefined;
  /** It is there for those who check types, in place of another one of its name that runs. */
  readonly typeCheckingOnly?: true | undefined;
  /** An interface that every type has which has its methods, without saying so. */
  readonly implicit?: true | undefined;
  /** It is there where the condition fails under which the one before it of its name is (Ruby). */
  readonly otherwise?: true | undefined;
  /** It takes the place of an import where that fails. */
  readonly fallback?: true | undefined;
  /** How many parameters it takes, where functions of one name are told apart by that. */
  readonly parameters?: number | undefined;
  /** How many of the last ones a call may leave out. */
  readonly optional?: number | undefined;
  /** Their types as written, nothing where none is. */
  readonly parameterTypes?: readonly string[] | undefined;
  /** It is called on objects of this type, as written, though it stands elsewhere: `static bool Is(this Type type)`. */
  readonly extends?: string | undefined;
  /** It leaves its object as it is, and is all that one has that may not be changed: `int size() const`. */
  readonly constant?: true | undefined;
  /** The last parameter takes any number of arguments. */
  readonly rest?: true | undefined;
  /** `this` inside is the one outside (an arrow function). */
  readonly lexicalThis?: true | undefined;
  /** Who may use it, where the declaration says so; else the family's rule tells. */
  readonly visibility?: Visibility | undefined;
  /** Decorators, annotations and attributes, outermost first, as written without their sign, cut short. */
  readonly decorators?: readonly string[] | undefined;
  /** Not visible by name in its scope: a function inside an object literal, a class, that has no name. */
  readonly detached?: true | undefined;
}

/** A call, a construction, a decorator or a component in markup: `chain` is what is called. */
export interface Reference {
  readonly scope: number;
  /** It stands before the name of the definition whose scope that is: what is inside of that is not known there. */
  readonly before?: true | undefined;
  /** 1-based line of the called name, at its first mention in this scope. */
  readonly line: number;
  readonly chain: Chain;
  /** The chain leads to the object that is made here, not to its class. */
  readonly makes?: true | undefined;
  /** It is given to something, or kept in something, that will call it; where it is no function that is no call. */
  readonly passed?: true | undefined;
  /** Its value is read: that runs a property, and is no call of anything else. */
  readonly read?: true | undefined;
  /** It gets a value, which runs a setter. */
  readonly assigned?: true | undefined;
  /** How many arguments it gives, where that tells functions of one name apart. */
  readonly args?: number | undefined;
  /** How many types it says that it calls for, where that tells functions and classes apart. */
  readonly types?: number | undefined;
  /** For each of them a chain, `:` and a type as written, or nothing where neither is known. */
  readonly argTypes?: readonly string[] | undefined;
  /** Of a method that is named where a function is wanted (`this::run`) what it gets for its first parameter there. */
  readonly gets?: Chain | undefined;
}

/** Put behind the name of what is called, where functions have names of their own. */
export const callMark = "!";

/** The name of what calling an object of a type gives, where the type says only that. */
export const callSignature = "=>";
/** The name of the parameters that such a call has, as written. */
export const callParameters = "=> of";

/** The name of what an object has under whatever name, where its type says only that: `[key: string]: Foo`. */
export const indexSignature = "=> at";

/** Stands for what is in a list, among the names that lead to a function which is passed on. */
export const anyElement = "*";

/** A name that gets a value or a type. Neither given: the name is taken and nothing is known of it. */
export interface Binding {
  readonly scope: number;
  /** A plain name, or `this.name` for an attribute. */
  readonly name: string;
  readonly type?: string | undefined;
  readonly value?: Chain | undefined;
  /** The value is read outside of the scope: `if let Some(x) = x`. */
  readonly outer?: true | undefined;
  /** A field is only asked what it is, which its class need not have itself: `isReady(this.door)`. */
  readonly guard?: true | undefined;
  /** How its object is reached, where overloads are told apart by that. */
  readonly access?: Access | undefined;
}

/**
 * What stands around the type of a declared name: `const *` of `const Foo* foo`. `const` where nobody changes the object
 * by that name; `mutable` where it is changed though what has it is not.
 */
export type Access = `${"const " | ""}${"*" | "&" | "mutable" | ""}`;

/**
 * One imported name.
 * `module`: the whole module under `as` (or only for its effects, without `as`); `name`: one name of it;
 * `default`: its default export; `all`: every public name into this scope.
 */
export interface ImportFact {
  readonly scope: number;
  readonly line: number;
  readonly kind: "module" | "name" | "default" | "all";
  /** As written: `./x.js`, `..pkg.mod`. */
  readonly from: string;
  readonly name?: string;
  readonly as?: string;
  /** What is imported whole is a type, with its members: `using static A.B`. */
  readonly ofType?: true;
  /** It is a namespace, where what else is imported whole is a file: `using namespace a`. */
  readonly ofNamespace?: true;
  /** Only its own module sees it, and what is inside of that: `use` without `pub`. */
  readonly hidden?: true;
  /** It counts in some builds alone: `#[cfg(unix)] use a;`. */
  readonly conditional?: true;
}

/** `name` is what importers say: `default`, `=` for `module.exports = ...`, `*` for everything of `from`. */
export interface ExportFact {
  readonly line: number;
  readonly name: string;
  /** The local expression; absent for names passed on from another module. */
  readonly value?: Chain;
  readonly from?: string;
  /** With `from`: the name over there; `*` for the module itself. */
  readonly imported?: string;
  /** Index of the definition that stands right here, where it has no name to say. */
  readonly definition?: number;
}

/** No name in a file: under it is noted which methods its classes leave to others. */
export const abstractMethods = "=> left";

/** Begins the name by which a function in an object that is written out is found in the scope around: no other name is written like it. */
export const memberOfObject = "^";

/** The name by which a module that is declared for the whole program is found among the names of that. */
export const ambientName = (from: string): string => `"${from}"`;
/** The name by which are found the files that add to a class of another module, whichever that is. */
export const addedName = (name: string): string => `+${name}`;

/** The name by which a class says the class that it is itself an object of. */
export const metaclass = "=> class";

/** The names by which a block says which class its tests are about, and which modules it takes in for them (Ruby). */
export const describedClass = "=> described";
export const takenIn = "=> taken in";
/** The whole name of the class that each group of tests is made of. */
export const exampleGroup = "RSpec.Core.ExampleGroup";
/** The whole name of the class that has what is taken in outside of every class (Ruby). */
export const topClass = "Object";
/** The whole name of the class that each view is an object of, and the name by which a class says its methods that views have (Rails). */
export const viewClass = "ActionView.Base";
export const shownToViews = "=> shown";

/** What a template in a file of its own imports: the file of the component that it belongs to (Angular). */
export const ownerModule = "ɵ";

/** The name by which a function says the type of its object: `function run(this: Foo)`. */
export const objectType = "this:";

/** In the name of a member, what is known later: `getattr(self, "visit_" + name)`. */
export const anyOf = "~";
