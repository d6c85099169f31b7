import { isTestPath } from "../../graph/tests/test-names.ts";
import { isSource } from "../../languages/source-files.ts";
import { collectEvidence, type Evidence } from "../evidence.ts";
import { stem, words } from "../words.ts";
import type { LazyDetail } from "./detail.ts";
import { folderOf, folderSignalNames, type Places } from "./places.ts";
import type { Question } from "./question.ts";
import type { FolderSignal } from "./signals.ts";

/** A folder with its source files, tests left out. */
export interface Folder {
  /** Its path with the slash at the end; empty for the top of the repository. */
  readonly id: string;
  readonly paths: readonly string[];
}

export type FolderEvidence = Evidence<FolderSignal, LazyDetail, Folder>;

const example = stem("example");
/** Commits after which a new file counts half as lately. */
const halfLife = 60;

/** What speaks for a folder without looking at how its files rank: its path, what commits did there. */
export function folderSignals(
  { whole, requirements, graph, index, history }: Question,
  { files }: Places,
): FolderEvidence {
  const evidence = collectEvidence<FolderSignal, LazyDetail, Folder>(folderSignalNames);
  const folders = foldersOf(index.paths);
  const said = new Set(words(whole));
  // "For example" does not mean `examples/`; what is asked for does: "Add an example".
  if (!requirements.some(({ text }) => words(text).includes(example))) said.delete(example);
  const newer = newerFiles(history);
  for (const folder of folders) {
    const { id, paths } = folder;
    const name = id.split("/").at(-2) ?? "";
    const parts = words(name);
    const found = parts.filter((word) => said.has(word));
    const rare = (word: string): number => Math.min(1, index.files.idf(word) / 4);
    if (found.length > 0)
      evidence.say("folderSaid", folder, Math.max(...found.map(rare)), () => ({
        kind: "through",
        text: name,
      }));
    const path = new Set(words(id));
    const inPath = [...path].filter((word) => said.has(word));
    if (inPath.length > 0) evidence.say("pathSaid", folder, inPath.length / path.size);
    const like = paths.map((one) => {
      const node = graph.node(one);
      return node ? files.value("messagesLike", node) : 0;
    });
    evidence.say("messagesLike", folder, Math.max(0, ...like));
    evidence.say("newer", folder, newer.get(id) ?? 0);
  }
  return evidence;
}

function foldersOf(paths: readonly string[]): readonly Folder[] {
  const source = paths.filter((path) => isSource(path) && !isTestPath(path));
  return [...Map.groupBy(source, folderOf)].map(([id, own]) => ({ id, paths: own }));
}

/** By folder how lately a file was first changed there, and how often; the oldest commit that is known says nothing new. */
function newerFiles(history: Question["history"]): ReadonlyMap<string, number> {
  const sums = new Map<string, number>();
  const seen = new Set<string>();
  const commits = history?.commits ?? [];
  const first = new Map<string, number>();
  commits.forEach(({ paths }, age) => {
    for (const path of paths) first.set(path, age);
  });
  const oldest = commits.length - 1;
  for (const [path, age] of first) {
    if (age >= oldest * 0.9 || seen.has(path) || isTestPath(path) || !isSource(path)) continue;
    seen.add(path);
    const folder = folderOf(path);
    sums.set(folder, (sums.get(folder) ?? 0) + 2 ** (-age / halfLife));
  }
  const most = Math.max(1, ...sums.values());
  return new Map([...sums].map(([folder, sum]) => [folder, sum / most]));
}
