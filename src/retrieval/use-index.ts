/** Precise mode for a workspace: finds the indexes that it brings, or is given, and lets them correct its graph. */
import { posix } from "node:path";
import type { BuiltGraph } from "../graph/columns/store.ts";
import { MalformedIndexError } from "../languages/scip/message.ts";
import type { PreciseCounts, Precision } from "../languages/scip/precise.ts";
import { openScip, readDocument, type SealedDocument, scipLimits } from "../languages/scip/read.ts";
import { counted } from "../source/counted.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** An index that does not lie in the workspace: from the command line, or out of a build. */
export interface GivenIndex {
  /** For people: `index.scip of the build 12`. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

export interface PreciseResult {
  readonly graph: BuiltGraph;
  readonly notes: readonly string[];
  /** Undefined where there is no index. */
  readonly counts: PreciseCounts | undefined;
}

interface FoundIndex extends GivenIndex {
  /** The folder in which it lies; empty for the top of the workspace. */
  readonly folder: string;
}

/** One a package of a monorepo; more are not read. */
const mostIndexes = 50;
/** Documents are read in portions of this many, with the texts of their files. */
const portion = 200;

/**
 * Takes every `index.scip` of the workspace and those given, in the order of their paths. What is damaged, too large
 * or of another version of a file is left out with a note; never throws for what an index holds.
 */
export async function useIndexes(
  graph: BuiltGraph,
  workspace: Workspace,
  given: readonly GivenIndex[],
  signal: AbortSignal,
): Promise<PreciseResult> {
  const notes: string[] = [];
  const inside = await indexesIn(workspace, notes);
  const indexes = [...given.map((one) => ({ ...one, folder: "" })), ...inside];
  if (indexes.length === 0) return { graph, notes, counts: undefined };
  // Few repositories bring one.
  const { createPrecision } = await import("../languages/scip/precise.ts");
  const precision = createPrecision(graph);
  for (const index of indexes) await addIndex(precision, index, workspace, notes, signal);
  const { graph: precise, counts } = precision.finish();
  if (counts.stale > 0)
    notes.push(
      `An index is of another version of ${counted(counts.stale, "file")}: calls in them are inferred.`,
    );
  return { graph: precise, notes, counts };
}

async function indexesIn(workspace: Workspace, notes: string[]): Promise<readonly FoundIndex[]> {
  const paths = [...workspace.entries.keys()].filter((path) => /(?:^|\/)index\.scip$/.test(path));
  if (paths.length > mostIndexes)
    notes.push(`The repository has ${paths.length} indexes; ${mostIndexes} were read.`);
  const found: FoundIndex[] = [];
  for (const path of paths.slice(0, mostIndexes)) {
    const bytes = await workspace.readBytes(path, scipLimits.indexBytes);
    if (bytes) found.push({ name: path, folder: posix.dirname(path).replace(/^\.$/, ""), bytes });
    else notes.push(`${path} was not read: it is too large, or no file.`);
  }
  return found;
}

async function addIndex(
  precision: Precision,
  { name, folder, bytes }: FoundIndex,
  workspace: Workspace,
  notes: string[],
  signal: AbortSignal,
): Promise<void> {
  const index = opened(bytes);
  if (!index) {
    notes.push(`${name} was not used: it is damaged, or no index in the form of SCIP.`);
    return;
  }
  const prefix = prefixOf(index.documents, folder, index.projectRoot, workspace);
  const known = index.documents
    .map(({ path, bytes: document }) => ({ path: prefix + path, document }))
    .filter(({ path }) => workspace.entries.has(path));
  let damaged = index.leftOut;
  for (let at = 0; at < known.length; at += portion) {
    signal.throwIfAborted();
    const documents = known.slice(at, at + portion);
    const texts = await workspace.readMany(documents.map(({ path }) => path));
    for (const { path, document } of documents) {
      const text = texts.get(path);
      if (text !== undefined && !added(precision, path, document, text)) damaged++;
    }
  }
  if (known.length === 0) notes.push(`${name} is about no file of this repository.`);
  if (damaged > 0) notes.push(`Left out of ${name}, as damaged or too large: ${damaged}.`);
}

function opened(bytes: Uint8Array): ReturnType<typeof openScip> | undefined {
  try {
    return openScip(bytes);
  } catch (error) {
    if (error instanceof MalformedIndexError) return undefined;
    throw error;
  }
}

function added(precision: Precision, path: string, document: Uint8Array, text: string): boolean {
  try {
    precision.add(path, readDocument(document), text);
    return true;
  } catch (error) {
    if (error instanceof MalformedIndexError) return false;
    throw error;
  }
}

/**
 * What stands before the paths of an index: they are relative to a folder of the machine on which it was made. Of
 * the index's own folder, the top and the ends of that folder's path, the one under which most of the files exist.
 */
function prefixOf(
  documents: readonly SealedDocument[],
  folder: string,
  projectRoot: string,
  { entries }: Workspace,
): string {
  const parts = projectRoot
    .replace(/^file:\/\//, "")
    .split("/")
    .filter(Boolean)
    .slice(-8);
  const folders = [folder, "", ...parts.map((_, at) => parts.slice(at).join("/"))];
  let best = { prefix: "", files: -1 };
  for (const one of new Set(folders)) {
    const prefix = one === "" ? "" : `${one}/`;
    const files = documents.reduce((sum, { path }) => sum + Number(entries.has(prefix + path)), 0);
    if (files > best.files) best = { prefix, files };
  }
  return best.prefix;
}
