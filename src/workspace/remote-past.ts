import { randomUUID } from "node:crypto";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { UserError } from "../errors.ts";
import { fetchCommit, initMirror } from "./git.ts";
import { type History, type Past, readHistory, softly } from "./history.ts";
import { seedFrom, withinSize } from "./partial-fetch.ts";
import { createPartial, sizeOf } from "./snapshots.ts";

/** A past is a help and no need: it may cost this much, or there is none. */
const most = { generations: 300, milliseconds: 60_000, bytes: 256 * 2 ** 20 };

/** Beside the snapshot's objects, so that it goes with them; the name says the form. */
const keptName = "history-1.json";

/** With what a repository is read, and where. */
export interface Access {
  /** Undefined: as everybody. */
  readonly token: string | undefined;
  /** Where it is by now, for whoever knows: it may have been renamed. */
  readonly url?: string;
  /** The token was made for this. */
  readonly minted?: true;
}

export interface PastOptions {
  /** `https://HOST/OWNER/NAME`, with or without `.git`. */
  readonly url: string;
  /** Asked right before each fetch, so that it is fresh. */
  readonly access: () => Promise<Access>;
  readonly limits: { readonly fetchMilliseconds: number };
  readonly network?: Readonly<Record<string, string>>;
}

/** A snapshot that is held meanwhile, and the folder of its repository in the cache. */
export interface HeldSnapshot {
  readonly folder: string;
  readonly gitDir: string;
  readonly commit: string;
}

/**
 * The newest commits up to a snapshot's own, with the paths that they changed: as it was kept in the snapshot, or
 * fetched on top of it, commits and folders without files, into a folder of its own that is then deleted. Fails as
 * `softly` does.
 */
export async function remotePast(
  options: PastOptions,
  snapshot: HeldSnapshot,
  signal: AbortSignal,
): Promise<Past> {
  const kept = join(snapshot.gitDir, keptName);
  return softly(async () => {
    const known = await readFile(kept, "utf8").catch(noneThere);
    if (known !== undefined) return JSON.parse(known) as History;
    const history = await fetchPast(options, snapshot, signal);
    // Others may read or write the same just now.
    const draft = `${kept}.${randomUUID()}`;
    await writeFile(draft, JSON.stringify(history));
    await rename(draft, kept);
    return history;
  }, signal);
}

async function fetchPast(
  { access, limits, network, ...known }: PastOptions,
  { folder, gitDir, commit }: HeldSnapshot,
  signal: AbortSignal,
): Promise<History> {
  const partial = await createPartial(folder);
  try {
    const mirror = await initMirror(partial.path, signal);
    await seedFrom(gitDir, partial.path);
    const { token, url = known.url } = await access();
    const fetch = {
      ...{ url, want: { commit }, token, generations: most.generations },
      milliseconds: Math.min(limits.fetchMilliseconds, most.milliseconds),
      ...(network && { network }),
    };
    const size = { bytes: (await sizeOf(partial.path)) + most.bytes, tooLarge };
    await withinSize(partial.path, size, signal, (both) => fetchCommit(mirror, fetch, both));
    return await readHistory(mirror, commit, signal);
  } finally {
    await partial.discard();
  }
}

const tooLarge = (): UserError =>
  new UserError(
    `they come to more than ${most.bytes / 2 ** 20} MB.`,
    "Nothing need be done: the run goes on without them.",
  );

/** Undefined for a file that is not there; other errors go on. */
function noneThere(error: NodeJS.ErrnoException): undefined {
  if (error.code !== "ENOENT") throw error;
  return undefined;
}
