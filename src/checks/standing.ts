import type { FileChange } from "../source/file.ts";
import { parentsOf } from "../source/paths.ts";
import type { Workspace } from "../workspace/workspace.ts";
import type { GeneratedOptions } from "./generated.ts";
import type { Standing } from "./paths.ts";

/** What a repository says of the places of a change, for the gate. */
export async function standingIn(
  workspace: Pick<Workspace, "entries" | "submodules" | "readMany">,
  changes: readonly FileChange[],
): Promise<Standing & GeneratedOptions> {
  const { entries, submodules } = workspace;
  const folders = new Set(changes.flatMap(({ path }) => ["", ...parentsOf(path).map((one) => `${one}/`)]));
  const files = [...folders].map((folder) => `${folder}.gitattributes`).filter((path) => entries.has(path));
  const texts = await workspace.readMany(files);
  const gitAttributes = new Map(
    files.sort((a, b) => a.length - b.length).map((path) => [path, texts.get(path) ?? ""]),
  );
  return { entries, submodules, gitAttributes };
}
