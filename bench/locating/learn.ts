/** Learns what the signals of locating count: first of files, then, knowing how the files rank, of definitions. */

import { definitionSignalNames, fileSignalNames } from "../../src/retrieval/locating/places.ts";
import type { DefinitionSignal, FileSignal } from "../../src/retrieval/locating/signals.ts";
import { type List, learn, scores } from "../deveval/softmax.ts";
import type { Case } from "./cases.ts";

export interface Learned {
  readonly files: Float64Array;
  readonly definitions: Float64Array;
}

export type Signal = FileSignal | DefinitionSignal;

const folds = 6;
const learning = { l2: 0.003, steps: 200, rate: 0.05 };
const [fileAt, fileFirstAt] = [
  definitionSignalNames.indexOf("file"),
  definitionSignalNames.indexOf("fileFirst"),
];

export function learnAll(cases: readonly Case[]): Learned {
  const files = learn(
    cases.map((one) => one.files),
    { ...learning, columns: fileSignalNames.length },
  );
  const lists = cases.map((one) => withFiles(one, scores(one.files, files)));
  return { files, definitions: learn(lists, { ...learning, columns: definitionSignalNames.length }) };
}

/** Each case with weights that never saw its repository. */
export function crossValidated(cases: readonly Case[]): ReadonlyMap<Case, Learned> {
  const repositories = [...new Set(cases.map(({ repository }) => repository))];
  const foldOf = new Map(repositories.map((repository, at) => [repository, at % folds]));
  const learned = new Map<Case, Learned>();
  for (let fold = 0; fold < folds; fold++) {
    const weights = learnAll(cases.filter(({ repository }) => foldOf.get(repository) !== fold));
    for (const one of cases) if (foldOf.get(one.repository) === fold) learned.set(one, weights);
  }
  return learned;
}

export interface Ranking {
  readonly files: readonly string[];
  readonly definitions: readonly string[];
}

/** Ids of a case, best first, as `locate` would give them. */
export function rank(one: Case, { files, definitions }: Learned, without: ReadonlySet<Signal>): Ranking {
  const fileScores = scores(one.files, blank(files, fileSignalNames, without));
  const column = blank(definitions, definitionSignalNames, without);
  return {
    files: bestFirst(one.files.ids, fileScores),
    definitions: bestFirst(one.definitions.ids, scores(withFiles(one, fileScores), column)),
  };
}

/** The definitions with how their files rank, as `sayFiles` tells them. */
function withFiles({ definitions, fileOf }: Case, fileScores: Float64Array): List {
  const columns = definitionSignalNames.length;
  const values = definitions.values.slice();
  const best = fileScores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  for (let row = 0; row < fileOf.length; row++) {
    const file = fileOf[row]!;
    if (file < 0) continue;
    values[row * columns + fileAt] = Math.exp(fileScores[file]! - best);
    values[row * columns + fileFirstAt] = Number(fileScores[file] === best);
  }
  return { values, right: definitions.right };
}

function blank<S extends Signal>(
  weights: Float64Array,
  names: readonly S[],
  without: ReadonlySet<Signal>,
): Float64Array {
  return weights.map((weight, at) => (without.has(names[at]!) ? 0 : weight));
}

function bestFirst(ids: readonly string[], sums: Float64Array): readonly string[] {
  return [...ids.keys()].sort((a, b) => sums[b]! - sums[a]! || a - b).map((row) => ids[row]!);
}
