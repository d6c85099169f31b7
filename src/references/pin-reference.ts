import { type Asked, nothingAsked } from "../retrieval/requirements/ask-lines.ts";
import { isSource } from "./language.ts";
import { licenceUse } from "./licence.ts";
import { narrowFiles } from "./narrow-files.ts";
import type { ReferenceTools } from "./options.ts";
import type { WeighedCandidate } from "./read-candidates.ts";
import { seenReadme } from "./readme.ts";
import type { Reference } from "./report.ts";

/**
 * One chosen repository at its newest commit: licence, files, and which of them to read; `without` names paths that are
 * not to be chosen. No reference where it is gone.
 */
export async function pinReference(
  request: { readonly text: string; readonly language: string | undefined },
  { candidate, summary }: WeighedCandidate,
  reason: string,
  without: readonly string[],
  { code, paid, settings }: ReferenceTools,
  signal: AbortSignal,
): Promise<{ readonly reference?: Reference; readonly asked: Asked }> {
  const { fullName, description, pushedAt, stars, archived } = candidate;
  const commit = await code.head(fullName, candidate.defaultBranch);
  const tree = commit === undefined ? undefined : await code.tree(fullName, commit);
  if (commit === undefined || tree === undefined) return { asked: nothingAsked };
  const licence = await code.licence(fullName, commit);
  const readme = await code.readme(fullName);
  const question = {
    ...{ request: request.text, language: request.language, fullName, description },
    readme: readme && seenReadme(readme),
  };
  const { files, by, nothing, cut, usage, notes } = await narrowFiles(
    { ...question, files: tree.files.filter(({ path }) => !without.includes(path)) },
    { paid },
    signal,
  );
  const reference: Reference = {
    ...{ fullName, description, summary, reason, commit, pushedAt, stars, archived, files, filesBy: by },
    ...{
      licence: licence?.spdx,
      licencePath: licence?.path,
      use: licenceUse(licence?.spdx, settings.licences),
    },
    sources: tree.files.filter(({ path }) => isSource(path, request.language)).length,
    ...(nothing === undefined ? {} : { noFile: nothing }),
  };
  const said = cut === "" ? [] : [`${fullName}: ${cut} did not fit into the question.`];
  return { reference, asked: { usage, notes: [...notes, ...said] } };
}
