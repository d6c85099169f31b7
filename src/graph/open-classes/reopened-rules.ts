/** What a language with open classes (Ruby) says of them. */

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
  /** Files by the names under which every test has them, as its runner loads them. */
  readonly loadedByTests: readonly string[];
  /** What a framework makes visible in templates (Rails). */
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
