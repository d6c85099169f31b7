import type { FileChange } from "../source/file.ts";
import type { RepositoryClient } from "./client.ts";

/** One entry for GitHub's tree API. `sha: null` takes a file away; another SHA is a blob that is there already. */
export interface TreeEntry {
  readonly path: string;
  readonly mode: "100644" | "100755";
  readonly type: "blob";
  readonly sha?: string | null;
  readonly content?: string;
}

export interface KnownEntry {
  readonly mode: string;
  readonly type: string;
  readonly sha: string;
}

/** GitHub's advice for one request. */
const mostEntries = 100;

/** Writes the base tree with these changes put in, and gives its SHA. Only changed paths are sent. */
export async function writeTree(
  client: RepositoryClient,
  baseTree: string,
  changes: readonly FileChange[],
): Promise<string> {
  return writeEntries(client, baseTree, await treeEntries(client, baseTree, changes));
}

/** Puts entries into a tree, and gives the SHA of what comes out. */
export async function writeEntries(
  client: RepositoryClient,
  baseTree: string,
  entries: readonly TreeEntry[],
): Promise<string> {
  let tree = baseTree;
  for (let start = 0; start < entries.length; start += mostEntries) {
    const batch = entries.slice(start, start + mostEntries);
    const { sha } = await client.write((github, at) =>
      github.git.createTree({ ...at, base_tree: tree, tree: batch as unknown as TreeParameter }),
    );
    tree = sha;
  }
  return tree;
}

type TreeParameter = { path: string; mode: "100644"; type: "blob"; sha: string | null }[];

/** A file keeps the mode that it has in the base, a renamed one too; new ones are plain. Links and submodules are never touched. */
async function treeEntries(
  client: RepositoryClient,
  baseTree: string,
  changes: readonly FileChange[],
): Promise<readonly TreeEntry[]> {
  const deleted = new Set(changes.filter(({ after }) => after === undefined).map(({ path }) => path));
  const find = createLookup(client, baseTree, deleted);
  const entries: TreeEntry[] = [];
  for (const { path, after, movedFrom } of changes) {
    const known = await find(path);
    if (known && known.mode !== "100644" && known.mode !== "100755")
      throw new Error(`Refusing to write over ${path}: it is no plain file (mode ${known.mode}).`);
    const { mode: kept } = known ?? (movedFrom === undefined ? undefined : await find(movedFrom)) ?? {};
    const mode = kept === "100755" ? "100755" : "100644";
    if (after !== undefined) entries.push({ path, mode, type: "blob", content: after.toWellFormed() });
    else if (known) entries.push({ path, mode, type: "blob", sha: null });
  }
  return entries;
}

/** Reads the folders on the way to each path, each once: whole trees of large repositories come truncated. */
export function createLookup(
  client: RepositoryClient,
  baseTree: string,
  deleted: ReadonlySet<string> = new Set(),
) {
  const folders = new Map<string, Promise<ReadonlyMap<string, KnownEntry>>>();
  const open = (sha: string): Promise<ReadonlyMap<string, KnownEntry>> => {
    const opened = folders.get(sha) ?? readFolder(client, sha);
    folders.set(sha, opened);
    return opened;
  };
  return async (path: string): Promise<KnownEntry | undefined> => {
    const names = path.split("/");
    let sha = baseTree;
    for (const [depth, name] of names.entries()) {
      const entry = (await open(sha)).get(name);
      if (entry === undefined || depth === names.length - 1) return entry;
      const folder = names.slice(0, depth + 1).join("/");
      if (entry.type === "blob" && deleted.has(folder)) return undefined;
      if (entry.type !== "tree") throw new Error(`Refusing to write below ${folder}: it is no folder.`);
      sha = entry.sha;
    }
    return undefined;
  };
}

async function readFolder(client: RepositoryClient, sha: string): Promise<ReadonlyMap<string, KnownEntry>> {
  const { tree } = await client.read((github, at) => github.git.getTree({ ...at, tree_sha: sha }));
  return new Map(tree.map(({ path, mode, type, sha: id }) => [path, { mode, type, sha: id }]));
}
