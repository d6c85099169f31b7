/**
 * What can speak for a file or a definition being the place that a request is about, as data. As in
 * `bigraph/signals.ts`, each signal is a number from 0 to about 1 and one learned weight says what it counts.
 */
export const fileSignals = {
  /** Words (BM25, relative to the best hit): of the whole file, and of its best definition. */
  words: "its words are like the request's",
  titleWords: "its words are like the title",
  bestDefinition: "a definition in it has words like the request's",
  bestTitle: "a definition in it has words like the title",
  bestRequirement: "a definition in it has words like one of the requirements",
  bestPurpose: "a definition in it has a description like the request",
  bestName: "a definition in it has a name like the request's words",
  manyDefinitions: "several definitions in it have words like the request's",
  pathSaid: "the request says the words of its path",
  nameSaid: "the request says its name",
  scopeSaid: "the title begins with its name or its folder's",
  /** Mentions. */
  namedFile: "the request names it",
  holdsNamed: "the request names a definition in it",
  holdsShown: "an example in the request uses a definition in it",
  inTrace: "a stack trace in the request goes through it",
  holdsMessage: "it holds a message that the request quotes",
  /** Graph. */
  importsFound: "it imports a file that was found",
  importedByFound: "a file that was found imports it",
  callsFound: "it calls definitions that were found",
  calledByFound: "definitions that were found call it",
  folderFound: "it stands beside files that were found",
  /** History. */
  likeCommits: "commits with messages like the request changed it",
  messagesLike: "messages of commits that changed it are like the request",
  changedWith: "commits changed it together with a file that was found",
  changedOften: "commits changed it often",
  changedLately: "a recent commit changed it",
  /** What holds for a file whatever the request is. */
  test: "a test",
  aside: "an example or documentation",
  large: "large",
  bare: "without definitions",
  noSource: "no source",
  imported: "imported by many",
} as const satisfies Record<string, string>;

export const definitionSignals = {
  words: "its words are like the request's",
  titleWords: "its words are like the title",
  requirementWords: "its words are like one of the requirements",
  purpose: "its description is like the request",
  nameWords: "its name is like the request's words",
  nameCovered: "the request says the words of its name",
  nameSaid: "the request says its whole name",
  named: "the request names it",
  shown: "an example in the request uses it",
  inTrace: "a stack trace in the request goes through it",
  message: "it holds a message that the request quotes",
  inNamedFile: "the request names its file",
  inNamedClass: "the request names its class",
  calls: "it calls what was found",
  calledBy: "what was found calls it",
  inherits: "it builds on, or is built on by, what was found",
  contains: "it contains what was found",
  partOf: "it is part of what was found",
  sibling: "it stands in one class with what was found",
  file: "its file was found",
  fileFirst: "its file was found first",
  firstOfFile: "in its file it is most like the request",
  inLikeCommits: "commits with messages like the request changed it",
  /** What holds for a definition whatever the request is. */
  test: "a test",
  isClass: "a class",
  isMethod: "a method",
  constructs: "a constructor",
  hidden: "private",
  called: "called by many",
  size: "long",
} as const satisfies Record<string, string>;

/** What can speak for a folder being the one in which something new would stand. */
export const folderSignals = {
  bestFile: "files here are like the request",
  nextFile: "more than one file here is like the request",
  files: "the files here are like the request",
  folderSaid: "the request says the name of the folder",
  pathSaid: "the request says the words of its path",
  namesSaid: "files here are called by words of the request",
  likeCommits: "commits with messages like the request changed files here",
  messagesLike: "messages of commits that changed files here are like the request",
  changedOften: "commits often change files here",
  newer: "new files came here lately",
  large: "many files stand here",
  main: "most of the source stands here",
  aside: "an example or documentation",
  top: "the top folder",
} as const satisfies Record<string, string>;

export type FolderSignal = keyof typeof folderSignals;
export type FileSignal = keyof typeof fileSignals;
export type DefinitionSignal = keyof typeof definitionSignals;

/** Signals that say what something is and not how it is tied to the request: alone they find nothing. */
export const filePriors: ReadonlySet<string> = new Set<FileSignal>([
  ...([
    "test",
    "aside",
    "large",
    "bare",
    "noSource",
    "imported",
    "changedOften",
    "changedLately",
    "folderFound",
  ] as const),
]);
export const definitionPriors: ReadonlySet<string> = new Set<DefinitionSignal>([
  ...([
    "test",
    "isClass",
    "isMethod",
    "constructs",
    "hidden",
    "called",
    "size",
    "file",
    "fileFirst",
    "firstOfFile",
  ] as const),
]);
/** Signals of a folder that explain nothing to a person. */
export const folderPriors: ReadonlySet<string> = new Set<FolderSignal>([
  ...(["nextFile", "files", "changedOften", "newer", "large", "main", "aside", "top"] as const),
]);
