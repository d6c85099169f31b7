import type { CodeGraph } from "../../graph/graph.ts";
import type { History } from "../../workspace/history.ts";
import type { ReadSource, SearchIndex } from "../documents.ts";
import type { Case } from "../evidence.ts";
import type { Request } from "../request.ts";
import type { LazyDetail } from "./detail.ts";
import { fuse, type Ranked } from "./fuse.ts";
import { graphSignals } from "./graph-signals.ts";
import { historySignals } from "./history-signals.ts";
import type { Located, Location } from "./location.ts";
import { mentionSignals } from "./mention-signals.ts";
import { newPlaces } from "./new-places.ts";
import { definitionSignalNames, fileSignalNames, noPlaces, type Places } from "./places.ts";
import { priorSignals } from "./prior-signals.ts";
import { type Question, questionOf } from "./question.ts";
import {
  type DefinitionSignal,
  definitionPriors,
  definitionSignals,
  type FileSignal,
  filePriors,
  fileSignals,
} from "./signals.ts";
import { type LocatingWeights, weights as learned } from "./weights.ts";
import { wordSignals } from "./word-signals.ts";

export interface LocateOptions {
  /** Most files, and most definitions, to answer; 20 unless given. */
  readonly limit?: number;
  /** What commits changed; the signals of history are silent without it. */
  readonly history?: History | undefined;
  readonly weights?: LocatingWeights;
  /** Signals that are switched off, for ablation. */
  readonly without?: ReadonlySet<FileSignal | DefinitionSignal>;
}

const usual = { limit: 20 };

/** In order: later ones look on from what earlier ones found. */
const all = [wordSignals, mentionSignals, graphSignals, historySignals, priorSignals];

/**
 * Finds the places that a request is about, which it need not say: files and definitions to change, and, where it
 * asks for something new, the folder and the files beside which that would stand. By what the request names, words
 * (BM25 over several fields), the code graph around what these find, and history; a learned weight for each signal
 * says what it counts. Needs no model.
 */
export async function locate(
  request: Request,
  graph: CodeGraph,
  index: SearchIndex,
  readSource: ReadSource,
  options: LocateOptions = {},
): Promise<Located> {
  return locateIn(await questionOf(request, graph, index, readSource, options.history), options);
}

/** As `locate`, for a request of which everything was looked up. */
export function locateIn(
  question: Question,
  { limit = usual.limit, weights = learned, without = new Set() }: Omit<LocateOptions, "history">,
): Located {
  const places = gatherPlaces(question);
  const files = rankFiles(places, weights, without);
  sayFiles(places, files);
  const definitions = rankDefinitions(places, weights, without, limit);
  const explained = (places: readonly Ranked[]): readonly Location[] =>
    places.slice(0, limit).map(({ node, score, explain }) => ({ node, score, reasons: explain() }));
  return {
    files: explained(files),
    definitions: explained(definitions),
    newPlaces: newPlaces(question, places, files, weights),
  };
}

/** Everything that speaks for any place, but for what the ranking of files says of definitions. */
export function gatherPlaces(question: Question): Places {
  const places = noPlaces();
  for (const signals of all) signals(question, places);
  return places;
}

/** Columns of the signals that find something. */
const finding = (names: readonly string[], priors: ReadonlySet<string>): readonly number[] =>
  [...names.keys()].filter((at) => !priors.has(names[at]!));
const findingFiles = finding(fileSignalNames, filePriors);
const findingDefinitions = finding(definitionSignalNames, definitionPriors);

/** Files of known languages, and others that the request names. */
export function isFileCandidate({ values }: Case<LazyDetail>): boolean {
  if (said("noSource", values) > 0 && said("namedFile", values) === 0) return false;
  return findingFiles.some((at) => values[at]! > 0);
}

const said = (signal: FileSignal, values: ArrayLike<number>): number =>
  values[fileSignalNames.indexOf(signal)]!;

export function isDefinitionCandidate({ values }: Case<LazyDetail>): boolean {
  return findingDefinitions.some((at) => values[at]! > 0);
}

/** Tells the definitions how their file was ranked. */
export function sayFiles({ definitions }: Places, files: readonly Ranked[]): void {
  const scores = new Map(
    files.map(({ node, score, explain }, rank) => {
      const said: LazyDetail = () => ({ kind: "through", text: explain()[0]?.text ?? "" });
      return [node.path, { score, rank, said }] as const;
    }),
  );
  const likest = new Map<string, number>();
  for (const { node } of definitions.cases())
    likest.set(node.path, Math.max(likest.get(node.path) ?? 0, definitions.value("words", node)));
  for (const { node } of [...definitions.cases()]) {
    const file = scores.get(node.path);
    if (!file) continue;
    definitions.say("file", node, file.score, file.said);
    if (file.rank === 0) definitions.say("fileFirst", node, 1);
    const share = definitions.value("words", node) / (likest.get(node.path) || 1);
    definitions.say("firstOfFile", node, share * file.score);
  }
}

type Without = ReadonlySet<FileSignal | DefinitionSignal>;

export function rankFiles(
  { files }: Places,
  { files: weights }: LocatingWeights,
  without: Without,
): readonly Ranked[] {
  const table = { names: fileSignalNames, phrases: fileSignals, weights, without, unsaid: filePriors };
  return fuse([...files.cases()].filter(isFileCandidate), table);
}

function rankDefinitions(
  { definitions }: Places,
  { definitions: weights }: LocatingWeights,
  without: Without,
  limit: number,
): readonly Ranked[] {
  const table = { names: definitionSignalNames, phrases: definitionSignals, weights, without, unsaid };
  return fuse([...definitions.cases()].filter(isDefinitionCandidate), table, limit);
}

/** Of a definition is told how its file was found; that it is a method explains nothing. */
const unsaid: ReadonlySet<string> = new Set([...definitionPriors].filter((name) => !/^file/.test(name)));
