import { firstByScore } from "./first-few.ts";
import { growing } from "./growing.ts";

/**
 * Okapi BM25 (Robertson and Zaragoza 2009, "The Probabilistic Relevance Framework", section 3.4) over weighted
 * fields joined before scoring (BM25F in its simple form: Robertson, Zaragoza and Taylor 2004).
 *
 *   score(D, Q) = sum over terms t of Q:  q(t) * idf(t) * tf * (k1 + 1) / (tf + k1 * (1 - b + b * length(D) / mean length))
 *   idf(t)      = ln(1 + (N - n(t) + 0.5) / (n(t) + 0.5))                 never negative
 *   tf          = sum over fields of weight * occurrences;  length is summed in the same way
 *   q(t)        = (k3 + 1) * count / (k3 + count)                         repeating a word in the query saturates
 *
 * All but q is known when the index is built, so a posting holds its whole share of the score and a query only adds.
 */

export interface Field {
  readonly words: readonly string[];
  readonly weight: number;
}

/** A field whose words are numbers of a vocabulary. */
export interface TermField {
  readonly terms: readonly number[];
  readonly weight: number;
}

export interface Bm25Options {
  /** How soon a repeated term stops counting. */
  readonly k1: number;
  /** How far a long document is held against itself, 0 to 1. */
  readonly b: number;
}

export interface Bm25Hit {
  /** Position of the document in the list the index was built from. */
  readonly document: number;
  readonly score: number;
  /** The terms that matched, the heaviest first. */
  readonly terms: readonly string[];
}

export interface Bm25 {
  readonly size: number;
  /** Inverse document frequency of a term; 0 for a term that no document has. */
  idf(term: string): number;
  /** The best `limit` documents for the terms (with their counts in the query), best first; ties by position. */
  search(terms: ReadonlyMap<string, number>, limit: number, bounds?: SearchBounds): readonly Bm25Hit[];
}

/** What of an index one search of many looks at. */
export interface SearchBounds {
  /** Which documents may be found. */
  readonly isWanted: (document: number) => boolean;
  /** Postings that are read, beginning with the rarest term; that one's are read in any case. */
  readonly postings: number;
}

const defaults: Bm25Options = { k1: 1.2, b: 0.6 };
const k3 = 1.2;
/** Terms of one query that are scored; the rarest are kept. A pasted log has thousands. */
const queryTermLimit = 64;

/** Numbers of terms, in the order in which they were first met. */
export type Vocabulary = Map<string, number>;

/** Documents whose terms are counted already; the terms of document i stand before `ends[i]`. */
export interface CountedDocuments {
  readonly terms: Int32Array;
  readonly frequencies: Float32Array;
  readonly ends: Int32Array;
  readonly lengths: Float32Array;
}

/** The number of a word, which is given to it where it has none. */
export function termOf(word: string, vocabulary: Vocabulary): number {
  const known = vocabulary.get(word);
  if (known !== undefined) return known;
  vocabulary.set(word, vocabulary.size);
  return vocabulary.size - 1;
}

// Used again for each file: of tens of thousands that are counted most are small.
const [terms, ends] = [growing(Int32Array), growing(Int32Array)];
const [frequencies, lengths] = [growing(Float32Array), growing(Float32Array)];
/** By term, of one document; all 0 in between. */
let counts = new Float64Array(2 ** 16);

/** Terms of a document come in the order in which they are first met. */
export function countDocuments(documents: Iterable<readonly TermField[]>): CountedDocuments {
  for (const column of [terms, ends, frequencies, lengths]) column.empty();
  for (const fields of documents) {
    const first = terms.length();
    let length = 0;
    for (const { terms: said, weight } of fields) {
      length += weight * said.length;
      for (const term of said) {
        if (term >= counts.length) counts = grown(counts, term);
        if (counts[term] === 0) terms.push(term);
        counts[term]! += weight;
      }
    }
    for (const term of terms.values().subarray(first)) {
      frequencies.push(counts[term]!);
      counts[term] = 0;
    }
    ends.push(terms.length());
    lengths.push(length);
  }
  const cut = { terms: terms.values().slice(), ends: ends.values().slice() };
  return { ...cut, frequencies: frequencies.values().slice(), lengths: lengths.values().slice() };
}

function grown(array: Float64Array<ArrayBuffer>, place: number): Float64Array<ArrayBuffer> {
  const larger = new Float64Array(Math.max(array.length * 2, place + 1));
  larger.set(array);
  return larger;
}

export function buildBm25(documents: Iterable<readonly Field[]>, options: Bm25Options = defaults): Bm25 {
  const vocabulary: Vocabulary = new Map();
  const numbered = function* (): Generator<readonly TermField[]> {
    for (const fields of documents)
      yield fields.map(({ words, weight }) => ({
        terms: words.map((word) => termOf(word, vocabulary)),
        weight,
      }));
  };
  return joinBm25([countDocuments(numbered())], vocabulary, options);
}

/** One index over documents that were counted with one vocabulary, in order. */
export function joinBm25(
  parts: readonly CountedDocuments[],
  vocabulary: Vocabulary,
  options: Bm25Options = defaults,
): Bm25 {
  const sum = (count: (part: CountedDocuments) => number) =>
    parts.reduce((all, part) => all + count(part), 0);
  const pairs = sum(({ terms }) => terms.length);
  const [terms, owners, frequencies] = [
    new Int32Array(pairs),
    new Int32Array(pairs),
    new Float32Array(pairs),
  ];
  const lengths = new Float32Array(sum((part) => part.lengths.length));
  let [pair, document] = [0, 0];
  for (const part of parts) {
    terms.set(part.terms, pair);
    frequencies.set(part.frequencies, pair);
    lengths.set(part.lengths, document);
    let start = pair;
    for (const end of part.ends) {
      owners.fill(document++, start, pair + end);
      start = pair + end;
    }
    pair += part.terms.length;
  }
  return searcher(vocabulary, postings(vocabulary.size, { terms, owners, frequencies }, lengths, options));
}

interface Pairs {
  readonly terms: Int32Array;
  readonly owners: Int32Array;
  readonly frequencies: Float32Array;
}

interface Postings {
  readonly size: number;
  /** Postings of term t stand at `from[t]` to `from[t + 1]`, in order of document. */
  readonly from: Int32Array;
  readonly documents: Int32Array;
  readonly shares: Float32Array;
  readonly idfs: Float32Array;
}

/** Sorts the (term, document) pairs by term (counting sort, so documents stay in order) and scores each pair. */
function postings(
  termCount: number,
  { terms, owners, frequencies }: Pairs,
  lengths: Float32Array,
  { k1, b }: Bm25Options,
): Postings {
  const size = lengths.length;
  const mean = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, size) || 1;
  const from = new Int32Array(termCount + 1);
  for (const term of terms) from[term + 1]! += 1;
  const idfs = new Float32Array(termCount);
  for (let term = 0; term < termCount; term++) {
    const n = from[term + 1]!;
    idfs[term] = Math.log(1 + (size - n + 0.5) / (n + 0.5));
    from[term + 1]! += from[term]!;
  }
  const next = from.slice(0, termCount);
  const documents = new Int32Array(terms.length);
  const shares = new Float32Array(terms.length);
  for (let pair = 0; pair < terms.length; pair++) {
    const [term, document, tf] = [terms[pair]!, owners[pair]!, frequencies[pair]!];
    const at = next[term]!++;
    documents[at] = document;
    const norm = k1 * (1 - b + (b * lengths[document]!) / mean);
    shares[at] = (idfs[term]! * tf * (k1 + 1)) / (tf + norm);
  }
  return { size, from, documents, shares, idfs };
}

function searcher(vocabulary: ReadonlyMap<string, number>, index: Postings): Bm25 {
  const scores = new Float32Array(index.size);
  const touched = new Int32Array(index.size);

  const isUsed = (term: number): boolean => index.from[term + 1]! > index.from[term]!;

  const idf = (term: string): number => {
    const id = vocabulary.get(term);
    // A vocabulary that is shared goes on growing.
    return id === undefined || id >= index.idfs.length || !isUsed(id) ? 0 : index.idfs[id]!;
  };

  const share = (term: number, document: number): number => {
    let [low, high] = [index.from[term]!, index.from[term + 1]! - 1];
    while (low <= high) {
      const middle = (low + high) >> 1;
      const found = index.documents[middle]!;
      if (found === document) return index.shares[middle]!;
      if (found < document) low = middle + 1;
      else high = middle - 1;
    }
    return 0;
  };

  const search: Bm25["search"] = (query, limit, bounds) => {
    const known = [...query]
      .flatMap(([text, count]) => {
        const term = vocabulary.get(text);
        return term === undefined || term >= index.idfs.length || !isUsed(term)
          ? []
          : [{ text, term, weight: ((k3 + 1) * count) / (k3 + count) }];
      })
      .sort((a, b) => index.idfs[b.term]! - index.idfs[a.term]!)
      .slice(0, queryTermLimit);
    const { from, documents, shares } = index;
    let room = bounds?.postings ?? Number.POSITIVE_INFINITY;
    const asked = known.filter(({ term }, at) => {
      room -= from[term + 1]! - from[term]!;
      return at === 0 || room >= 0;
    });
    let count = 0;
    for (const { term, weight } of asked)
      for (let at = from[term]!, end = from[term + 1]!; at < end; at++) {
        const document = documents[at]!;
        if (scores[document] === 0) touched[count++] = document;
        scores[document]! += weight * shares[at]!;
      }
    const all = touched.subarray(0, count);
    const best = firstByScore(bounds ? all.filter(bounds.isWanted) : all, scores, limit);
    const hits = best.map((document) => ({
      document,
      score: scores[document]!,
      // Looked up when asked: of hundreds of hits the words of a few are shown.
      get terms() {
        return asked
          .map(({ text, term, weight }) => ({ text, part: weight * share(term, document) }))
          .filter(({ part }) => part > 0)
          .sort((a, b) => b.part - a.part)
          .map(({ text }) => text);
      },
    }));
    for (let at = 0; at < count; at++) scores[touched[at]!] = 0;
    return hits;
  };

  return { size: index.size, idf, search };
}
