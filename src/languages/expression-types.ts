/** The schema of `expressions` in a `language.json`: which node types of a grammar chains are made from. */

import type { FlowSummary } from "./flow-summary.ts";

/** Node types of expressions, with the fields of their parts. "Type" below means node type, unless it is a type of the language. */
export interface ExpressionTypes {
  readonly names: readonly string[];
  readonly this: readonly string[];
  readonly super: readonly string[];
  /** Keywords for the enclosing class: `static` in PHP. */
  readonly itself?: readonly string[];
  /** Set where a class as constructor argument may be a type argument: `Service(User)` (Python). */
  readonly givenToClasses?: true;
  /** Type to the field of the callee. */
  readonly calls: Readonly<Record<string, string>>;
  /** Functions that load a module by name: `require`. */
  readonly requires?: readonly string[];
  /** Set where a call may be a cast, by the callee's name. */
  readonly castCalls?: true;
  /**
   * Summaries of library functions: what they return of their first argument, as the rest of a chain from it,
   * `{ "Object.values": ".values()" }`, in Go `{ "new": "()" }`. `<>`: an object of that type, `cast("Foo", x)`; `<Rows<$>>`:
   * of a generic type with it as argument; `<models>`: of a model that a string names, `ForeignKey("order.Order")`;
   * `<factory>` before the rest: of the class that a word stands for, `create(:blog_post)`. Keys with a dot before them are
   * methods of any object.
   */
  readonly passes?: Readonly<Record<string, string | FlowSummary>>;
  /** Methods that return an object of their explicit type argument, as the rest of a chain from it: `GetService<Foo>()`; with `()` after them where they take no arguments. */
  readonly typedResults?: Readonly<Record<string, string>>;
  /** Methods that pass an object of their explicit type argument to a callback: `Enqueue<Foo>(f => ...)`. */
  readonly typedTakes?: readonly string[];
  /** Higher-order methods, whose result depends on what their callback returns: `all.map((x) => x.next())`. */
  readonly results?: {
    /** The type of callbacks, with fields `body` and `parameters` or `parameter`, and of method references in their place. */
    readonly callback: string;
    readonly reference?: string;
    /** Set where the callback may be a block after the arguments, in a field `block`, which returns its last statement (Ruby). */
    readonly block?: true;
    /**
     * Method to the chain from its receiver to the callback's parameter, and from the callback's result to the method's;
     * with `?` before it only where that is a module. With `import` the callback returns a module, or something of one.
     */
    readonly methods: Readonly<Record<string, readonly [string, string]>>;
    /** The same behind one of these, where `map` iterates: `all.stream().map(...)`, beside `optional.map(...)`. */
    readonly going?: {
      readonly after: readonly string[];
      readonly methods: Readonly<Record<string, readonly [string, string]>>;
    };
  };
  /** Types of literals that may have a spread element, to its type: `[...all]`. */
  readonly spreads?: Readonly<Record<string, string>>;
  /** Object literals: their type, and those of their members and of functions as values; see object-literals.ts. */
  readonly objects?: {
    readonly type: string;
    readonly pair: string;
    readonly short: string;
    readonly spread: string;
    readonly method: string;
    readonly functions: readonly string[];
  };
  /** Types of list literals; the first element stands for all, but where several are a tuple. */
  readonly lists?: readonly string[];
  /** Field and type of a slice: `all[1:]`. */
  readonly slice?: readonly [string, string];
  /** Type of a number that indexes a tuple: `pair[0]`. */
  readonly place?: string;
  /** Type of a string that names a member: `foo["run"]`. */
  readonly keys?: string;
  /** Types of tuple literals; see collection-literals.ts. */
  readonly tuples?: readonly string[];
  /** Types of map literals, to that of their pairs with a field `value`. */
  readonly maps?: Readonly<Record<string, string>>;
  /** Types of comprehensions: `[x for x in all]`. */
  readonly comprehensions?: Readonly<Record<string, "list" | "map">>;
  /** The type of keyword arguments. */
  readonly named?: string;
  /** The methods of context managers, `with value as name`, and of asynchronous ones. */
  readonly entered?: { readonly now: string; readonly later: string };
  /** Operators as methods of an operand: type to the fields of both operands, and operator to method. */
  readonly operators?: Readonly<
    Record<
      string,
      {
        readonly left: string;
        readonly right?: string;
        readonly methods: Readonly<Record<string, string>>;
      }
    >
  >;
  /** Types of numbers, which leave an operator to the other operand's class. */
  readonly numbers?: readonly string[];
  /** Set where a collection that was created empty has the element type of what is added later. */
  readonly fills?: true;
  /** The type of lambdas that are an expression: `lambda: x`. */
  readonly lambda?: string;
  /** Types of constructions, to the fields of the class and its type arguments: `new Map<A, B>()`. */
  readonly typedMakers?: Readonly<Record<string, readonly string[]>>;
  /** Types of constructions whose class may share its name with a variable. */
  readonly makers?: readonly string[];
  /** The type of target-typed constructions: `Foo foo = new(1)`. */
  readonly targetTyped?: string;
  /** Types of generic names, to the index of their type arguments among the children: `OfType<Foo>`. */
  readonly typeArguments?: Readonly<Record<string, number>>;
  /** The same, where these only choose among overloads: `parse<0>`. */
  readonly templateArguments?: Readonly<Record<string, number>>;
  /** The field of a call's arguments, where a class among them may decide the result: `make(Foo)`. */
  readonly given?: string;
  /**
   * Set where functions are generic: the types of calls, the field of a call, or of its callee, for type arguments, another
   * one for a single type without brackets, and the type of callbacks.
   */
  readonly generics?: {
    readonly calls: readonly string[];
    readonly types: string;
    readonly single?: string;
    readonly callback?: string;
  };
  /** The field of a call's arguments, where chains carry their types for overload resolution. */
  readonly arguments?: string;
  /** Type to the fields of object and name. */
  readonly members: Readonly<Record<string, readonly [string, string]>>;
  /** How many steps of a chain are kept, where builders are typed well enough for more than usual. */
  readonly longest?: number;
  /** Those of these that are paths, which begin with a module or a type, never a variable: `a::b`. */
  readonly paths?: readonly string[];
  /** Optional chaining with a node of its own: its type, that of the member, and that of an index: `a?.b`, `a?[0]`. */
  readonly optional?: { readonly whole: string; readonly member: string; readonly element: string };
  /** Types of method calls in one node, to the fields of object and name: `a.b()` in Java. */
  readonly invocations?: Readonly<Record<string, readonly [string, string]>>;
  /**
   * Set where a bare name may call a method of `self`, and bare `super` the overridden method; `::A` is then a top-level
   * constant, and `@a` an instance variable (Ruby).
   */
  readonly implicit?: true;
  /** Types of index expressions, to the field of the collection. */
  readonly elements: Readonly<Record<string, string>>;
  /** Types of literals, to the type of an argument: its name, `@type` and `@array` where a field `type` has it, `@operator` where its parts do, `@branches` where its last two parts do,
   * `@function` for a function's shape, `@told` where literal-types.ts reads it. */
  readonly literals?: Readonly<Record<string, string>>;
  /** Literal types of integers too large for an int: with 32 bits, up to 63, and 64. */
  readonly largeLiterals?: readonly string[];
  /** The type of class literals: `Foo.class`, a `Class<Foo>`. */
  readonly classLiteral?: string;
  /** Instead of these: types of arguments with their parts; see literal-types.ts. */
  readonly tellsTypes?: true;
  /** Set where literals may have extension methods: a chain may begin with one, `"a".isNice()`. */
  readonly literalMembers?: true;
  /** The operator that receives an element: `<-channel`. */
  readonly receives?: string;
  /** Types that stand for their first part: parentheses, `await`. */
  readonly through: readonly string[];
  /** Types with alternatives, by their indices among the named children (-1: the last): `a or b`. */
  readonly either: Readonly<Record<string, readonly number[]>>;
  /** Types of switch expressions, to those of their arms: `x switch { A a => a, _ => b }`. */
  readonly arms?: Readonly<Record<string, readonly string[]>>;
  /** The method behind a dereference of a smart pointer: `**self`. */
  readonly pointers?: string;
  /** The type of parentheses around a called field, which tell it from a method: `(self.map)(x)`. */
  readonly calledFields?: string;
  /** Transparent types, to the field of the part that they stand for, where that is not the first: `&mut x`, `f::<T>`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Types of casts, whose target is in a `type` field or comes last. */
  readonly casts: readonly string[];
  /** Type of parentheses that a JSDoc cast, `@type {Foo}`, may be before. */
  readonly jsdocCasts?: string;
}
