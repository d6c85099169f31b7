import type { Visibility } from "./graph.ts";

/**
 * What one file declares and references, in terms that every language shares. An outline depends on the bytes of its
 * file alone, so that it is made in parallel and cached by blob; build.ts links outlines later.
 *
 * A `Chain` is an expression cut down to what can be resolved: a head with steps behind it, `this.parser.parse`,
 * `load().items[].name`. The head is a name, `this` (whatever the language calls it), `super`, `<Foo>` for a value of a
 * type, or `?` for anything else. The steps (chain-steps.ts):
 *
 * - `.name`: a member;
 * - `()`: a call, with `(Foo)` given a class first, `(|...)` given arguments of these types, `(=other)` where an external
 *   callee returns what the other chain does;
 * - `[]`: an element by index or key, `[*]`: one by iteration, `[#1]` and `[*1]`: the second element of a tuple, and of the
 *   tuple that iteration gives; `[+]`: a list of what is before it;
 * - `[1:0]`: the first parameter of a callback that is passed as second argument, `[:0]`: of a function of that type;
 * - `[is=Foo()]`: narrowed by a type guard.
 *
 * Absent fields of scopes, definitions, references and bindings are `undefined` where they are made, which takes a tenth
 * of the time of leaving them out, and missing once they were JSON.
 */
export type Chain = string;

export interface Outline {
  readonly path: string;
  /** Folder name under src/languages. */
  readonly language: string;
  readonly lineCount: number;
  /** Calls whose callee has no chain: `f()()`, `(a || b)()`, `"".join()`. */
  readonly opaqueCalls: number;
  /** True where the file has syntax errors; what was found still counts. */
  readonly faulty: boolean;
  readonly doc?: string;
  /** The package that the file declares, in languages whose packages have several files, or `program`; several are joined by `packageMark`. */
  readonly package?: string;
  /** Its build constraints, as written: `//go:build linux`. */
  readonly condition?: string;
  /** Number 0 is the file itself. */
  readonly scopes: readonly Scope[];
  readonly definitions: readonly Definition[];
  readonly references: readonly Reference[];
  readonly imports: readonly ImportFact[];
  readonly bindings: readonly Binding[];
  readonly exports: readonly ExportFact[];
  /** Bases that are declared outside of their class: `impl Trait for Type`. */
  readonly outOfLineBases?: readonly OutOfLineBase[];
  /** Namespaces that macros of this file open, unseen by the grammar. */
  readonly opened?: readonly string[];
}

/** The class `of` has the base `base`; both are resolved in `scope`. */
export interface OutOfLineBase {
  readonly scope: number;
  /** 1-based. */
  readonly line: number;
  readonly of: Chain;
  readonly base: Chain;
  /** Mixins of Ruby: on the class object (`extend`), on whoever includes it (`give`), before the class in method resolution (`prepend`). */
  readonly how?: "extend" | "give" | "prepend";
}

/** Everything but the path, which is not in the file's bytes. */
export type FileOutline = Omit<Outline, "path">;

/** A lexical scope: the file, a definition's body, or an anonymous function. */
export interface Scope {
  /** -1 for the file. */
  readonly parent: number;
  /** Index of the definition whose body this is; -1 for the file and for anonymous functions. */
  readonly definition: number;
  /** True for an anonymous function with a `this` of its own (not an arrow function). */
  readonly bindsThis?: true | undefined;
  /** True for the global scope: `declare global`, and a script that is no module. */
  readonly global?: true | undefined;
}

/** Joins the packages of a file that declares several. */
export const packageMark = ";";

export const packagesIn = (joined = ""): readonly string[] => joined.split(packageMark);

/** The package of global scopes. */
export const program = "(program)";

/** `object` (a literal) and `namespace` have members but are no nodes; members of a namespace see each other unqualified. */
export type DefinitionKind = "class" | "function" | "object" | "namespace";

export interface Definition {
  readonly kind: DefinitionKind;
  readonly name: string;
  /** The enclosing scope. */
  readonly scope: number;
  /** 1-based, with decorators and doc comment. */
  readonly startLine: number;
  readonly endLine: number;
  readonly signature: string;
  readonly doc?: string | undefined;
  /** Base classes and interfaces, in order. */
  readonly bases?: readonly Chain[] | undefined;
  /** Implemented interfaces, where these give it no member: it declares them itself, or inherits them from its bases. */
  readonly interfaces?: readonly Chain[] | undefined;
  /** The target of a type alias, as written. */
  readonly alias?: string | undefined;
  /** The declared type of the variable that a literal is assigned to, as written: `const api: Api = { ... }`. */
  readonly type?: string | undefined;
  /** Return type, as written. */
  readonly returns?: string | undefined;
  /** What its return statements return, as chains. */
  readonly returnValues?: readonly Chain[] | undefined;
  /** What it yields to its block, for each block parameter (Ruby). */
  readonly blockValues?: readonly (readonly Chain[])[] | undefined;
  /** A generator. */
  readonly yields?: true | undefined;
  /** Static: a member of the class rather than of its objects. */
  readonly isStatic?: true | undefined;
  /** A getter: runs where its name is read. */
  readonly property?: true | undefined;
  /** A setter: runs where its name is assigned to. */
  readonly setter?: true | undefined;
  /** The outermost decorator: the name stands for what that returns when called with the function. */
  readonly decorator?: Chain | undefined;
  /** The target of an out-of-line definition or an expando member: `impl Foo`, `app.use = function`, `Foo.prototype.bar = function`. */
  readonly on?: Chain | undefined;
  /** The same as written, where that is generic or a reference: `impl<T: Bar> Foo<T>`, `impl Bar for &Foo`. */
  readonly onType?: string | undefined;
  /** It is the argument of a call whose result has its name: `const Card = memo((props) => ...)`. */
  readonly wrapped?: true | undefined;
  /** A component named after its file, or the object literal with its options. */
  readonly ofFile?: true | undefined;
  /** A method in a component's options, with the component as `this`: `methods: { save() {} }`. */
  readonly ofOptions?: true | undefined;
  /** A declaration without a body: an overload signature, an abstract method, a prototype. */
  readonly bodiless?: true | undefined;
  /** For type checkers only, in place of the definition that runs: under `if TYPE_CHECKING`. */
  readonly typeCheckingOnly?: true | undefined;
  /** An interface that types implement structurally (Go). */
  readonly implicit?: true | undefined;
  /** In the else branch of the condition that has another definition of its name (Ruby). */
  readonly otherwise?: true | undefined;
  /** Takes the place of an import where that fails: in `except ImportError`. */
  readonly fallback?: true | undefined;
  /** How many parameters it has, in languages with overloads. */
  readonly parameters?: number | undefined;
  /** How many of the last ones are optional. */
  readonly optional?: number | undefined;
  /** Their types as written, empty where there is none. */
  readonly parameterTypes?: readonly string[] | undefined;
  /** An extension method of this type, as written: `static bool Is(this Type type)`. */
  readonly extends?: string | undefined;
  /** A const member function, callable on const objects: `int size() const`. */
  readonly constant?: true | undefined;
  /** Variadic: the last parameter takes any number of arguments. */
  readonly rest?: true | undefined;
  /** An arrow function: `this` inside is the enclosing one. */
  readonly lexicalThis?: true | undefined;
  /** The declared visibility; otherwise the family's rule decides. */
  readonly visibility?: Visibility | undefined;
  /** Decorators, annotations and attributes, outermost first, as written without their sign, cut short. */
  readonly decorators?: readonly string[] | undefined;
  /** Not declared in its scope: a function in an object literal, an anonymous class. */
  readonly detached?: true | undefined;
}

/** A call, a construction, a decorator or a component in markup: `chain` is what is called. */
export interface Reference {
  readonly scope: number;
  /** Outside of the body of the definition whose scope that is, as a decorator or a default value: locals are not visible. */
  readonly before?: true | undefined;
  /** 1-based line of the callee's name, at its first mention in this scope. */
  readonly line: number;
  readonly chain: Chain;
  /** A construction: the chain resolves to the object that is made, not to its class. */
  readonly makes?: true | undefined;
  /** A function used as a value, as a callback; a call only if it resolves to a function. */
  readonly passed?: true | undefined;
  /** A read: runs a getter, and calls nothing else. */
  readonly read?: true | undefined;
  /** An assignment: runs a setter. */
  readonly assigned?: true | undefined;
  /** How many arguments it passes, for overload resolution. */
  readonly args?: number | undefined;
  /** How many explicit type arguments it has, where overloads differ by that. */
  readonly types?: number | undefined;
  /** For each argument a chain, or `:` and a type as written, or nothing where neither is known. */
  readonly argTypes?: readonly string[] | undefined;
  /** Of a method reference (`this::run`) the type that its functional interface passes as first argument. */
  readonly gets?: Chain | undefined;
}

/** Behind the name of a callee, in languages that keep functions in a namespace of their own. */
export const callMark = "!";

/** The member name of a call signature, `interface Make { (one: Foo): Bar }`, for its result. */
export const callSignature = "=>";
/** The same for its parameters, as written. */
export const callParameters = "=> of";

/** The member name of an index signature: `[key: string]: Foo`. */
export const indexSignature = "=> at";

/** Stands for any element of a list, in the path to a callback inside of an argument. */
export const anyElement = "*";

/** A variable, parameter or field, with its type or a value. With neither, the name is declared and shadows others. */
export interface Binding {
  readonly scope: number;
  /** A plain name, or `this.name` for a field. */
  readonly name: string;
  readonly type?: string | undefined;
  readonly value?: Chain | undefined;
  /** The value is resolved outside of the scope: `if let Some(x) = x`. */
  readonly outer?: true | undefined;
  /** Only a type guard on a field, which the class need not declare: `isReady(this.door)`. */
  readonly guard?: true | undefined;
  /** Constness and indirection, where overloads differ by these. */
  readonly access?: Access | undefined;
}

/**
 * Qualifiers around a declared type: `const *` of `const Foo* foo`. `mutable`: may be changed even as a member of a const
 * object.
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
  /** A wildcard import of a type's static members: `using static A.B`. */
  readonly ofType?: true;
  /** A wildcard import of a namespace rather than a file: `using namespace a`. */
  readonly ofNamespace?: true;
  /** A private import, visible in its own module and those inside: `use` without `pub`. */
  readonly hidden?: true;
  /** Conditional compilation: `#[cfg(unix)] use a;`. */
  readonly conditional?: true;
}

/** `name` is the exported name: `default`, `=` for `module.exports = ...`, `*` for `export * from`. */
export interface ExportFact {
  readonly line: number;
  readonly name: string;
  /** The local expression; absent for re-exports. */
  readonly value?: Chain;
  readonly from?: string;
  /** With `from`: the name in that module; `*` for the module itself. */
  readonly imported?: string;
  /** Index of the exported definition, where it is anonymous. */
  readonly definition?: number;
}

/** Reserved name: look-ups of the abstract methods of a file's classes depend on it. */
export const abstractMethods = "=> left";

/** Begins the name under which a method of an object literal is declared in the enclosing scope; no identifier begins like it. */
export const memberOfObject = "^";

/** The global name of an ambient module: `declare module "x"`. */
export const ambientName = (from: string): string => `"${from}"`;
/** The name under which module augmentations of a class are found, whichever module they augment. */
export const addedName = (name: string): string => `+${name}`;

/** The member name of a class's metaclass. */
export const metaclass = "=> class";

/** The names for the described class of a group of specs, and for the modules that it includes (RSpec). */
export const describedClass = "=> described";
export const includedModule = "=> taken in";
/** The qualified name of the class of each group of specs. */
export const exampleGroup = "RSpec.Core.ExampleGroup";
/** The class with the modules that are included at top level (Ruby). */
export const topClass = "Object";
/** The class of views, and the member name of a controller's helper methods, which its views have (Rails). */
export const viewClass = "ActionView.Base";
export const shownToViews = "=> shown";

/** What a template in a file of its own imports: its component's file (Angular). */
export const ownerModule = "ɵ";

/** The name of an explicit `this` parameter: `function run(this: Foo)`. */
export const objectType = "this:";

/** Wildcard in a member name that is computed: `getattr(self, "visit_" + name)`. */
export const anyOf = "~";
