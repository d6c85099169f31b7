import { createHash } from "node:crypto";
import type { Dirent } from "node:fs";
import { existsSync } from "node:fs";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { blobLimit } from "./git.ts";
import { textOf } from "./read-commit.ts";
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
  const paths = (await walk(root, signal)).sort();
  for (const path of paths) {
    signal?.throwIfAborted();
    const entry = await entryOf(root, path);
    if (entry) entries.set(path, entry);
  }
  const read = async (path: string): Promise<string | undefined> => {
    if (!isHere(entries.get(path))) return undefined;
    return textOf(await readFile(join(root, path)));
  };
  return {
    ...{ directory: root, commit: "0".repeat(40), entries, read },
    notes: [
      `${root} is no git repository: its ${entries.size} files were read as they are, without hidden folders and installed packages.`,
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

async function walk(root: string, signal: AbortSignal | undefined): Promise<string[]> {
  const files: string[] = [];
  const folders = [""];
  for (const folder of folders) {
    signal?.throwIfAborted();
    for (const found of await namesIn(join(root, folder))) {
      const path = folder === "" ? found.name : `${folder}/${found.name}`;
      if (found.isDirectory() && isOwnSource(root, path, found.name)) folders.push(path);
      if (found.isFile()) files.push(path);
    }
    if (files.length > maxFiles)
      throw new UserError(`${root} has more than ${maxFiles} files.`, "Name the folder of one project.");
  }
  return files;
}

const isOwnSource = (root: string, path: string, name: string): boolean =>
  !name.startsWith(".") &&
  name !== "node_modules" &&
  name !== "__pycache__" &&
  !existsSync(join(root, path, "pyvenv.cfg"));

/** What may not be read is not there, as for whoever asks. */
const namesIn = (folder: string): Promise<readonly Dirent[]> =>
  readdir(folder, { withFileTypes: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "EACCES" || error.code === "ENOENT") return [];
    throw error;
  });

/** The hash is git's of the same bytes, so that outlines are shared with repositories. */
async function entryOf(root: string, path: string): Promise<TreeEntry | undefined> {
  try {
    const { size } = await stat(join(root, path));
    if (size >= blobLimit) return { path, mode: "100644", hash: "0".repeat(40), size };
    const content = await readFile(join(root, path));
    const hash = createHash("sha1").update(`blob ${content.length}\0`).update(content).digest("hex");
    return { path, mode: "100644", hash, size: content.length };
  } catch (error) {
    if (["EACCES", "ENOENT"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
    throw error;
  }
}

const isHere = (entry: TreeEntry | undefined): boolean => entry?.size !== undefined && entry.size < blobLimit;
