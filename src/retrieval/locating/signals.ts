/**
 * What can speak for a file or a definition being the place that a request is about, as data. As in
 * `bigraph/signals.ts`, each signal is a number from 0 to about 1 and one learned weight says what it counts.
 */
export const fileSignals = {
  /** Words (BM25, relative to the best hit): of the whole file, and of its best definition. */
  words: "shares words with the request",
  titleWords: "shares words with the title",
  bestDefinition: "a definition in it shares words with the request",
  pathSaid: "the request mentions the words of its path",
  nameSaid: "the request mentions its name",
  /** Mentions. */
  namedFile: "the request names it",
  holdsNamed: "the request names a definition in it",
  inTrace: "a stack trace in the request goes through it",
  holdsMessage: "it holds a message that the request quotes",
  /** Graph. */
  importedByFound: "imported by a file that was found",
  calledByFound: "called by definitions that were found",
  /** History. */
  likeCommits: "changed by commits whose messages resemble the request",
  messagesLike: "messages of commits that changed it resemble the request",
  changedWith: "commits changed it together with a file that was found",
  /** What holds for a file whatever the request is. */
  test: "a test",
  noSource: "not source code",
} as const satisfies Record<string, string>;

export const definitionSignals = {
  words: "shares words with the request",
  titleWords: "shares words with the title",
  purpose: "its description resembles the request",
  nameWords: "its name shares words with the request",
  nameSaid: "the request contains its whole name",
  named: "the request names it",
  inTrace: "a stack trace in the request goes through it",
  message: "it holds a message that the request quotes",
  inNamedFile: "the request names its file",
  calls: "calls what was found",
  calledBy: "called by what was found",
  partOf: "part of what was found",
  file: "its file was found",
  fileFirst: "its file was found first",
  firstOfFile: "the best match in its file",
  inLikeCommits: "changed by commits whose messages resemble the request",
  /** What holds for a definition whatever the request is. */
  test: "a test",
  hidden: "private",
  called: "called by many",
  size: "long",
} as const satisfies Record<string, string>;

/** What can speak for a folder being the one in which something new would stand. */
export const folderSignals = {
  bestFile: "files here resemble the request",
  files: "the files here resemble the request",
  folderSaid: "the request mentions the name of the folder",
  pathSaid: "the request mentions the words of its path",
  messagesLike: "messages of commits that changed files here resemble the request",
  newer: "new files were added here lately",
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
