import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { isSource } from "../../src/references/language.ts";
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

/**
 * Reads `repos.jsonl`, `requests.jsonl` and `labels.jsonl` of a folder. `clones` is a folder with git directories
 * `OWNER+NAME`, `OWNER+NAME/repo` or `.../.git`: of those that hold the commit, source files have their text.
 */
export function readBenchData(folder: string, clones?: string): BenchData {
  const rows = <T>(name: string): T[] =>
    readFileSync(join(folder, name), "utf8")
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => JSON.parse(line) as T);
  return {
    requests: rows<BenchRequest>("requests.jsonl"),
    labels: rows<Label>("labels.jsonl"),
    shelf: rows<Row>("repos.jsonl").map((row) => shelved(row, clones)),
  };
}

/** Larger files stay without a text: nobody reads them, and the emulated GitHub hashes all of them again and again. */
const mostBytes = 200_000;

function textsOf({ full_name, commit, files }: Row, clones: string): Readonly<Record<string, string>> {
  const place = join(clones, full_name.replace("/", "+"));
  const directory = ["", ".git", "repo", "repo/.git"]
    .map((inside) => join(place, inside))
    .find((path) => existsSync(join(path, "objects")));
  if (directory === undefined) return {};
  const wanted = files.filter((path) => isSource(path, undefined));
  // Where the clone has another part of the history, all of them are missing.
  const out = execFileSync("git", ["--git-dir", directory, "cat-file", "--batch"], {
    ...{ input: wanted.map((path) => `${commit}:${path}\n`).join(""), maxBuffer: 2 ** 30 },
  });
  const texts: Record<string, string> = {};
  let at = 0;
  for (const path of wanted) {
    const end = out.indexOf(10, at);
    const head = out.toString("utf8", at, end);
    at = end + 1;
    if (head.endsWith(" missing")) continue;
    const size = Number(head.split(" ").at(-1));
    if (size <= mostBytes) texts[path] = out.toString("utf8", at, at + size);
    at += size + 1;
  }
  return texts;
}

/** Texts are read when somebody lists the files: most repositories are never listed. */
function shelved(row: Row, clones: string | undefined): ShelvedRepository {
  let files: ShelvedRepository["files"] | undefined;
  return {
    ...{ fullName: row.full_name, description: row.description ?? undefined, topics: row.topics },
    ...{ language: row.language ?? undefined, stars: row.stars ?? 0, licence: row.license ?? undefined },
    ...{ defaultBranch: row.default_branch, commit: row.commit, pushedAt: row.pushed_at },
    readme: row.readme_path && row.readme !== null ? { path: row.readme_path, text: row.readme } : undefined,
    get files() {
      const texts = files !== undefined || clones === undefined ? {} : textsOf(row, clones);
      files ??= Object.fromEntries(row.files.map((path) => [path, texts[path]]));
      return files;
    },
  };
}
