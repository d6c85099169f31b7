import { isUtf8 } from "node:buffer";
import { configFolder, configNames, largestConfig } from "../source/config-file.ts";
import type { At, RepositoryClient } from "./client.ts";
import { GitHubError } from "./failure.ts";

/** What a repository decides for itself, as GitHub has it on the default branch now. */
export type ConfigFile =
  | { readonly kind: "none" }
  /** The blob that the caller knows already. */
  | { readonly kind: "known"; readonly blob: string }
  | { readonly kind: "text"; readonly blob: string; readonly text: string; readonly place: ConfigPlace }
  /** Something else is at that path, or it is too large; `why` ends a sentence. */
  | { readonly kind: "unreadable"; readonly blob: string; readonly why: string; readonly place: ConfigPlace };

/** In words, for a person: `.github/coderag.yml`, or the same `in acme/.github`. */
export type ConfigPlace = { readonly path: string; readonly repository: string | undefined };

/**
 * The configuration of the default branch, whoever asks: nothing that a pull request brings is read. Where the
 * repository has none, its owner's public `.github` repository may. One listing, and one blob where it changed.
 */
export async function findConfigFile(
  client: RepositoryClient,
  known: string | undefined,
): Promise<ConfigFile> {
  const here = await client.at();
  const own = await lookIn(client, here, undefined, known);
  if (own || here.repo === configFolder) return own ?? { kind: "none" };
  const owners = { owner: here.owner, repo: configFolder };
  return (await lookIn(client, owners, `${here.owner}/${configFolder}`, known)) ?? { kind: "none" };
}

async function lookIn(
  client: RepositoryClient,
  at: At,
  repository: string | undefined,
  known: string | undefined,
): Promise<ConfigFile | undefined> {
  const listed = await client.find((github) => github.repos.getContent({ ...at, path: configFolder }));
  if (!Array.isArray(listed)) return undefined;
  const found = configNames.flatMap((name) => listed.find((entry) => entry.name === name) ?? [])[0];
  if (!found) return undefined;
  const { sha: blob, type, size, name } = found;
  if (blob === known) return { kind: "known", blob };
  const place = { path: `${configFolder}/${name}`, repository };
  return readConfigFile({ blob, place, size, isPlain: type === "file" }, () => readBlob(client, at, blob));
}

/** What stands where a configuration is looked for. */
interface Candidate {
  readonly blob: string;
  readonly place: ConfigPlace;
  /** In bytes. */
  readonly size: number;
  readonly isPlain: boolean;
}

/** Reads a file that may be a configuration, where it is small and no link; `read` gives its text, undefined for other bytes. */
export async function readConfigFile(
  { blob, place, size, isPlain }: Candidate,
  read: () => Promise<string | undefined>,
): Promise<ConfigFile> {
  // A link could lead to a file that more people may write than this one.
  if (!isPlain) return { kind: "unreadable", blob, why: "is no plain file", place };
  if (size > largestConfig)
    return { kind: "unreadable", blob, why: `is larger than ${largestConfig / 1024} KB`, place };
  const text = await read();
  return text === undefined
    ? { kind: "unreadable", blob, why: "is no plain text", place }
    : { kind: "text", blob, text, place };
}

/** Undefined for a submodule, which is listed as a file and is no blob, and for bytes that are no UTF-8. */
async function readBlob(client: RepositoryClient, at: At, blob: string): Promise<string | undefined> {
  try {
    const { content } = await client.read((github) => github.git.getBlob({ ...at, file_sha: blob }));
    const bytes = Buffer.from(content, "base64");
    return isUtf8(bytes) ? bytes.toString() : undefined;
  } catch (error) {
    if (error instanceof GitHubError && [404, 409, 422].includes(error.status)) return undefined;
    throw error;
  }
}
