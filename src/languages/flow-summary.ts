/** What a function gives of what it is given, where that is not just what it is given first. */
export interface FlowSummary {
  /** The rest of the chain from there. */
  readonly then?: string;
  /** The same where it is given one thing alone. */
  readonly alone?: string;
  /** Which of its arguments counts, where that is not the first. */
  readonly place?: number;
  /** It gives a tuple of all, with this as the rest of the chain from each: `zip`. */
  readonly each?: string;
  /** The first is a function which is given what stands in the argument at this place: `map`. */
  readonly through?: number;
  /** The first is a function which is given this. */
  readonly first?: string;
  /** The type that holds it, with \`$\` for the chain. */
  readonly within?: string;
  /** It is a method that gives what it is called on: `run.bind(foo)`. */
  readonly holder?: true;
  /** It gives an object of the class that it is given, only where that is written as one, with this behind its name: `app(Foo::class)`. */
  readonly ofClass?: string;
  /** It ends what one of these methods began, and gives an object of the class of that: `Foo.builder().a(1).build()`. */
  readonly builder?: readonly string[];
  /** It is a method that gives groups of what it is called on, where it is given one of these alone, in a type \`within\`. */
  readonly grouped?: readonly string[];
  /** It gives the member that is named second. */
  readonly member?: true;
  /** It gives what its argument gives by this method, where that has one. */
  readonly enters?: string;
  /** Where it is given names with values it is a map of these. */
  readonly named?: true;
}
