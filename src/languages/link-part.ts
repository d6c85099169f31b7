/** What a thread does that helps to link: all that is needed to link any file, and then those whose turn it is. */
import { type LinkShare, packShare } from "../graph/link-share.ts";
import { beginLinks, type FreshLinks, type Linking, sourcesOf } from "../graph/linked.ts";
import type { FileOutline, Outline } from "../graph/outline.ts";
import { bareOutline } from "./bare-outline.ts";
import { type Turns, turnsIn } from "./link-turns.ts";
import { loadProject } from "./rules.ts";

export interface LinkTask {
  readonly paths: readonly string[];
  /** What the outline of each file says; undefined for one of which nothing is known. Used up: texts are large. */
  readonly json: (string | undefined)[];
  /** See LoadedProject. */
  readonly projectFiles: ReadonlyMap<string, string>;
  readonly turns: SharedArrayBuffer;
  /** The number of the thread that is asked. */
  readonly thread: number;
}

/** Undefined where others have done everything before this thread was ready. */
export async function linkPart(task: LinkTask): Promise<LinkShare | undefined> {
  const { paths, json, projectFiles, thread } = task;
  const turns = turnsIn(task.turns, paths.length);
  const project = await loadProject(
    paths,
    async (wanted) => new Map(wanted.flatMap((path) => entryOf(projectFiles, path))),
  );
  const outlines = paths.map((path, index): Outline => {
    const text = json[index];
    json[index] = undefined;
    return text === undefined ? bareOutline(path) : { path, ...(JSON.parse(text) as FileOutline) };
  });
  const linking = beginLinks(sourcesOf(outlines), project, undefined);
  if (!turns.join(thread)) return undefined;
  return packShare(linkTurns(linking, turns), linking.isDeep());
}

function entryOf(files: ReadonlyMap<string, string>, path: string): readonly (readonly [string, string])[] {
  const text = files.get(path);
  return text === undefined ? [] : [[path, text]];
}

/** Links files as long as there are some that nobody has taken. */
export function linkTurns(linking: Linking, turns: Turns): Map<number, FreshLinks> {
  const links = new Map<number, FreshLinks>();
  for (let turn = turns.next(); turn; turn = turns.next())
    for (let file = turn.start; file < turn.end; file++) links.set(file, linking.link(file));
  return links;
}
