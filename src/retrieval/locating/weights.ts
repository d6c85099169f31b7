import type { DefinitionSignal, FileSignal, FolderSignal } from "./signals.ts";

export interface LocatingWeights {
  readonly files: Readonly<Record<FileSignal, number>>;
  readonly definitions: Readonly<Record<DefinitionSignal, number>>;
  readonly folders: Readonly<Record<FolderSignal, number>>;
}

/** Learned by `bench/locating.ts` (command and figures: bench/results/locating.md); never set by hand. */
export const weights: LocatingWeights = {
  files: {
    words: 1.7,
    titleWords: 1.6,
    bestDefinition: 1.9,
    pathSaid: 1.07,
    nameSaid: 1.26,
    namedFile: 0.82,
    holdsNamed: 2.03,
    inTrace: 2.03,
    holdsMessage: 2.03,
    importedByFound: 0.64,
    calledByFound: 0.64,
    likeCommits: 1.22,
    messagesLike: 0.98,
    changedWith: 1.62,
    test: -3.48,
    noSource: -1.89,
  },
  definitions: {
    words: 2.29,
    titleWords: 1.13,
    purpose: -0.97,
    nameWords: 0.97,
    nameSaid: 0.25,
    named: 2.32,
    inTrace: 2.32,
    message: 2.32,
    inNamedFile: 2.09,
    calls: 0.68,
    calledBy: 0.74,
    partOf: 1.73,
    file: 0.91,
    fileFirst: -0.34,
    firstOfFile: 1.34,
    inLikeCommits: 0.06,
    test: -3.08,
    hidden: 0.24,
    called: -0.93,
    size: 2.73,
  },
  folders: {
    bestFile: 0.69,
    files: 1.06,
    folderSaid: 3.77,
    pathSaid: 1.73,
    messagesLike: 0.77,
    newer: 1.68,
  },
};
