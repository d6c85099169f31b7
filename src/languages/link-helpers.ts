/**
 * Links files in several threads. Each can link any file, and what comes out does not depend on who links it, so they
 * need not agree on more than whose turn it is. A thread that fails, or is ready too late, costs nothing but its help.
 */
import type { Worker } from "node:worker_threads";
import { type LinkShare, unpackShare } from "../graph/link-share.ts";
import { beginLinks, type FreshLinks, type Linked, sourcesOf } from "../graph/linked.ts";
import type { FileOutline, Outline } from "../graph/outline.ts";
import type { Sources } from "../graph/tables.ts";
import { type LinkTask, linkTurns } from "./link-part.ts";
import { sharedTurns, type Turns, turnsIn } from "./link-turns.ts";
import { askThread, endThreads } from "./outline-thread.ts";
import type { LoadedProject } from "./rules.ts";

/** Whoever creates it closes it. */
export interface LinkHelpers {
  /** What an outline says, as JSON: threads read it faster than any other form. */
  hear(path: string, json: string): void;
  /** Takes threads over. */
  adopt(threads: readonly Worker[]): Promise<void>;
  /** The same as `linkAll` of the graph. */
  link(outlines: readonly Outline[], project: LoadedProject, signal: AbortSignal): Promise<Linked>;
  close(): Promise<void>;
}

/** Milliseconds after which a thread is not waited for. */
const deadline = 600_000;

export function createLinkHelpers(): LinkHelpers {
  const heard = new Map<string, string>();
  const threads: Worker[] = [];
  let isClosed = false;
  return {
    hear: (path, json) => void heard.set(path, json),
    adopt: async (more) => {
      if (isClosed) await endThreads(more);
      else threads.push(...more);
    },
    link: async (outlines, project, signal) => {
      const sources = sourcesOf(outlines);
      const paths = sources.heads.map(({ path }) => path);
      const memory = sharedTurns(threads.length);
      const json = threads.length === 0 ? [] : textsOf(sources, heard);
      heard.clear();
      const answers = threads.map((one, thread) => {
        const task: LinkTask = { paths, json, projectFiles: project.files, turns: memory, thread };
        return askThread<LinkShare | undefined>(one, task, deadline, signal);
      });
      const linking = beginLinks(sources, project, undefined);
      const turns = turnsIn(memory, paths.length);
      const links = new Array<FreshLinks | undefined>(paths.length);
      for (const [file, one] of linkTurns(linking, turns)) links[file] = one;
      const shares = await sharesOf(answers, turns);
      for (const share of shares) unpackShare(share, links);
      // Those that a thread took before it failed.
      for (const file of paths.keys()) links[file] ??= linking.link(file);
      return linking.finish(links, linking.isDeep() || shares.some((share) => share.isDeep))!;
    },
    close: async () => {
      isClosed = true;
      await endThreads(threads);
    },
  };
}

/** Of each file what its outline says; undefined where nothing is known of it. */
function textsOf({ heads, outline }: Sources, heard: ReadonlyMap<string, string>): (string | undefined)[] {
  return heads.map(({ path, language }, index) => {
    if (language === "") return undefined;
    const known = heard.get(path);
    if (known !== undefined) return known;
    const { path: _, ...said } = outline(index);
    return JSON.stringify(said satisfies FileOutline);
  });
}

/** What the threads that have taken part give; nothing of those that have failed. */
async function sharesOf(
  answers: readonly Promise<LinkShare | string | undefined>[],
  turns: Turns,
): Promise<readonly LinkShare[]> {
  const shares: LinkShare[] = [];
  for (const [thread, answer] of answers.entries()) {
    // Where nobody waits for an answer, nobody needs to know that all was aborted either.
    answer.catch(() => undefined);
    const share = turns.hasJoined(thread) ? await answer : undefined;
    if (typeof share === "object") shares.push(share);
  }
  return shares;
}
