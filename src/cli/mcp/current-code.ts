import { createHash } from "node:crypto";
import type { Config } from "../../config.ts";
import { type Meaning, openMeaning } from "../context/meaning.ts";
import { type OpenedCode, openCode } from "../open-code.ts";
import { type KnownCode, readCode } from "../read-code.ts";

/** Code that is looked at again before each question, so that answers are of the files as they are then. */
export interface CurrentCode {
  /** Answers one question. Questions are answered one after the other; `signal` ends waiting, reading and answering. */
  ask<T>(work: (code: KnownCode) => Promise<T>, signal: AbortSignal): Promise<T>;
  /** As `ask`, with what definitions mean, where an embedding model is configured. */
  askMeaning<T>(work: (code: KnownCode) => Promise<T>, signal: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

interface Kept {
  readonly code: KnownCode;
  readonly state: string;
  /** Opened by the first question that needs it: embedding a large repository takes minutes. */
  meaning?: { readonly opened: Meaning | undefined };
}

/**
 * Keeps a folder's graph and index between questions. Where a file has changed, came or went, the graph is drawn
 * again: unchanged files come from the cache of outlines. A repository behind an address is read once.
 */
export function createCurrentCode(config: Config, repo: string, tell: (line: string) => void): CurrentCode {
  let kept: Kept | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const refresh = async (signal: AbortSignal): Promise<Kept> => {
    if (kept && !kept.code.opened.isLocal) return kept;
    const opened = await openCode(config, { repo, view: "work tree" }, tell, signal);
    const state = stateOf(opened);
    if (kept?.state === state) {
      await opened.workspace.close();
      return kept;
    }
    try {
      const code = await readCode(config, opened, signal);
      await kept?.code.opened.workspace.close();
      kept = { code, state };
      return kept;
    } catch (error) {
      await opened.workspace.close();
      throw error;
    }
  };
  /** Questions wait for one another, however they end; who asked hears of the failure. */
  const inTurn = <T>(work: (kept: Kept) => Promise<T>, signal: AbortSignal): Promise<T> => {
    const answer = last.then(async () => {
      signal.throwIfAborted();
      const current = await refresh(signal);
      signal.throwIfAborted();
      return work(current);
    });
    last = answer.catch(() => undefined);
    return answer;
  };
  const told = new Set<string>();
  return {
    ask: (work, signal) => inTurn(({ code }) => work(code), signal),
    askMeaning: (work, signal) =>
      inTurn(async (current) => {
        const { code } = current;
        current.meaning ??= { opened: await openMeaning(config, code, tell, signal) };
        const meaning = current.meaning.opened?.during(signal);
        const answer = await work({ ...code, meaning });
        const fresh = (meaning?.notes() ?? []).filter((note) => !told.has(note));
        for (const note of fresh) {
          told.add(note);
          tell(note);
        }
        return answer;
      }, signal),
    close: async () => {
      await last;
      await kept?.code.opened.workspace.close();
    },
  };
}

/** The same for the same files with the same content. */
function stateOf({ workspace }: OpenedCode): string {
  const hash = createHash("sha256").update(workspace.commit);
  for (const { path, hash: content } of workspace.entries.values()) hash.update(`${path}\0${content}\n`);
  return hash.digest("hex");
}
