/** What is taken of GitHub's answers about public code, and kept. */
import {
  type FileHits,
  mostFileBytes,
  type PublicLicence,
  type PublicReadme,
  type PublicRelease,
  type PublicRepository,
  type PublicTree,
  type RepositoryHits,
} from "./public-code.ts";

/** Characters of a README and of a release's notes, and files of a repository that are kept. */
const most = { readme: 120_000, notes: 20_000, files: 10_000 };

interface SearchData<T> {
  readonly total_count: number;
  readonly incomplete_results: boolean;
  readonly items: readonly T[];
}

interface RawRepository {
  readonly full_name: string;
  readonly description: string | null;
  readonly topics?: readonly string[];
  readonly language: string | null;
  readonly stargazers_count: number;
  readonly pushed_at: string | null;
  readonly archived: boolean;
  readonly fork: boolean;
  readonly private: boolean;
  readonly default_branch: string;
  readonly license: { readonly spdx_id?: string | null } | null;
}

interface RawFile {
  readonly path: string;
  readonly sha: string;
  readonly repository: { readonly full_name: string; readonly private: boolean; readonly fork: boolean };
}

/** A token of an installation sees its private repositories, too; none of them may be told of elsewhere. */
export function repositoryHits(data: unknown): RepositoryHits {
  const { total_count, incomplete_results, items } = data as SearchData<RawRepository>;
  const open = items.filter((one) => !one.private && !one.fork && isName(one.full_name));
  return { total: total_count, incomplete: incomplete_results, items: open.map(repositoryOf) };
}

/** Undefined for what a token sees and nobody else. */
export function oneRepository(data: unknown): PublicRepository | undefined {
  const one = data as RawRepository;
  return one.private || !isName(one.full_name) ? undefined : repositoryOf(one);
}

function repositoryOf(one: RawRepository): PublicRepository {
  return {
    ...{ fullName: one.full_name, description: one.description ?? "", topics: one.topics ?? [] },
    ...{ language: one.language ?? undefined, stars: one.stargazers_count, pushedAt: one.pushed_at ?? "" },
    ...{ archived: one.archived, licence: one.license?.spdx_id ?? undefined },
    defaultBranch: one.default_branch,
  };
}

export function fileHits(data: unknown): FileHits {
  const { total_count, incomplete_results, items } = data as SearchData<RawFile>;
  const open = items.filter(({ repository: of }) => !of.private && !of.fork && isName(of.full_name));
  return {
    ...{ total: total_count, incomplete: incomplete_results },
    items: open.map(({ repository, path, sha }) => ({ repository: repository.full_name, path, blob: sha })),
  };
}

/** Names end in addresses and in prompts: what GitHub would never give is left out. */
const isName = (fullName: string): boolean => /^[A-Za-z0-9-]{1,39}\/[\w.-]{1,100}$/.test(fullName);

export function readmeOf(data: unknown): PublicReadme | undefined {
  const { path, sha, content } = data as { path: string; sha: string; content?: string };
  const text = decoded(content ?? "");
  return text === undefined ? undefined : { path, blob: sha, text: text.slice(0, most.readme) };
}

export function treeOf(data: unknown): PublicTree {
  const { tree, truncated } = data as {
    readonly tree: readonly { path?: string; mode?: string; type?: string; sha?: string; size?: number }[];
    readonly truncated: boolean;
  };
  const files = tree.flatMap(({ path, mode, type, sha, size }) =>
    type === "blob" && mode !== "120000" && path !== undefined && sha !== undefined
      ? [{ path, blob: sha, bytes: size }]
      : [],
  );
  return { files: files.slice(0, most.files), cut: truncated || files.length > most.files };
}

export function licenceOf(data: unknown): PublicLicence {
  const { path, license } = data as { path: string; license: { spdx_id?: string | null } | null };
  return { path, spdx: license?.spdx_id ?? "NOASSERTION" };
}

export function releasesOf(data: unknown): readonly PublicRelease[] {
  const releases = data as readonly { tag_name: string; body?: string | null; draft: boolean }[];
  return releases.flatMap(({ tag_name: tag, body, draft }) =>
    draft || !body ? [] : [{ tag, notes: body.slice(0, most.notes) }],
  );
}

export function textOf(data: unknown): string | undefined {
  const { size, content } = data as { size: number | null; content: string };
  return (size ?? 0) > mostFileBytes ? undefined : decoded(content);
}

/** Undefined for what is no text. */
function decoded(base64: string): string | undefined {
  const bytes = Buffer.from(base64, "base64");
  return bytes.length > mostFileBytes * 2 || bytes.includes(0) ? undefined : bytes.toString("utf8");
}
