import { constants, type Stats } from "node:fs";
import { lstat, mkdir, open, realpath, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { UserError } from "../../errors.ts";
import type { FileChange } from "../../source/file.ts";
import { orMissing } from "../../source/or-missing.ts";

/**
 * Writes checked changes into a folder. No link is followed, on the way or at the end (security.md E02); a file keeps
 * its mode. All files are looked at before the first is written: one that is not as it was when it was read stops all.
 * Throws a `UserError` with nothing written, or, where the disk fails in the middle, says what was.
 */
export async function writeChanges(folder: string, changes: readonly FileChange[]): Promise<void> {
  const root = await realpath(folder);
  for (const change of changes) await checkUnchanged(root, change);
  const modes = await modesMoved(root, changes);
  const done: string[] = [];
  // Deletions first: a file may become a folder.
  for (const change of changes.toSorted(
    (a, b) => Number(a.after !== undefined) - Number(b.after !== undefined),
  ))
    try {
      await writeOne(root, change, modes.get(change.path));
      done.push(change.path);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code;
      if (code === undefined) throw error;
      throw new UserError(
        `${change.path} could not be written (${code}); ${done.length} of ${changes.length} files were.`,
        done.length === 0
          ? "Check the rights of the folder."
          : `Undo these by hand, or apply the rest: ${done.join(", ")}.`,
      );
    }
}

async function checkUnchanged(root: string, { path, before }: FileChange): Promise<void> {
  const place = join(root, path);
  const found = await statOf(place);
  const folder = await existingParent(root, path);
  if ((await realpath(folder)) !== folder || found?.isSymbolicLink())
    throw refused(path, "lies behind a symbolic link");
  if (before === undefined && found !== undefined) throw refused(path, "exists already");
  if (before === undefined) return;
  if (found === undefined || !found.isFile()) throw refused(path, "is gone");
  const file = await open(place, constants.O_RDONLY | constants.O_NOFOLLOW);
  try {
    if ((await file.readFile("utf8")) !== before) throw refused(path, "was changed meanwhile");
  } finally {
    await file.close();
  }
}

/** The modes of files that are renamed, by their new paths. */
async function modesMoved(
  root: string,
  changes: readonly FileChange[],
): Promise<ReadonlyMap<string, number>> {
  const modes = new Map<string, number>();
  for (const { path, movedFrom } of changes) {
    const found = movedFrom === undefined ? undefined : await statOf(join(root, movedFrom));
    if (found) modes.set(path, found.mode & 0o777);
  }
  return modes;
}

async function writeOne(root: string, { path, after }: FileChange, mode: number | undefined): Promise<void> {
  const place = join(root, path);
  if (after === undefined) return rm(place);
  await mkdir(dirname(place), { recursive: true });
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW } = constants;
  const file = await open(place, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o666);
  try {
    await file.writeFile(after, "utf8");
    if (mode !== undefined) await file.chmod(mode);
  } finally {
    await file.close();
  }
}

async function existingParent(root: string, path: string): Promise<string> {
  const parent = dirname(join(root, path));
  if (parent === root || (await statOf(parent)) !== undefined) return parent;
  return existingParent(root, dirname(path));
}

const statOf = (place: string): Promise<Stats | undefined> => orMissing(lstat(place));

const refused = (path: string, why: string): UserError =>
  new UserError(`${path} ${why}; nothing was written.`, "Render the files again and ask for a fresh answer.");
