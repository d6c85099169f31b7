import { createHash } from "node:crypto";
import type { Config } from "../../config.ts";
import { type OpenedCode, openCode } from "../open-code.ts";
import { type KnownCode, readCode } from "../read-code.ts";

/** Code that is looked at again before each question, so that answers are of the files as they are then. */
export interface CurrentCode {
  /** Answers one question. Questions are answered one after the other; `signal` ends waiting, reading and answering. */
  ask<T>(work: (code: KnownCode) => Promise<T>, signal: AbortSignal): Promise<T>;
  close(): Promise<void>;
}

interface Kept {
  readonly code: KnownCode;
  readonly state: string;
}

/**
 * Keeps a folder's graph and index between questions. Where a file has changed, came or went, the graph is drawn
 * again: unchanged files come from the cache of outlines. A repository behind an address is read once.
 */
export function createCurrentCode(config: Config, repo: string, tell: (line: string) => void): CurrentCode {
  let kept: Kept | undefined;
  let last: Promise<unknown> = Promise.resolve();

  const refresh = async (signal: AbortSignal): Promise<KnownCode> => {
    if (kept && !kept.code.opened.isLocal) return kept.code;
    const opened = await openCode(config, { repo, view: "work tree" }, tell, signal);
    const state = stateOf(opened);
    if (kept?.state === state) {
      await opened.workspace.close();
      return kept.code;
    }
    try {
      const code = await readCode(config, opened, signal);
      await kept?.code.opened.workspace.close();
      kept = { code, state };
      return code;
    } catch (error) {
      await opened.workspace.close();
      throw error;
    }
  };
  return {
    ask: (work, signal) => {
      const answer = last.then(async () => {
        signal.throwIfAborted();
        const code = await refresh(signal);
        signal.throwIfAborted();
        return work(code);
      });
      // The next question waits for this one, however it ends; who asked hears of the failure.
      last = answer.catch(() => undefined);
      return answer;
    },
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
