import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "../compile-cache.mjs";
import { namesIn, orMissing } from "../source/or-missing.ts";

/**
 * The cache of fetched commits on disk, shared by all processes and machines that see the folder:
 *
 *     CACHE/REPOSITORY/COMMIT.git/          one commit, bare, never changed after it got its name
 *     CACHE/REPOSITORY/COMMIT.git/in-use/   one mark a reader, touched while the reader lives
 *     CACHE/REPOSITORY/COMMIT.git/evicting  somebody is about to delete it
 *     CACHE/REPOSITORY/partial-UUID/        one that is being fetched or deleted
 *
 * There are no locks to be left behind. A reader marks first and then looks for `evicting`; who evicts writes
 * `evicting` first and then looks for marks: one of the two always sees the other.
 */

/** A mark that was not touched for this long belongs to a dead process. */
const staleMilliseconds = 5 * 60_000;
const touchMilliseconds = 30_000;

/** Keeps a snapshot from being deleted until it is released. */
export interface Hold {
  release(): Promise<void>;
}

/** A folder of our own that becomes a snapshot when it is whole. */
export interface Partial {
  readonly path: string;
  /** Gives the folder its final name, still held; undefined where another process was faster and ours is of no use. */
  become(snapshot: string): Promise<Hold | undefined>;
  /** Deletes the folder; does nothing where it became a snapshot. */
  discard(): Promise<void>;
}

/** Takes hold of a snapshot; `gone` where it is not there, `evicting` where it is on its way out. */
export async function hold(snapshot: string): Promise<Hold | "gone" | "evicting"> {
  const mark = join(snapshot, "in-use", randomUUID());
  if (!(await orMissing(writeFile(mark, "").then(() => true)))) return "gone";
  if (await statOf(join(snapshot, "evicting"))) {
    await rm(mark, { force: true });
    return "evicting";
  }
  return keepTouched(mark);
}

/** Creates a new, held, empty folder to fetch into. */
export async function createPartial(repository: string): Promise<Partial> {
  const path = join(repository, `partial-${randomUUID()}`);
  const mark = randomUUID();
  makeFolder(join(path, "in-use"));
  await writeFile(join(path, "in-use", mark), "");
  const held = keepTouched(join(path, "in-use", mark));
  return {
    path,
    async become(snapshot) {
      try {
        await rename(path, snapshot);
      } catch (error) {
        if (["ENOTEMPTY", "EEXIST"].includes((error as NodeJS.ErrnoException).code ?? "")) return undefined;
        throw error;
      }
      return keepTouched(join(snapshot, "in-use", mark));
    },
    async discard() {
      await held.release();
      await remove(path);
    },
  };
}

/** Takes a snapshot that turned out to be damaged out of the cache, in use or not. */
export async function condemn(snapshot: string): Promise<void> {
  const trash = join(snapshot, "..", `partial-${randomUUID()}`);
  await orMissing(rename(snapshot, trash));
  await remove(trash);
}

function keepTouched(mark: string): Hold {
  const touch = () => {
    const now = new Date();
    utimes(mark, now, now).catch(() => clearInterval(timer)); // moved, or deleted by hand
  };
  const timer = setInterval(touch, touchMilliseconds).unref();
  return {
    async release() {
      clearInterval(timer);
      await rm(mark, { force: true });
    },
  };
}

interface Snapshot {
  readonly path: string;
  readonly lastUse: number;
  /** Bytes by inode: packs are shared between snapshots of one repository. */
  readonly files: ReadonlyMap<string, number>;
}

/** The snapshots of one repository, last used first. */
export async function snapshotsOf(folder: string): Promise<readonly string[]> {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(".git"));
  const used = await Promise.all(
    names.map(async (name) => ({ name, at: (await statOf(join(folder, name, "in-use")))?.mtimeMs ?? 0 })),
  );
  return used.sort((a, b) => b.at - a.at).map(({ name }) => join(folder, name));
}

/** Deletes what dead processes left half done, then the snapshots unused for longest until the rest fits the quota. */
export async function evict(cacheDir: string, quotaBytes: number): Promise<void> {
  const snapshots: Snapshot[] = [];
  for (const repository of await namesIn(cacheDir))
    for (const name of await namesIn(join(cacheDir, repository))) {
      const path = join(cacheDir, repository, name);
      if (name.endsWith(".git")) {
        if (!((await isHalfEvicted(path)) && (await evictOne(path)))) snapshots.push(await measure(path));
      } else if (name.startsWith("partial-") && (await isAbandoned(path))) await remove(path);
    }
  const oldestFirst = snapshots.sort((a, b) => a.lastUse - b.lastUse);
  const kept = new Set(oldestFirst);
  for (const snapshot of oldestFirst) {
    if (totalBytes(kept) <= quotaBytes) return;
    if (await evictOne(snapshot.path)) kept.delete(snapshot);
  }
}

/** Bytes of all files below a folder. */
export async function sizeOf(folder: string): Promise<number> {
  return totalBytes([await measure(folder)]);
}

async function evictOne(snapshot: string): Promise<boolean> {
  const notice = join(snapshot, "evicting");
  const earlier = await statOf(notice);
  if (earlier && !isStale(earlier)) return false;
  if (!(await orMissing(writeFile(notice, "").then(() => true)))) return true; // already gone
  if (await isInUse(snapshot)) {
    await rm(notice, { force: true });
    return false;
  }
  await condemn(snapshot);
  return true;
}

/** True where a process died between its notice and the deletion. */
async function isHalfEvicted(snapshot: string): Promise<boolean> {
  const notice = await statOf(join(snapshot, "evicting"));
  return notice !== undefined && isStale(notice);
}

/** True where nobody works on a partial folder, and nobody has just made it and is about to. */
async function isAbandoned(partial: string): Promise<boolean> {
  const state = await statOf(partial);
  return state !== undefined && isStale(state) && !(await isInUse(partial));
}

/** True where a live process holds the folder. */
async function isInUse(folder: string): Promise<boolean> {
  const marks = await namesIn(join(folder, "in-use"));
  const states = await Promise.all(marks.map((mark) => statOf(join(folder, "in-use", mark))));
  return states.some((state) => state && !isStale(state));
}

async function measure(folder: string): Promise<Snapshot> {
  const files = new Map<string, number>();
  for (const name of await namesIn(folder, "recursive")) {
    const state = await statOf(join(folder, name));
    if (state?.isFile()) files.set(`${state.dev}:${state.ino}`, state.blocks * 512);
  }
  return { path: folder, files, lastUse: (await statOf(join(folder, "in-use")))?.mtimeMs ?? 0 };
}

function totalBytes(snapshots: Iterable<Snapshot>): number {
  const files = new Map([...snapshots].flatMap((snapshot) => [...snapshot.files]));
  return [...files.values()].reduce((sum, bytes) => sum + bytes, 0);
}

const isStale = (state: Stats): boolean => state.mtimeMs < Date.now() - staleMilliseconds;

const remove = (path: string): Promise<void> => rm(path, { recursive: true, force: true, maxRetries: 3 });

const statOf = (path: string): Promise<Stats | undefined> => orMissing(stat(path));
