import type { Reader } from "../settings.ts";
import { usualCandidates } from "./candidate.ts";
import { usualLicences } from "./licence.ts";

/** What a host may set about reference search. */
export interface ReferenceSettings {
  /** SPDX identifiers of licences whose code may enter a prompt. */
  readonly licences: readonly string[];
  /** Repositories of which READMEs are read. */
  readonly candidates: number;
  /** Who makes a README's summary: rules at no cost, or the model with one question a README. */
  readonly summaries: "rules" | "model";
}

export const usualReferenceSettings: ReferenceSettings = {
  licences: usualLicences,
  candidates: usualCandidates,
  summaries: "rules",
};

export function readReferences(read: Reader): ReferenceSettings {
  const given = (read.text("CODERAG_REFERENCE_LICENCES") ?? "").split(/[\s,]+/).filter((one) => one !== "");
  const odd = given.filter((one) => !/^[A-Za-z0-9.+-]+$/.test(one));
  if (odd.length > 0)
    read.problem(`CODERAG_REFERENCE_LICENCES holds what is no SPDX identifier: ${odd.join(", ")}.`);
  const summaries = read.text("CODERAG_REFERENCE_SUMMARIES") ?? "rules";
  if (summaries !== "rules" && summaries !== "model")
    read.problem("CODERAG_REFERENCE_SUMMARIES must be rules or model.");
  return {
    licences: given.length > 0 ? given : usualLicences,
    candidates: read.number("CODERAG_REFERENCE_CANDIDATES", usualCandidates, 3, 60),
    summaries: summaries === "model" ? "model" : "rules",
  };
}
