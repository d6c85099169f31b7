import { type ConfigFile, readConfigFile } from "../github/config-file.ts";
import { configFolder, configNames } from "../source/config-file.ts";
import type { Workspace } from "../workspace/workspace.ts";

/** The configuration that the repository itself has at a commit; its owner's is on GitHub alone. */
export async function configFileAt({ entries, read }: Workspace): Promise<ConfigFile> {
  const found = configNames.map((name) => entries.get(`${configFolder}/${name}`)).find(Boolean);
  if (!found) return { kind: "none" };
  const { path, hash: blob, mode, size = Number.POSITIVE_INFINITY } = found;
  const isPlain = mode !== "120000";
  return readConfigFile({ blob, place: { path, repository: undefined }, size, isPlain }, () => read(path));
}
