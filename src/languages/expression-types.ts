/** What `expressions` in a `language.json` may say: how the grammar of a language calls what chains are read from. */

import type { FlowSummary } from "./flow-summary.ts";

/** Node types of the expressions that a chain is read from, with the fields of their parts. */
export interface ExpressionTypes {
  readonly names: readonly string[];
  readonly this: readonly string[];
  readonly super: readonly string[];
  /** Words for the class around: `static` in PHP. */
  readonly itself?: readonly string[];
  /** Set where a class that is given to another one may say what an object of that is made for: `Service(User)` (Python). */
  readonly givenToClasses?: true;
  /** Type to the field of what is called. */
  readonly calls: Readonly<Record<string, string>>;
  /** Functions that give the module of which they are given the name. */
  readonly requires?: readonly string[];
  /** Set where a call may be a cast, by its name. */
  readonly castCalls?: true;
  /**
   * Functions by what they give of what they are given first, as the rest of a chain: `{ "Object.values": ".values()" }`,
   * of Go `{ "new": "()" }`; `<>` where that is a type, `cast("Foo", x)`, `<Rows<$>>` where that is what another type is given, `<models>` where it may be one of an app: `ForeignKey("order.Order")`, and `<factory>` before the rest where it is the word for a class: `create(:blog_post)`; with a dot before it methods of whatever.
   */
  readonly passes?: Readonly<Record<string, string | FlowSummary>>;
  /** Methods that give an object of the one type that a call writes for them, as the rest of a chain from it: `GetService<Foo>()`; with `()` behind them where they are given nothing. */
  readonly typedResults?: Readonly<Record<string, string>>;
  /** Methods that hand an object of the one type that a call writes for them to a function that they are given: `Enqueue<Foo>(f => ...)`. */
  readonly typedTakes?: readonly string[];
  /** Methods that make something of what they hold by a function that they are given: `all.map((x) => x.next())`. */
  readonly results?: {
    /** The type of such functions, with fields `body` and `parameters` or `parameter`, and of names of methods in their place. */
    readonly callback: string;
    readonly reference?: string;
    /** Set where one may stand behind the arguments, in a field `block`: what it gives is its last statement (Ruby). */
    readonly block?: true;
    /**
     * Method to what leads from its object to the parameter, and from what the function gives to what the method gives;
     * with `?` before it only where that is a module. With `import` such a function gives a module, or something of one.
     */
    readonly methods: Readonly<Record<string, readonly [string, string]>>;
    /** The same for what is called after one of these, where `map` is one of a list there and of one thing elsewhere. */
    readonly going?: {
      readonly after: readonly string[];
      readonly methods: Readonly<Record<string, readonly [string, string]>>;
    };
  };
  /** Types of lists and objects that may begin with all of another one: `[...all]`, to the type of that part. */
  readonly spreads?: Readonly<Record<string, string>>;
  /** Objects that are written out: their type, and those of their members and of functions as values; see object-literals.ts. */
  readonly objects?: {
    readonly type: string;
    readonly pair: string;
    readonly short: string;
    readonly spread: string;
    readonly method: string;
    readonly functions: readonly string[];
  };
  /** Types of lists that are written out; the first of what they hold stands for all, but where several are a tuple. */
  readonly lists?: readonly string[];
  /** Field and type of an index that gives a part of a list, not an element: `all[1:]`. */
  readonly slice?: readonly [string, string];
  /** Type of an index that is a number, where that is the place in a tuple: `pair[0]`. */
  readonly place?: string;
  /** Type of an index that is a text, where that names a member: `foo["run"]`. */
  readonly keys?: string;
  /** Types of tuples that are written out; see collection-literals.ts. */
  readonly tuples?: readonly string[];
  /** Types of maps that are written out, to that of their pairs with a field `value`. */
  readonly maps?: Readonly<Record<string, string>>;
  /** Types that make a list, or a map, by going through others: `[x for x in all]`. */
  readonly comprehensions?: Readonly<Record<string, "list" | "map">>;
  /** The type of arguments that are given by name. */
  readonly named?: string;
  /** The methods by which a value is entered, `with value as name`, and where that is waited for. */
  readonly entered?: { readonly now: string; readonly later: string };
  /** Operations that call a method of what stands on one side, by their signs, with the fields of both sides. */
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
  /** Types of numbers, which leave an operation to what stands on the other side. */
  readonly numbers?: readonly string[];
  /** Set where what is put into a list or a map that was made empty tells what is in it. */
  readonly fills?: true;
  /** The type of functions without a name that give what stands in them: `lambda: x`. */
  readonly lambda?: string;
  /** Types that make an object, to the fields that its class, with what that is given in brackets, is in: `new Map<A, B>()`. */
  readonly typedMakers?: Readonly<Record<string, readonly string[]>>;
  /** Types that make an object of the type that they name, where a variable may be called like that. */
  readonly makers?: readonly string[];
  /** The type of what makes an object of the type that is wanted where it stands: `Foo foo = new(1)`. */
  readonly targetTyped?: string;
  /** Types of names that say for which types, to the place of those among what is in them: `OfType<Foo>`. */
  readonly typeArguments?: Readonly<Record<string, number>>;
  /** The same, where they tell only functions apart that are called: `parse<0>`. */
  readonly templateArguments?: Readonly<Record<string, number>>;
  /** The field of a call's arguments, where a class among them may decide what the call gives: `make(Foo)`. */
  readonly given?: string;
  /**
   * Set where functions have parameters for types: the types of calls that may say them, the field of these, or of what
   * is called, in which they do, another one that has a single type without brackets, and the type of functions that are
   * written where they are given.
   */
  readonly generics?: {
    readonly calls: readonly string[];
    readonly types: string;
    readonly single?: string;
    readonly callback?: string;
  };
  /** Set where a call in a chain says what it is given, which tells methods of one name apart: the field of that. */
  readonly arguments?: string;
  /** Type to the fields of object and name. */
  readonly members: Readonly<Record<string, readonly [string, string]>>;
  /** How many parts of a chain are read, where builders are typed well enough for more than is usual. */
  readonly longest?: number;
  /** Those of these that begin in the name of a module or a type, never in that of a variable: `a::b`. */
  readonly paths?: readonly string[];
  /** Where `a?.b` is a whole of two parts: its type, that of the second part, and that of one which indexes: `a?[0]`. */
  readonly optional?: { readonly whole: string; readonly member: string; readonly element: string };
  /** Types that name a member and call it at once, to the fields of object and name: `a.b()` in Java. */
  readonly invocations?: Readonly<Record<string, readonly [string, string]>>;
  /**
   * Set where a name alone may be a call, namely of a method of `self`, and `super` alone calls the method that this
   * one hides; `::A` is then A of the outermost namespace, and `@a` an attribute.
   */
  readonly implicit?: true;
  /** Type to the field of what is indexed. */
  readonly elements: Readonly<Record<string, string>>;
  /** Types that tell the type of an argument: its name, `@type` and `@array` where a field `type` has it, `@operator` where its parts do, `@branches` where its last two parts do,
   * `@function` where it is one whose shape is told, `@told` where literal-types.ts reads it. */
  readonly literals?: Readonly<Record<string, string>>;
  /** Types of a whole number that is too large for an int: with 32 bits, with up to 63 and with 64. */
  readonly largeLiterals?: readonly string[];
  /** The type of what stands for a class as an object: `Foo.class`, a `Class<Foo>`. */
  readonly classLiteral?: string;
  /** Instead of these: types of arguments are told with what is in them, see literal-types.ts. */
  readonly tellsTypes?: true;
  /** Set where methods may be added to such types: a chain may begin with one, `"a".isNice()`. */
  readonly literalMembers?: true;
  /** What such a part begins with that stands for an element of it: `<-channel`. */
  readonly receives?: string;
  /** Types that stand for their first part: parentheses, `await`. */
  readonly through: readonly string[];
  /** Types that stand for one of two parts, by the places of those among the named children (-1: the last): `a or b`. */
  readonly either: Readonly<Record<string, readonly number[]>>;
  /** Types that stand for what one of their parts of another type ends in: of `x switch { A a => a, _ => b }` that of the arms. */
  readonly arms?: Readonly<Record<string, readonly string[]>>;
  /** The method that is asked for what an object holds that is used like a pointer: `**self`. */
  readonly pointers?: string;
  /** Type of the brackets around a field that is called, where without them it is a method: `(self.map)(x)`. */
  readonly calledFields?: string;
  /** Type to the field of the part that it stands for, where that is not its first: `&mut x`, `f::<T>`. */
  readonly parts?: Readonly<Record<string, string>>;
  /** Types with a `type` field, or whose last part is the type, that they are taken to have. */
  readonly casts: readonly string[];
  /** Type of parentheses of which the comment before says what is in them: `(x)` behind `@type {Foo}`. */
  readonly saidCast?: string;
}
