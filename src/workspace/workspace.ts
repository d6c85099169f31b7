import type { Past } from "./history.ts";

/** A repository at one pinned commit, read-only. Reading never touches a work tree: it reads git blobs. */
export interface Workspace {
  /** Full SHA of the pinned commit. */
  readonly commit: string;
  /** Every tracked path, sorted. Submodules are left out. */
  readonly entries: ReadonlyMap<string, TreeEntry>;
  /** Paths of its submodules: no files, and nothing can be written there. */
  readonly submodules: ReadonlySet<string>;
  /**
   * The text of a tracked file.
   * Undefined for a path that is not tracked, a symlink, a binary or non-UTF-8 file, or one above 1 MB.
   */
  read(path: string): Promise<string | undefined>;
  /** Many at once, faster than one by one; paths that `read` answers undefined for are absent. */
  readMany(paths: readonly string[]): Promise<ReadonlyMap<string, string>>;
  /** Any tracked file as it is, text or not; undefined where it is not there or has more than `bytesAtMost` bytes. */
  readBytes(path: string, bytesAtMost: number): Promise<Uint8Array | undefined>;
  /** What commits up to this one changed, read or fetched when it is asked for. Absent where no past is known. */
  past?(signal: AbortSignal): Promise<Past>;
  close(): Promise<void>;
}

export interface TreeEntry {
  readonly path: string;
  /** Git mode: `100644`, `100755`, `120000`. */
  readonly mode: string;
  /** Blob SHA: the key under which outlines are cached. */
  readonly hash: string;
  /** Bytes; undefined where the blob was not fetched because of the size limit. */
  readonly size: number | undefined;
}

/** The submodule that a path is, or lies in. */
export function submoduleAround(path: string, submodules: ReadonlySet<string>): string | undefined {
  for (const one of submodules) if (path === one || path.startsWith(`${one}/`)) return one;
  return undefined;
}
