import { createHash } from "node:crypto";
import type { FileChange } from "../source/file.ts";
import type { TreeEntry, Workspace } from "./workspace.ts";

/**
 * The workspace as it will be after the changes, read-only as well: changed files come from the changes, all others
 * from below. The hashes are the ones git will give, so what is cached by hash stays usable. Closing it closes
 * nothing: the workspace below belongs to whoever opened it. `commit` is still that of the workspace below.
 */
export function overlay(workspace: Workspace, changes: readonly FileChange[]): Workspace {
  const texts = new Map(changes.map(({ path, after }) => [path, after]));
  const modes = new Map(changes.map((change) => [change.path, modeKept(change, workspace.entries)]));
  const algorithm = workspace.commit.length === 64 ? "sha256" : "sha1";
  const entries = new Map(workspace.entries);
  for (const [path, text] of texts) {
    if (text === undefined) entries.delete(path);
    else entries.set(path, entryOf(path, text, modes.get(path)!, algorithm));
  }
  const readMany = async (paths: readonly string[]): Promise<ReadonlyMap<string, string>> => {
    const found = new Map(await workspace.readMany(paths.filter((path) => !texts.has(path))));
    for (const path of paths) {
      const text = texts.get(path);
      if (text !== undefined) found.set(path, text);
    }
    return found;
  };
  return {
    commit: workspace.commit,
    submodules: workspace.submodules,
    entries: new Map([...entries].sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))),
    read: (path) => (texts.has(path) ? Promise.resolve(texts.get(path)) : workspace.read(path)),
    readMany,
    readBytes: async (path, bytesAtMost) => {
      if (!texts.has(path)) return workspace.readBytes(path, bytesAtMost);
      const text = texts.get(path);
      const content = text === undefined ? undefined : Buffer.from(text);
      return content && content.length <= bytesAtMost ? content : undefined;
    },
    ...(workspace.past && { past: workspace.past }),
    close: async () => undefined,
  };
}

/** The mode of a changed file: a renamed one keeps its own, a new one is plain. */
export const modeKept = ({ path, movedFrom = "" }: FileChange, entries: Workspace["entries"]): string =>
  (entries.get(path) ?? entries.get(movedFrom))?.mode ?? "100644";

/** Git's own hash of a file: its content behind a head with the length in bytes. */
function entryOf(path: string, text: string, mode: string, algorithm: "sha1" | "sha256"): TreeEntry {
  const content = Buffer.from(text);
  const hash = createHash(algorithm).update(`blob ${content.length}\0`).update(content).digest("hex");
  return { path, mode, hash, size: content.length };
}
