/** What libraries give classes, by the names that are known of them. */

/** What a class has and what its objects have, each as a type that is written out, read where the class stands. */
export interface LibraryClass {
  readonly onStatic?: string;
  readonly onInstance?: string;
  /** What a class besides has by such an object that is its attribute, read where that class stands. */
  readonly attribute?: string;
}

/** What a library gives classes that stand for tables of a database. */
export interface ModelRules {
  /** What the base of such a class is called. */
  readonly bases: RegExp;
  /** Methods that give one object, of the class or of what a query holds; a query, or a list, of the same; of an object itself. */
  readonly ofOne: RegExp;
  readonly ofMany: RegExp;
  readonly ofItself: RegExp;
  /** True where a query has what the class itself has. */
  readonly areOfClass?: true;
  /** Begins the name of a method that a query has without that: `active` is `scopeActive`. */
  readonly scope?: string;
  /** What a method gives that is read like a property of its name; its first group where these are many. */
  readonly relation?: RegExp;
  /** The method of a facade that says for which class it stands. */
  readonly facade?: string;
}

/** Methods of types from elsewhere, by their names. */
export interface LibraryMembers {
  readonly ofType: ReadonlyMap<string, ReadonlySet<string>>;
  /** Types that no other one is a kind of. */
  readonly final: ReadonlySet<string>;
  /** That of an object of which nothing is known is rather one of these. */
  readonly ofSome: ReadonlySet<string>;
  /** Classes without objects. */
  readonly ofClasses: ReadonlySet<string>;
}
