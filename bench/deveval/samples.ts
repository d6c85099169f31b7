/** Samples of DevEval (arXiv 2405.19856) as this project's evaluation data gives them: one JSON object a line. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

export interface Gold {
  readonly path: string;
  /** Qualified in its file. */
  readonly name: string;
  readonly scope: "intra_class" | "intra_file" | "cross_file";
}

export interface Sample {
  readonly id: string;
  readonly project: string;
  readonly repo: string;
  readonly commit: string;
  readonly path: string;
  readonly name: string;
  /** 1-based, inclusive. */
  readonly signature_position: readonly [number, number];
  readonly body_position: readonly [number, number];
  /** Columns of the body. */
  readonly indent: number;
  readonly requirement: { readonly Functionality: string; readonly Arguments: string };
  readonly gold: readonly Gold[];
  readonly has_gold: boolean;
  /** Names imported at the top of the file that only the hidden body uses. */
  readonly exclusive_imports: readonly string[];
}

export function readSamples(file: string): readonly Sample[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as Sample);
}

/** The checkout of a sample's project: `Topic+project`, `Topic/project` or `owner+name` in the folder. */
export function checkoutOf(folder: string, { project, repo }: Sample): string {
  const names = [project.replace("/", "+"), project, repo.replace("/", "+"), repo];
  const found = names.map((name) => join(folder, name)).find((path) => existsSync(path));
  if (found === undefined) throw new Error(`${folder} holds none of ${names.join(", ")}.`);
  return found;
}

export function requirementOf({ requirement }: Sample): string {
  return `${requirement.Functionality}\n${requirement.Arguments}`;
}

/** Samples of one project together, in the order of the file. */
export function byProject(samples: readonly Sample[]): ReadonlyMap<string, readonly Sample[]> {
  return Map.groupBy(samples, ({ project }) => project);
}
