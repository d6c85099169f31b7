import type { CountedDocuments, Vocabulary } from "./bm25.ts";

/** The indexes of a repository, and for each the counted words of one file. */
export type FileWords = Readonly<Record<"bm25" | "names" | "purposes" | "files", CountedDocuments>>;

/**
 * Words of files that were read before, numbered by one vocabulary: after a push only changed files are read and cut
 * again. Shared by all runs of a process; what was used longest ago goes first.
 */
export interface Lexicon {
  readonly vocabulary: Vocabulary;
  get(key: string): FileWords | undefined;
  set(key: string, words: FileWords): void;
}

/** Bytes of counted words that are kept, and terms with which a vocabulary is full. */
const most = { bytes: 192 * 2 ** 20, terms: 2_000_000 };

function createLexicon(): Lexicon {
  const kept = new Map<string, { readonly words: FileWords; readonly size: number }>();
  let used = 0;
  return {
    vocabulary: new Map(),
    get: (key) => {
      const found = kept.get(key);
      if (!found) return undefined;
      kept.delete(key);
      kept.set(key, found);
      return found.words;
    },
    set: (key, words) => {
      const size = sizeOf(words);
      kept.set(key, { words, size });
      used += size;
      for (const [oldest, { size: freed }] of kept) {
        if (used <= most.bytes) break;
        kept.delete(oldest);
        used -= freed;
      }
    },
  };
}

let current = createLexicon();

/** The lexicon of this process; a new one where the vocabulary of the last is full, so that memory stays bounded. */
export function sharedLexicon(): Lexicon {
  if (current.vocabulary.size > most.terms) current = createLexicon();
  return current;
}

function sizeOf(words: FileWords): number {
  const arrays = Object.values(words).flatMap((counted) => Object.values(counted) as Int32Array[]);
  return arrays.reduce((sum, { byteLength }) => sum + byteLength, 0);
}
