import type { Outline } from "../graph/outline.ts";
import type { OutlineCache } from "../languages/cache/outline-cache.ts";
import { noteOf } from "../languages/index-files.ts";
import { type LanguageOf, languagesAmong } from "../languages/registry.ts";
import type { TreeEntry, Workspace } from "../workspace/workspace.ts";
import { readOutlines, type WithLanguage } from "./read-outlines.ts";

/** What is asked of a workspace while its graph is drawn. */
export type Readable = Pick<Workspace, "commit" | "readMany">;

export interface Reading {
  readonly workspace: Readable;
  /** The files to read. */
  readonly entries: readonly TreeEntry[];
  /** Threads; see indexFiles. */
  readonly workers: number | undefined;
  readonly signal: AbortSignal;
}

export interface OutlinesOf {
  /** One for each file; of those of unknown languages, and those left out, without definitions. */
  readonly outlines: readonly Outline[];
  /** One sentence for each file that was left out. */
  readonly notes: readonly string[];
  readonly parsed: number;
  /** False where a file may be read another time: its parser took too long or died, or the files are of no commit. */
  readonly isLasting: boolean;
}

/** Only files whose outline is not cached are read. @param languageOf Where `entries` are not all files of the repository. */
export async function outlinesOf(
  { workspace, entries, workers, signal }: Reading,
  cache: OutlineCache | undefined,
  languageOf = languagesAmong(entries.map(({ path }) => path)),
): Promise<OutlinesOf> {
  const { outlines, wanted, remembered } = fromCache(entries, cache, languageOf);
  const options = { ...(workers === undefined ? {} : { workers }), ...(cache ? { cache } : {}) };
  const read = await readOutlines(workspace, wanted, options, signal);
  const notes = [...remembered, ...read.notes];
  return {
    outlines: withBareFiles([...outlines, ...read.outlines], entries, languageOf),
    notes,
    parsed: read.outlines.length,
    isLasting: isCommitted(workspace) && notes.every((note) => lasting.test(note)),
  };
}

/** What is said of a file for what is in it, whoever reads it and when. */
const lasting = /: it (?:has |is )|: its JSON /;

/** A folder that is no repository has no commit, and its files may change while they are read. */
const isCommitted = ({ commit }: Readable): boolean => /[^0]/.test(commit);

function fromCache(
  entries: readonly TreeEntry[],
  cache: OutlineCache | undefined,
  languageOf: LanguageOf,
): { outlines: Outline[]; wanted: WithLanguage[]; remembered: string[] } {
  const outlines: Outline[] = [];
  const remembered: string[] = [];
  const wanted: WithLanguage[] = [];
  for (const entry of entries) {
    const language = languageOf(entry.path);
    if (language === undefined) continue;
    const known = cache?.get(entry.hash, language);
    const skipped = known ? undefined : cache?.skipped(entry.hash, language);
    if (known) outlines.push({ path: entry.path, ...known });
    else if (skipped !== undefined) remembered.push(noteOf(entry.path, skipped));
    else wanted.push({ ...entry, language });
  }
  return { outlines, wanted, remembered };
}

function withBareFiles(
  outlines: readonly Outline[],
  entries: readonly TreeEntry[],
  languageOf: LanguageOf,
): readonly Outline[] {
  const known = new Set(outlines.map((outline) => outline.path));
  return [
    ...outlines,
    ...entries
      .filter(({ path }) => !known.has(path))
      .map(({ path }) => bareOutline(path, languageOf(path) ?? "")),
  ];
}

export const bareOutline = (path: string, language: string): Outline => ({
  path,
  language,
  lineCount: 0,
  opaqueCalls: 0,
  faulty: false,
  scopes: [{ parent: -1, definition: -1 }],
  definitions: [],
  references: [],
  imports: [],
  bindings: [],
  exports: [],
});
