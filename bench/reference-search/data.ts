import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { ShelvedRepository } from "../../test/helpers/github/shelf-search.ts";

/** One request, with the language that the search is given. */
export interface BenchRequest {
  readonly id: number | string;
  readonly language: string;
  readonly text: string;
}

/** What somebody who looked says of one repository for one request. */
export interface Label {
  readonly request: number | string;
  readonly full_name: string;
  readonly label: "useful" | "partly" | "no";
  readonly files?: readonly string[] | null;
  readonly tempting_files?: readonly string[] | null;
  /** Set where a second person could well decide otherwise. */
  readonly doubt?: string | null;
}

export interface BenchData {
  readonly requests: readonly BenchRequest[];
  readonly labels: readonly Label[];
  readonly shelf: readonly ShelvedRepository[];
}

interface Row {
  readonly full_name: string;
  readonly description: string | null;
  readonly topics: readonly string[];
  readonly language: string | null;
  readonly stars: number | null;
  readonly license: string | null;
  readonly default_branch: string;
  readonly commit: string;
  readonly pushed_at: string;
  readonly readme_path: string | null;
  readonly readme: string | null;
  readonly files: readonly string[];
}

/** Reads `repos.jsonl`, `requests.jsonl` and `labels.jsonl` of a folder. */
export function readBenchData(folder: string): BenchData {
  const rows = <T>(name: string): T[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as T);
  return {
    requests: rows<BenchRequest>("requests.jsonl"),
    labels: rows<Label>("labels.jsonl"),
    shelf: rows<Row>("repos.jsonl").map(shelved),
  };
}

function shelved(row: Row): ShelvedRepository {
  return {
    ...{ fullName: row.full_name, description: row.description ?? undefined, topics: row.topics },
    ...{ language: row.language ?? undefined, stars: row.stars ?? 0, licence: row.license ?? undefined },
    ...{ defaultBranch: row.default_branch, commit: row.commit, pushedAt: row.pushed_at },
    readme: row.readme_path && row.readme !== null ? { path: row.readme_path, text: row.readme } : undefined,
    files: Object.fromEntries(row.files.map((path) => [path, undefined])),
  };
}
