import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { counted } from "../source/counted.ts";
import { blobLimit } from "./git.ts";
import { isFetched, textOf } from "./read-commit.ts";
import type { TreeEntry, Workspace } from "./workspace.ts";

/** More files than this are no project but somebody's disk. */
const maxFiles = 200_000;

export interface FolderWorkspace extends Workspace {
  readonly directory: string;
  readonly notes: readonly string[];
}

/**
 * A folder that is no git repository, as it is on the disk now. Hidden folders, installed packages and Python's
 * environments are left out, links are not followed. `commit` is the hash of nothing.
 * Throws a UserError for what is no folder and for more files than a project has.
 */
export async function openFolder(directory: string, signal?: AbortSignal): Promise<FolderWorkspace> {
  const root = await realpath(directory).catch(() => undefined);
  if (root === undefined || !(await stat(root)).isDirectory())
    throw new UserError(`${directory} is not a folder.`, "Name a folder with source code.");
  const entries = new Map<string, TreeEntry>();
  const { files, closed } = await walk(root, signal);
  for (const path of files.sort()) {
    signal?.throwIfAborted();
    const entry = await entryOf(root, path);
    if (entry) entries.set(path, entry);
    else closed.push(path);
  }
  const read = async (path: string): Promise<string | undefined> => {
    const entry = entries.get(path);
    if (!entry || !isFetched(entry)) return undefined;
    const content = await readable(readFile(join(root, path)));
    // Nobody holds the files still. Other bytes than those of the hash would be cached under it for good.
    return content === undefined || hashOf(content) !== entry.hash ? undefined : textOf(content);
  };
  return {
    ...{ directory: root, commit: "0".repeat(40), entries, submodules: new Set(), read },
    notes: [
      `${root} is no git repository: it was read as it is (${counted(entries.size, "file")}), without hidden folders and installed packages.`,
      ...(closed.length > 0 ? [`${closed.length} files or folders may not be read and were left out.`] : []),
    ],
    readMany: async (wanted) => {
      const texts = new Map<string, string>();
      for (const path of wanted) {
        const text = await read(path);
        if (text !== undefined) texts.set(path, text);
      }
      return texts;
    },
    readBytes: async (path, bytesAtMost) => {
      const size = entries.get(path)?.size;
      return size !== undefined && size <= bytesAtMost ? readFile(join(root, path)) : undefined;
    },
    close: async () => undefined,
  };
}

interface Walked {
  readonly files: string[];
  /** Folders that may not be read. */
  readonly closed: string[];
}

async function walk(root: string, signal: AbortSignal | undefined): Promise<Walked> {
  const files: string[] = [];
  const closed: string[] = [];
  const folders = [""];
  for (const folder of folders) {
    signal?.throwIfAborted();
    const names = await readable(readdir(join(root, folder), { withFileTypes: true }));
    if (names === undefined) closed.push(folder);
    for (const found of names ?? []) {
      const path = folder === "" ? found.name : `${folder}/${found.name}`;
      if (found.isDirectory() && isOwnSource(root, path, found.name)) folders.push(path);
      if (found.isFile()) files.push(path);
    }
    if (files.length > maxFiles)
      throw new UserError(`${root} has more than ${maxFiles} files.`, "Name the folder of one project.");
  }
  return { files, closed };
}

const isOwnSource = (root: string, path: string, name: string): boolean =>
  !name.startsWith(".") &&
  name !== "node_modules" &&
  name !== "__pycache__" &&
  !existsSync(join(root, path, "pyvenv.cfg"));

/** What may not be read, lies too deep for this machine, or was taken away meanwhile, is not there: undefined. */
const readable = <T>(reading: Promise<T>): Promise<T | undefined> =>
  reading.catch((error: NodeJS.ErrnoException) => {
    if (unreadable.has(error.code)) return undefined;
    throw error;
  });

const unreadable: ReadonlySet<string | undefined> = new Set(["EACCES", "EPERM", "ENOENT", "ENAMETOOLONG"]);

async function entryOf(root: string, path: string): Promise<TreeEntry | undefined> {
  const known = await readable(stat(join(root, path)));
  if (known === undefined) return undefined;
  if (known.size >= blobLimit) return { path, mode: "100644", hash: "0".repeat(40), size: known.size };
  const content = await readable(readFile(join(root, path)));
  return content && { path, mode: "100644", hash: hashOf(content), size: content.length };
}

/** Git's own hash of the same bytes, so that outlines are shared with repositories. */
const hashOf = (content: Buffer): string =>
  createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
