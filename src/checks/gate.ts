import type { Complaint } from "../errors.ts";
import { type FileChange, textBefore } from "../source/file.ts";
import { addedLines } from "./added-lines.ts";
import type { Finding } from "./finding.ts";
import { checkGenerated, type GeneratedOptions } from "./generated.ts";
import { checkImports } from "./imports.ts";
import { checkInstalls } from "./installs.ts";
import { checkInvisible } from "./invisible.ts";
import { checkLimits, type LimitOptions } from "./limits.ts";
import { checkManifests, type ManifestOptions } from "./manifests.ts";
import { checkPaths, type Standing } from "./paths.ts";
import { checkProtected, type ProtectedOptions } from "./protected.ts";
import { checkSecrets } from "./secrets.ts";
import { checkSyntax } from "./syntax.ts";
import { checkWeakened } from "./weakened.ts";

export interface CheckOptions
  extends ProtectedOptions,
    ManifestOptions,
    GeneratedOptions,
    LimitOptions,
    Standing {}

export interface CheckReport {
  /** With any of these the change is not written: the model has to cure them. */
  readonly complaints: readonly Complaint[];
  /** Told to the reviewer. */
  readonly findings: readonly Finding[];
}

/**
 * The gate between a model's changes and the publisher: deterministic, no model has a say in it, and it does no
 * I/O. Where and how much is written is judged first; content only of what may be written, so that a hostile
 * change is not parsed.
 */
export async function checkChanges(
  changes: readonly FileChange[],
  options: CheckOptions,
): Promise<CheckReport> {
  const places = [
    { complaints: checkLimits(changes, options), findings: [] },
    { complaints: checkPaths(changes, options), findings: [] },
    checkProtected(changes, options),
    checkManifests(changes, options),
    { complaints: checkGenerated(changes, options), findings: [] },
  ];
  const placed = joined(places);
  if (placed.complaints.some(({ kind }) => kind.startsWith("limit/") || kind === "path/refused"))
    return placed;
  const contents: CheckReport[] = [];
  for (const change of changes) contents.push(await checkContent(change, changes));
  return joined([...places, ...contents]);
}

async function checkContent(written: FileChange, changes: readonly FileChange[]): Promise<CheckReport> {
  // What a renamed file had in it is nothing that the change brings in.
  const change = { ...written, before: textBefore(written, changes) };
  const added = change.after === undefined ? [] : addedLines(change);
  return joined([
    await checkSyntax(change),
    { complaints: await checkImports(change), findings: [] },
    checkInvisible(change.path, added, change.before),
    {
      complaints: checkSecrets(change),
      findings: [...checkWeakened(change, added, changes), ...checkInstalls(change.path, added)],
    },
  ]);
}

function joined(reports: readonly CheckReport[]): CheckReport {
  return {
    complaints: reports.flatMap(({ complaints }) => complaints),
    findings: reports.flatMap(({ findings }) => findings),
  };
}
