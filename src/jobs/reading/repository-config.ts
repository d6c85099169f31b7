import { inlineCode } from "../../delivery/code.ts";
import { safeLine } from "../../delivery/markdown.ts";
import { marker } from "../../delivery/progress.ts";
import type { ConfigFile, ConfigPlace } from "../../github/config-file.ts";
import { type ConfigFault, readRepositoryConfig } from "../../repository-config/read-config.ts";
import {
  type RepositoryConfig,
  repositoryConfigSchema,
  usualConfig,
} from "../../repository-config/schema.ts";
import type { Database } from "../../store/database.ts";
import { dropConfig, findConfig, keepConfig, noteTold } from "../../store/repository-configs.ts";
import type { Run } from "../../store/run.ts";
import type { Surroundings } from "../surroundings.ts";
import { sinceAsked } from "../telling/tell-progress.ts";

/** A configuration that cannot be used and of which nobody was told yet. Survives JSON. */
export interface ConfigTrouble {
  readonly blob: string;
  readonly place: ConfigPlace;
  readonly faults: readonly ConfigFault[];
  /** What holds instead. */
  readonly instead: "last good" | "usual";
}

/**
 * What the repository decides, from its default branch as it is now. A file with a fault changes nothing: the last
 * good configuration goes on, and the trouble is told once. Throws where GitHub cannot be asked: nothing is guessed.
 */
export async function readConfig(
  run: Pick<Run, "repositoryId">,
  { reader, offeredModels }: Pick<Surroundings, "reader" | "offeredModels">,
  database: Database,
): Promise<ReadConfig> {
  const { repositoryId } = run;
  const kept = await findConfig(database, repositoryId);
  const lastGood = kept?.blob === undefined ? undefined : restored(kept.config);
  const file = await reader.configFile(lastGood && kept?.blob);
  if (file.kind === "none") {
    if (kept) await dropConfig(database, repositoryId);
    return { config: usualConfig };
  }
  if (file.kind === "known") return { config: lastGood ?? usualConfig };
  const { decided, faults } = decidedBy(file, offeredModels);
  if (decided) {
    await keepConfig(database, repositoryId, file.blob, decided);
    return { config: decided };
  }
  const config = lastGood ?? usualConfig;
  if (kept?.toldBlob === file.blob) return { config };
  const { blob, place } = file;
  return { config, trouble: { blob, place, faults, instead: lastGood ? "last good" : "usual" } };
}

/**
 * The same where nothing is stored: what is usual holds instead of a file with a fault, and the trouble comes each
 * time. `offeredModels` undefined: whatever models it names.
 */
export async function readConfigOnce({
  reader,
  offeredModels,
}: Pick<Surroundings, "reader"> & Partial<Pick<Surroundings, "offeredModels">>): Promise<ReadConfig> {
  const file = await reader.configFile(undefined);
  if (file.kind !== "text" && file.kind !== "unreadable") return { config: usualConfig };
  const { decided, faults } = decidedBy(file, offeredModels);
  if (decided) return { config: decided };
  const { blob, place } = file;
  return { config: usualConfig, trouble: { blob, place, faults, instead: "usual" } };
}

interface ReadConfig {
  readonly config: RepositoryConfig;
  readonly trouble?: ConfigTrouble;
}

/** What a file decides; undefined where it has a fault. */
function decidedBy(
  file: Extract<ConfigFile, { kind: "text" | "unreadable" }>,
  offeredModels: readonly string[] | undefined,
): { readonly decided?: RepositoryConfig; readonly faults: readonly ConfigFault[] } {
  if (file.kind === "unreadable") return { faults: [{ line: 1, problem: `The file ${file.why}.` }] };
  const read = readRepositoryConfig(file.text, offeredModels);
  return read.kind === "config" ? { decided: read.config, faults: [] } : { faults: read.faults };
}

/** What was stored with a run or a repository, filled in where this version knows more; undefined where it is unfit. */
export function restored(stored: unknown): RepositoryConfig | undefined {
  const parsed = repositoryConfigSchema.safeParse(stored);
  return parsed.success ? parsed.data : undefined;
}

/** Says it where the command was given, once for each faulty file. */
export async function tellTrouble(
  run: Run,
  trouble: ConfigTrouble,
  { publisher }: Surroundings,
  database: Database,
): Promise<void> {
  const told = marker(run, "configuration");
  await publisher.note(run.issueNumber, told, troubleText(trouble), sinceAsked(run));
  await noteTold(database, run.repositoryId, trouble.blob);
}

export function troubleText({ place, faults, instead }: ConfigTrouble): string {
  const where = place.repository === undefined ? "" : ` in ${inlineCode(place.repository)}`;
  const stays = instead === "usual" ? "the defaults hold" : "the last good configuration stays in force";
  return [
    `**${inlineCode(place.path)}${where} cannot be used, so ${stays}.**`,
    faults.map(({ line, problem }) => `- Line ${line}: ${safeLine(problem, 300)}`).join("\n"),
    "Correct the file on the default branch; the next command reads it again.",
  ].join("\n\n");
}
