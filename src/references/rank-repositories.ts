import { buildBm25, type Field } from "../retrieval/bm25.ts";
import type { Candidate } from "./candidate.ts";
import { familiesIn, family } from "./family.ts";
import { type WeighedWord, weighWords } from "./keywords.ts";
import { isSource } from "./language.ts";
import { readmeSections } from "./readme.ts";

/** A candidate with what was read of it. */
export interface ReadCandidate {
  readonly candidate: Candidate;
  /** As its readers see it (`seenReadme`); undefined where there is none. */
  readonly readme: string | undefined;
  /** Paths of all files; undefined where they were not asked for. */
  readonly paths: readonly string[] | undefined;
  /** Text of its likeliest file, where it was read. Only its words count; it goes nowhere. */
  readonly code?: string | undefined;
}

export interface RankedCandidate extends ReadCandidate {
  /** Comparable within one ranking. */
  readonly score: number;
  /** Share of what the request asks for that the repository speaks of, 0 to 1, by the words' weights. */
  readonly coverage: number;
  /** Whether what it is called or says first is what the request is about. */
  readonly onTopic: boolean;
  /** The request's words of which it says nothing, the heaviest first. */
  readonly missing: readonly string[];
  /** How many of the request's words are specific, and those of them that are missing. */
  readonly specific: number;
  readonly missingSpecific: readonly string[];
  /** Source files of the language; undefined where the paths are not known. */
  readonly sources: number | undefined;
}

const fieldWeights = { head: 3, opening: 2, readme: 1, paths: 0.5 } as const;
type FieldName = keyof typeof fieldWeights;

/** What a word of the request is worth by the best place in which it stands. */
const credit: Readonly<Record<FieldName, number>> = { head: 1, opening: 1, readme: 0.8, paths: 0.5 };
const shares = { bm25: 0.4, coverage: 0.6 };
/** Factors: the topic is not what it is about; it is made to be called, or to be read about; more files than anybody reads. */
const against = { offTopic: 0.7, notAProgram: 0.85, archived: 0.95, large: 0.12 };
const fewSources = 60;
/** A star more decides between equals, and a thousand no more than a word. */
const starWorth = 0.02;
const most = { starred: 0.08 };

/**
 * Ranks repositories for a request by words alone: BM25 over name, description, topics, README and paths, and the share
 * of the request that they speak of, times what speaks against an example. Best first.
 */
export function rankRepositories(
  request: string,
  candidates: readonly ReadCandidate[],
  language: string | undefined,
): readonly RankedCandidate[] {
  const asked = weighWords(request, language).map((word) => ({ ...word, parts: word.parts.map(family) }));
  const topic = asked.some((word) => word.topic) ? asked.filter((word) => word.topic) : asked.slice(0, 1);
  const specific = asked.filter((word) => word.specific).length;
  const documents = candidates.map((one) => wordsOf(one));
  const bm25 = buildBm25(
    documents.map((fields) =>
      Object.entries(fieldWeights).map(
        ([field, weight]): Field => ({ words: fields[field as FieldName], weight }),
      ),
    ),
  );
  const query = new Map(
    asked.flatMap(({ parts, weight }) => parts.map((part) => [part, weight / parts.length])),
  );
  const scores = new Map(
    bm25.search(query, candidates.length).map(({ document, score }) => [document, score]),
  );
  const best = Math.max(1e-9, ...scores.values());
  return candidates
    .map((one, at) => {
      const places = placesOf(documents[at]!);
      const worth = ({ parts }: WeighedWord): number =>
        Math.min(1, ...parts.map((part) => places.get(part) ?? 0));
      const covered = asked.map((word) => word.weight * worth(word));
      const coverage = covered.reduce((all, part) => all + part, 0) / Math.max(1e-9, sum(asked));
      // By what people say of it: words meet in code by chance.
      const said = one.code === undefined ? places : placesOf(wordsOf({ ...one, code: undefined }));
      const missing = asked.filter(({ parts }) => parts.some((part) => !said.has(part)));
      const { code: _, ...read } = one;
      const sources = one.paths?.filter((path) => isSource(path, language)).length;
      const fits = (shares.bm25 * (scores.get(at) ?? 0)) / best + shares.coverage * coverage;
      const onTopic = topic.some((word) => worth(word) >= 1);
      const score = fits * (onTopic ? 1 : against.offTopic) * priorOf(one, sources, request);
      return {
        ...{ ...read, score, coverage, onTopic, sources, specific },
        missing: missing.map(({ spelling }) => spelling),
        missingSpecific: missing.filter((word) => word.specific).map(({ spelling }) => spelling),
      };
    })
    .sort((a, b) => b.score - a.score);
}

const sum = (asked: readonly WeighedWord[]): number => asked.reduce((all, { weight }) => all + weight, 0);

/** Made to be called by programs, to start one from, or to be read about. */
const notAProgram =
  /\b(?:wrapper|bindings?|sdk|client library|framework|boilerplate|dataset|paper|thesis|benchmark|awesome)\b/i;

/** What speaks for and against an example, whatever is asked for. */
function priorOf({ candidate }: ReadCandidate, sources: number | undefined, request: string): number {
  const { fullName, description, archived, stars } = candidate;
  const says = notAProgram.exec(`${fullName} ${description}`)?.[0];
  const other = says !== undefined && !request.toLowerCase().includes(says.toLowerCase());
  const large = sources === undefined ? 0 : Math.max(0, Math.log2(Math.max(1, sources) / fewSources));
  return (
    (other ? against.notAProgram : 1) *
    (archived ? against.archived : 1) *
    (1 + Math.min(most.starred, starWorth * Math.log10(1 + stars))) *
    (sources === 0 ? 0 : 1 / (1 + against.large * large))
  );
}

function placesOf(fields: Readonly<Record<FieldName, readonly string[]>>): ReadonlyMap<string, number> {
  const places = new Map<string, number>();
  for (const [field, found] of Object.entries(fields))
    for (const word of found) places.set(word, Math.max(places.get(word) ?? 0, credit[field as FieldName]));
  return places;
}

/** Lines of a README before its first headings that say what it is about. */
const openingLines = 4;

function wordsOf({
  candidate,
  readme = "",
  code = "",
  paths,
}: ReadCandidate): Readonly<Record<FieldName, readonly string[]>> {
  const sections = readmeSections(readme);
  const opening = [
    ...sections.map(({ title }) => title),
    ...sections.flatMap(({ lines }) => lines).slice(0, openingLines),
  ];
  return {
    head: familiesIn(
      [candidate.fullName.split("/")[1], candidate.description, ...candidate.topics].join(" "),
    ),
    opening: familiesIn(opening.join("\n")),
    // Many say little in their README: what the code speaks of counts as if it stood there.
    readme: familiesIn(`${readme}\n\n${code}`),
    paths: familiesIn((paths ?? []).slice(0, 400).join(" ")),
  };
}
