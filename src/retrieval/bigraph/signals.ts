/**
 * What can speak for a definition being needed by a target, as data: each signal is a number from 0 to 1 (some a little
 * above), and one learned weight says how much it counts. Adding a signal is a line here, the code that gives it, and
 * learning the weights again.
 */
export const signals = {
  /** Words (BM25, relative to the best hit): of everything, of the requirement text, of the name. */
  words: "shares words with the request",
  purpose: "its description resembles the request",
  nameWords: "its name shares words with the request",
  nameCovered: "the request contains the words of its name",
  nameSaid: "the request contains its whole name",
  /** Place. */
  sameClass: "a member of the same class",
  ownClass: "the target's own class",
  sameFileFunction: "a function of the same file",
  sameFileClass: "a class of the same file",
  sameFileMember: "a member of another class in the same file",
  near: "close by",
  nearSibling: "close by, at the same level",
  sameFolder: "a file of the same folder",
  /** Class hierarchy. */
  inherited: "inherited by the target's class",
  heirMember: "a member of a subclass of the target's class",
  /** Imports of the target's file. */
  imported: "imported and used by the target's file",
  importedModule: "in a file that the target's file imports",
  importedFile: "in the same file as something that the target's file imports",
  importedMember: "a member of a class that the target's file imports",
  /** Names in the target's file, whether imported or of the same package. */
  named: "named in the target's file",
  namedMember: "a member of a class that the target's file names",
  /** What others around the target call. */
  classCalls: "called in the same class",
  classCallsOften: "called by many members of the same class",
  fileCalls: "called in the same file",
  fileCallsOften: "called by many in the same file",
  classUsesOwner: "a member of a class that the same class instantiates",
  fileUsesOwner: "a member of a class that the same file instantiates",
  namesakeCalls: "called by definitions of the target's name",
  namesakeCallsOften: "called by most definitions of the target's name",
  overrideCalls: "called by the same method of related classes",
  overrideCallsOften: "called by the same method of most related classes",
  /** What definitions like the target call. */
  similarCalls: "called by definitions with a similar purpose",
  likeNamedCalls: "called by definitions with a similar name",
  /** Types. */
  typeNamed: "a type that the signature or the request names",
  memberOfType: "a member of a type that the signature or the request names",
  typeOfParameter: "a type with the name of a parameter",
  /** What holds for a definition whatever the target is. */
  called: "called by many",
  test: "a test",
  hidden: "private",
  hiddenElsewhere: "private in another file",
  nested: "inside a function",
  constructs: "a constructor",
  method: "a method",
  size: "long",
} as const satisfies Record<string, string>;

export type Signal = keyof typeof signals;

export const signalNames = Object.keys(signals) as readonly Signal[];

/** Signals that say what a definition is and not how it is tied to the target: they never make a candidate. */
export const priors: ReadonlySet<Signal> = new Set<Signal>([
  ...(["called", "test", "hidden", "hiddenElsewhere", "nested", "constructs", "method", "size"] as const),
]);
