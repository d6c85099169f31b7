/**
 * Public code on GitHub, as reference search reads it: found by GitHub's own search, read by its API, never cloned.
 * All of it is strangers' text. Methods throw as `failure.ts` says; a `RateLimitedError` names the time to come back. A
 * repository that GitHub has blocked, or that is closed to our token, counts as one that is gone.
 */
export interface PublicCode {
  /** At most 100 repositories, GitHub's best match first. Forks and private repositories are never among them. */
  repositories(query: string, most: number): Promise<RepositoryHits>;
  /** At most 100 files of public repositories. GitHub wants a token for it and allows ten a minute. */
  files(query: string, most: number): Promise<FileHits>;
  /** Undefined where a repository has none. */
  readme(repository: string): Promise<PublicReadme | undefined>;
  /** The newest commit of a branch; undefined where the branch or the repository is gone, or nothing was committed. */
  head(repository: string, branch: string): Promise<string | undefined>;
  /** Facts of one repository, a fork or not; undefined where it is gone, renamed away or private. */
  repository(repository: string): Promise<PublicRepository | undefined>;
  /** The commit of a tag or branch; undefined where there is none of that name. */
  commit(repository: string, name: string): Promise<string | undefined>;
  /** Files at a commit or branch; undefined where that is gone. */
  tree(repository: string, at: string): Promise<PublicTree | undefined>;
  /** The licence that GitHub recognises at a commit; undefined where there is no licence file. */
  licence(repository: string, commit: string): Promise<PublicLicence | undefined>;
  /** Notes of at most 100 releases, newest first; none where the repository is gone. */
  releases(repository: string): Promise<readonly PublicRelease[]>;
  /** The text of a file; undefined where it is gone, no text, or larger than `mostFileBytes`. */
  text(repository: string, blob: string): Promise<string | undefined>;
}

export interface RepositoryHits {
  /** How many GitHub counted; only some are here. */
  readonly total: number;
  /** GitHub ran out of time: there may be more and better ones. */
  readonly incomplete: boolean;
  readonly items: readonly PublicRepository[];
}

export interface PublicRepository {
  /** `owner/name`. */
  readonly fullName: string;
  readonly description: string;
  readonly topics: readonly string[];
  /** The language with most bytes, as GitHub names it. */
  readonly language: string | undefined;
  readonly stars: number;
  /** ISO 8601. */
  readonly pushedAt: string;
  readonly archived: boolean;
  /** SPDX; undefined where GitHub found no licence file, `NOASSERTION` where it did not recognise the text. */
  readonly licence: string | undefined;
  readonly defaultBranch: string;
}

export interface FileHits {
  readonly total: number;
  readonly incomplete: boolean;
  readonly items: readonly { readonly repository: string; readonly path: string; readonly blob: string }[];
}

export interface PublicReadme {
  readonly path: string;
  readonly blob: string;
  readonly text: string;
}

export interface PublicTree {
  /** Plain files only. */
  readonly files: readonly PublicFile[];
  /** GitHub lists 100,000 entries at most. */
  readonly cut: boolean;
}

export interface PublicFile {
  readonly path: string;
  readonly blob: string;
  /** Undefined where GitHub does not say. */
  readonly bytes: number | undefined;
}

export interface PublicLicence {
  readonly spdx: string;
  readonly path: string;
}

export interface PublicRelease {
  readonly tag: string;
  /** Markdown. */
  readonly notes: string;
}

/** No example worth reading is larger. */
export const mostFileBytes = 512 * 1024;
