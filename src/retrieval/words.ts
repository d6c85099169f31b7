/**
 * Words of source text and of requests, cut the same way, so that "parse the config" meets `parseConfig`.
 */

import { termOf, type Vocabulary } from "./bm25.ts";

/** Runs that may be an identifier or a plain word; hyphens, dots and slashes separate. */
const run = /[\p{L}\p{N}_$]+/gu;

/** Within a run: `URLs`, `HTTP` before `Server`, `Server`, `MAX`, `256`, and scripts without letter case. */
const piece = /\p{Lu}{2,}s(?!\p{Ll})|\p{Lu}+(?=\p{Lu}\p{Ll})|\p{Lu}?\p{Ll}+|\p{Lu}+|\p{N}+|[\p{Lo}\p{Lm}]+/gu;

/** A run longer than this is data (a hash, base64), not a name. */
const longestRun = 80;

/** Cuts found once per spelling; bounded, because a repository may hold millions of spellings. */
const known = new Map<string, readonly string[]>();
const knownLimit = 200_000;

/**
 * Lower-case words of a text in order: the sub-words of each identifier (camelCase, snake_case, acronyms, digits),
 * stemmed, and the whole identifier too where it has several, so that an exact name weighs more than its parts.
 */
export function words(text: string): string[] {
  const found: string[] = [];
  for (const [spelling] of text.matchAll(run)) for (const word of cut(spelling)) found.push(word);
  return found;
}

/**
 * Words of a text that stand there only within names of several words, each of which `isKnown`: of a name that nothing
 * has yet, its words are all that it says.
 */
export function halvesIn(text: string, isKnown: (name: string) => boolean): ReadonlySet<string> {
  const halves = new Set<string>();
  const telling = new Set<string>();
  for (const [spelling] of text.matchAll(run)) {
    const parts = cut(spelling);
    const isHalved = parts.length > 1 && isKnown(parts.at(-1)!);
    for (const word of parts) (isHalved ? halves : telling).add(word);
  }
  return halves.difference(telling);
}

/** By vocabulary and spelling; bounded like `known`. */
const numbered = new WeakMap<Vocabulary, Map<string, readonly number[]>>();

/** As `words`, by their numbers in a vocabulary, where new words are given one. */
export function wordTerms(text: string, vocabulary: Vocabulary): number[] {
  const bySpelling = numbered.get(vocabulary) ?? new Map<string, readonly number[]>();
  numbered.set(vocabulary, bySpelling);
  const found: number[] = [];
  for (const spelling of text.match(run) ?? []) {
    let terms = bySpelling.get(spelling);
    if (!terms) {
      terms = cut(spelling).map((word) => termOf(word, vocabulary));
      if (bySpelling.size >= knownLimit) bySpelling.clear();
      bySpelling.set(spelling, terms);
    }
    for (const term of terms) found.push(term);
  }
  return found;
}

/**
 * How each word of a text was written there, without stemming: `iter_lines` for `iterlines`, `cookies` for `cooky`.
 * For people, who should not have to read stems.
 */
export function spellings(text: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const [spelling] of text.matchAll(run)) {
    const pieces = spelling.match(piece) ?? [];
    const parts = pieces.map((part) => part.toLowerCase());
    for (const [at, word] of cut(spelling).entries())
      if (!found.has(word)) found.set(word, parts[at] ?? spelling);
  }
  return found;
}

/** The words of one identifier; see `words`. */
function cut(spelling: string): readonly string[] {
  const cached = known.get(spelling);
  if (cached) return cached;
  const result = spelling.length > longestRun ? [] : cutAfresh(spelling);
  if (known.size >= knownLimit) known.clear();
  known.set(spelling, result);
  return result;
}

function cutAfresh(spelling: string): readonly string[] {
  const pieces = (spelling.match(piece) ?? []).map((part) => stem(part.toLowerCase()));
  if (pieces.length < 2) return pieces;
  return [...pieces, spelling.replace(/[_$]+/g, "").toLowerCase()];
}

/**
 * Takes a plural or a verb's ending off an English word, and nothing else: `queries` -> `query`, `parsing` -> `pars`,
 * `parse` -> `pars`. Lighter than Porter (1980), which joins words that mean different things in code
 * (`general`, `generate`). What it brings stands in `docs/decisions/0006-retrieval.md`.
 */
export function stem(word: string): string {
  if (word.length < 4 || /[^a-z]/.test(word)) return word;
  const singular = withoutPlural(word);
  const verb = singular.replace(/(?:ing|ed)$/, "");
  if (verb !== singular && verb.length >= 3 && /[aeiouy]/.test(verb)) return undouble(verb);
  if (singular.endsWith("ie")) return `${singular.slice(0, -2)}y`;
  return singular.length > 3 && singular.endsWith("e") ? singular.slice(0, -1) : singular;
}

function withoutPlural(word: string): string {
  if (word.endsWith("ies") && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(?:ss|sh|ch|x|z)es$/.test(word)) return word.slice(0, -2);
  return word.endsWith("s") && !/(?:ss|us|is)$/.test(word) ? word.slice(0, -1) : word;
}

/** `runn` -> `run`, but `call` and `pass` stay. */
function undouble(verb: string): string {
  if (/([bdfgmnprt])\1$/.test(verb)) return verb.slice(0, -1);
  return verb.length > 4 && verb.endsWith("e") ? verb.slice(0, -1) : verb;
}

/** Words that say nothing about code in a request, though they are rare in code and would weigh much. */
const empty = new Set(
  (
    "a about above after again all also although always am an and another any anybody anyone anything are as at be because been " +
    "before being below best better between both but by can cannot could currently did do does doing don done down due during each either else " +
    "etc even ever every example expect expected few first following for from further get gets getting give given gives go goes going good got great had happen happened happening happens " +
    "has have having hello help hence her here hi him his how however i if ideally implement implementation in instead into is issue it " +
    "its itself just kind know lets like ll look looks lot made make makes making many may maybe me might more most much must my " +
    "need needed needs never new nice no nor not nothing now of off often on once one only onto or other our out over own per perhaps please possible " +
    "possibly problem quite rather re really regardless right same seem seems several shall she should since so some somehow someone something still such sure " +
    "take thank thanks that the their them then there therefore these they thing things think this those though through thus to together too two under until up us use " +
    "used useful user users uses using usually ve very via want wanted wants was way we well were what when where whereas whether which while who whole whose why will with " +
    "within without won work worked working works would yes yet you your"
  )
    .split(" ")
    .map(stem),
);

const address = /https?:\/\/[^\s)>\]"'`]+/g;
const token = /[^\s()<>[\]"'`,]+/g;
/** Where a machine keeps what it has installed. */
const installed = /^\/usr\/|\/(?:node_modules|(?:site|dist)-packages|\.cargo\/registry|gems)\//;

/** A text without web addresses and paths of what is installed: what stands in them (`docs`, `local`, `lib`) is not said of the code. */
export const withoutAddresses = (text: string): string =>
  text.replace(address, " ").replace(token, (one) => (installed.test(one) ? " " : one));

/** The words of a request that are worth looking for, each with how often it was written. */
export function queryWords(text: string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words(withoutAddresses(text))) {
    if (empty.has(word) || (word.length < 2 && !/\p{Lo}/u.test(word))) continue;
    counts.set(word, (counts.get(word) ?? 0) + 1);
  }
  return counts;
}
