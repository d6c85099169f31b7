/** Summary of a library function: how its result flows from its arguments, where that is not just the first one. */
export interface FlowSummary {
  /** The rest of the chain from that argument. */
  readonly then?: string;
  /** The same for a call with a single argument. */
  readonly alone?: string;
  /** The index of the argument that counts, where that is not the first. */
  readonly place?: number;
  /** It returns a tuple of all arguments, with this as the rest of the chain from each: `zip`. */
  readonly each?: string;
  /** The first is a callback for the elements of the argument at this index: `map`. */
  readonly through?: number;
  /** The first is a callback for this chain. */
  readonly first?: string;
  /** The type that wraps it, with `$` for the chain. */
  readonly within?: string;
  /** A method that returns its receiver: `run.bind(foo)`. */
  readonly holder?: true;
  /** It returns an object of the class that is its argument, only as a class literal with this suffix: `app(Foo::class)`. */
  readonly ofClass?: string;
  /** The end of a builder that one of these methods began: it returns an object of that one's class, `Foo.builder().a(1).build()`. */
  readonly builder?: readonly string[];
  /** A method that groups its receiver's elements, where its only argument is one of these, into a type `within`. */
  readonly grouped?: readonly string[];
  /** It returns the member that its second argument names: `getattr`. */
  readonly member?: true;
  /** It returns the result of this method of its argument, where that has one. */
  readonly enters?: string;
  /** With keyword arguments it makes a map of these. */
  readonly named?: true;
}
