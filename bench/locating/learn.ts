/** Learns what the signals of locating count: first of files, then, knowing how the files rank, of definitions. */

import {
  definitionSignalNames,
  fileSignalNames,
  folderSignalNames,
} from "../../src/retrieval/locating/places.ts";
import type { DefinitionSignal, FileSignal, FolderSignal } from "../../src/retrieval/locating/signals.ts";
import { weights } from "../../src/retrieval/locating/weights.ts";
import { type List, learn, scores } from "../deveval/softmax.ts";
import type { Case } from "./cases.ts";

export interface Learned {
  readonly files: Float64Array;
  readonly definitions: Float64Array;
  readonly folders: Float64Array;
}

export type Signal = FileSignal | DefinitionSignal | FolderSignal;

const learning = { l2: 0.003, steps: 200, rate: 0.05 };
/** Wrong candidates of a list that are learned from: those that the most speaks for. The others hardly pull. */
const mostWrong = 150;
const column = (name: DefinitionSignal): number => definitionSignalNames.indexOf(name);
const [fileAt, fileFirstAt, firstOfFileAt] = [column("file"), column("fileFirst"), column("firstOfFile")];
const wordsAt = column("words");
const folderColumn = (name: FolderSignal): number => folderSignalNames.indexOf(name);
const [bestAt, filesAt] = [folderColumn("bestFile"), folderColumn("files")];

/** The weights that the product has. */
export const product = (): Learned => ({
  files: Float64Array.from(fileSignalNames, (name) => weights.files[name]),
  definitions: Float64Array.from(definitionSignalNames, (name) => weights.definitions[name]),
  folders: Float64Array.from(folderSignalNames, (name) => weights.folders[name]),
});

export function learnAll(cases: readonly Case[]): Learned {
  const fitted = (lists: readonly List[], columns: number): Float64Array =>
    learn(
      lists.map((list) => hardest(list, columns)),
      { ...learning, columns },
    );
  const files = fitted(
    cases.map((one) => one.files),
    fileSignalNames.length,
  );
  const ranked = cases.map((one) => ({ one, fileScores: scores(one.files, files) }));
  const definitions = fitted(
    ranked.map(({ one, fileScores }) => withFiles(one, fileScores)),
    definitionSignalNames.length,
  );
  const folders = fitted(
    ranked.map(({ one, fileScores }) => withRanks(one, fileScores)),
    folderSignalNames.length,
  );
  return { files, definitions, folders };
}

/** The right candidates of a list, and the wrong ones that are the hardest to tell from them. */
function hardest({ values, right }: List, columns: number): List {
  const sumOf = (row: number): number =>
    values.subarray(row * columns, (row + 1) * columns).reduce((sum, value) => sum + value, 0);
  const sums = Float64Array.from(right, (_, row) => sumOf(row));
  const wrong = [...right.keys()].filter((row) => !right[row]).sort((a, b) => sums[b]! - sums[a]!);
  const kept = [...[...right.keys()].filter((row) => right[row]), ...wrong.slice(0, mostWrong)];
  const chosen = new Float64Array(kept.length * columns);
  kept.forEach((row, at) => {
    chosen.set(values.subarray(row * columns, (row + 1) * columns), at * columns);
  });
  return { values: chosen, right: Uint8Array.from(kept, (row) => right[row]!) };
}

/** Each case with weights that were learned without its repository. */
export function crossValidated(cases: readonly Case[]): ReadonlyMap<Case, Learned> {
  const learned = new Map<Case, Learned>();
  for (const [repository, own] of Map.groupBy(cases, (one) => one.repository)) {
    const weights = learnAll(cases.filter((one) => one.repository !== repository));
    for (const one of own) learned.set(one, weights);
  }
  return learned;
}

export interface Ranking {
  readonly files: readonly string[];
  readonly definitions: readonly string[];
  readonly folders: readonly string[];
}

/** Ids of a case, best first, as `locate` would give them. */
export function rank(
  one: Case,
  { files, definitions, folders }: Learned,
  without: ReadonlySet<Signal>,
): Ranking {
  const fileScores = scores(one.files, blank(files, fileSignalNames, without));
  const column = blank(definitions, definitionSignalNames, without);
  return {
    files: bestFirst(one.files.ids, fileScores),
    definitions: bestFirst(one.definitions.ids, scores(withFiles(one, fileScores), column)),
    folders: bestFirst(
      one.folders.ids,
      scores(withRanks(one, fileScores), blank(folders, folderSignalNames, without)),
    ),
  };
}

/** The definitions with how their files rank, as `sayFiles` tells them. */
function withFiles({ definitions, fileOf }: Case, fileScores: Float64Array): List {
  const columns = definitionSignalNames.length;
  const values = definitions.values.slice();
  const best = fileScores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const likest = new Map<number, number>();
  for (let row = 0; row < fileOf.length; row++)
    likest.set(fileOf[row]!, Math.max(likest.get(fileOf[row]!) ?? 0, values[row * columns + wordsAt]!));
  for (let row = 0; row < fileOf.length; row++) {
    const file = fileOf[row]!;
    if (file < 0) continue;
    const share = Math.exp(fileScores[file]! - best);
    values[row * columns + fileAt] = share;
    values[row * columns + fileFirstAt] = Number(fileScores[file] === best);
    values[row * columns + firstOfFileAt] =
      (share * values[row * columns + wordsAt]!) / (likest.get(file) || 1);
  }
  return { values, right: definitions.right };
}

/** The folders with how their files rank, as `sayRanks` tells them. */
function withRanks({ folders, folderOf }: Case, fileScores: Float64Array): List {
  const columns = folderSignalNames.length;
  const values = folders.values.slice();
  const best = fileScores.reduce((a, b) => Math.max(a, b), Number.NEGATIVE_INFINITY);
  const byFolder = Map.groupBy(folderOf.keys(), (file) => folderOf[file]!);
  const scoresOf = [...folders.ids.keys()].map((row) =>
    (byFolder.get(row) ?? []).map((file) => Math.exp(fileScores[file]! - best)).sort((a, b) => b - a),
  );
  const sums = scoresOf.map((own) => own.reduce((sum, score) => sum + score, 0));
  const most = Math.max(1e-9, ...sums);
  for (const [row, own] of scoresOf.entries()) {
    values[row * columns + bestAt] = own[0] ?? 0;
    values[row * columns + filesAt] = sums[row]! / most;
  }
  return { values, right: folders.right };
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
