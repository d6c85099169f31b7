/**
 * What can speak for a file or a definition being the place that a request is about, as data. As in
 * `bigraph/signals.ts`, each signal is a number from 0 to about 1 and one learned weight says what it counts.
 */
export const fileSignals = {
  /** Words (BM25, relative to the best hit): of the whole file, and of its best definition. */
  words: "its words are like the request's",
  titleWords: "its words are like the title",
  bestDefinition: "a definition in it has words like the request's",
  pathSaid: "the request says the words of its path",
  nameSaid: "the request says its name",
  /** Mentions. */
  namedFile: "the request names it",
  holdsNamed: "the request names a definition in it",
  inTrace: "a stack trace in the request goes through it",
  holdsMessage: "it holds a message that the request quotes",
  /** Graph. */
  importedByFound: "a file that was found imports it",
  calledByFound: "definitions that were found call it",
  /** History. */
  likeCommits: "commits with messages like the request changed it",
  messagesLike: "messages of commits that changed it are like the request",
  changedWith: "commits changed it together with a file that was found",
  /** What holds for a file whatever the request is. */
  test: "a test",
  noSource: "no source",
} as const satisfies Record<string, string>;

export const definitionSignals = {
  words: "its words are like the request's",
  titleWords: "its words are like the title",
  purpose: "its description is like the request",
  nameWords: "its name is like the request's words",
  nameSaid: "the request says its whole name",
  named: "the request names it",
  inTrace: "a stack trace in the request goes through it",
  message: "it holds a message that the request quotes",
  inNamedFile: "the request names its file",
  calls: "it calls what was found",
  calledBy: "what was found calls it",
  partOf: "it is part of what was found",
  file: "its file was found",
  fileFirst: "its file was found first",
  firstOfFile: "in its file it is most like the request",
  inLikeCommits: "commits with messages like the request changed it",
  /** What holds for a definition whatever the request is. */
  test: "a test",
  hidden: "private",
  called: "called by many",
  size: "long",
} as const satisfies Record<string, string>;

/** What can speak for a folder being the one in which something new would stand. */
export const folderSignals = {
  bestFile: "files here are like the request",
  files: "the files here are like the request",
  folderSaid: "the request says the name of the folder",
  pathSaid: "the request says the words of its path",
  messagesLike: "messages of commits that changed files here are like the request",
  newer: "new files came here lately",
} as const satisfies Record<string, string>;

export type FolderSignal = keyof typeof folderSignals;
export type FileSignal = keyof typeof fileSignals;
export type DefinitionSignal = keyof typeof definitionSignals;

/** Signals that say what something is and not how it is tied to the request: alone they find nothing. */
export const filePriors: ReadonlySet<string> = new Set<FileSignal>(["test", "noSource"]);
export const definitionPriors: ReadonlySet<string> = new Set<DefinitionSignal>([
  ...(["test", "hidden", "called", "size", "file", "fileFirst", "firstOfFile"] as const),
]);
/** Signals of a folder that explain nothing to a person. */
export const folderPriors: ReadonlySet<string> = new Set<FolderSignal>(["files", "newer"]);
