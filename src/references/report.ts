import type { Usage } from "../llm/model.ts";
import type { Rejected } from "./candidate.ts";
import type { LicenceUse } from "./licence.ts";
import type { ChosenFile } from "./narrow-files.ts";

/** A repository that is worth looking at, pinned to a commit. */
export interface Reference {
  readonly fullName: string;
  readonly description: string;
  /** About 200 words of its README. */
  readonly summary: string;
  /** Why it was chosen. */
  readonly reason: string;
  /** SPDX at that commit; undefined where there is no licence file. */
  readonly licence: string | undefined;
  /** Path of the licence file. */
  readonly licencePath: string | undefined;
  readonly use: LicenceUse;
  readonly commit: string;
  /** ISO 8601. */
  readonly pushedAt: string;
  readonly stars: number;
  readonly archived: boolean;
  /** Source files of the language. */
  readonly sources: number;
  readonly files: readonly ChosenFile[];
  /** Who chose the files. */
  readonly filesBy: "model" | "rules";
  /** What was said instead, where no file was chosen. */
  readonly noFile?: string;
}

/** The whole answer of a reference search, as a value; survives JSON. */
export interface ReferenceReport {
  readonly version: 1;
  /** As it was given. */
  readonly request: string;
  readonly language: string | undefined;
  readonly keywords: readonly string[];
  readonly queries: readonly QueryReport[];
  /** Repositories that were read. */
  readonly candidates: number;
  readonly references: readonly Reference[];
  /** Why nothing fits, where nothing does. */
  readonly nothing?: string;
  readonly rejected: readonly Rejected[];
  /** Who did what. */
  readonly by: {
    readonly keywords: "model" | "rules";
    readonly summaries: "model" | "rules" | "both";
    readonly repositories: "model" | "rules";
  };
  /** Repositories whose code was looked at before they were shown, and those of them that a model judged. */
  readonly looked: { readonly repositories: number; readonly byModel: number };
  /** What was cut, could not be asked or is otherwise worth knowing; our own words. */
  readonly notes: readonly string[];
  readonly usage: Usage;
}

/** What was not chosen, with those that have the same reason together, in the order of the first of each. */
export function rejectedAlike(rejected: readonly Rejected[]) {
  const alike = Map.groupBy(rejected, ({ why }) => why);
  return Array.from(alike, ([why, ones]) => ({ why, names: ones.map(({ fullName }) => fullName) }));
}

/** What somebody may do where nothing fits: a sentence. */
export function searchAgain({ language }: Pick<ReferenceReport, "language">): string {
  const another = `another language (\`in ${language === "Go" ? "Rust" : "Go"}\`)`;
  return language === undefined
    ? `Say it in other words, or name ${another.replace("another", "a")}.`
    : `Only ${language} was searched: say it in other words, or name ${another}.`;
}

export interface QueryReport {
  readonly keywords: readonly string[];
  readonly query: string;
  readonly total: number;
  readonly looked: number;
  readonly incomplete: boolean;
}
