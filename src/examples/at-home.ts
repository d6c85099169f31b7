import { type Dependency, shortName, withoutMajor } from "../dependencies/dependency.ts";
import type { ApiUse } from "../dependencies/uses.ts";
import type {
  PublicCode,
  PublicRelease,
  PublicRepository,
  PublicTree,
} from "../github/public-code/public-code.ts";
import { licenceUse } from "../references/licence.ts";
import { changesBetween, entriesThatMatter } from "./changelog.ts";
import type { Changes, PublicPlace } from "./entry.ts";
import type { Found, LookUpParts } from "./parts.ts";
import { readExamples } from "./read-examples.ts";

export interface HomeQuestion {
  readonly dependency: Dependency;
  readonly before: string | undefined;
  readonly version: string | undefined;
  readonly apis: readonly ApiUse[];
}

export interface HomeFound extends Found {
  /** `owner/name`; undefined where nobody tells it or it is not on GitHub. */
  readonly fullName: string | undefined;
  readonly changes: Changes | undefined;
}

const most = { files: 12, examples: 3, changes: 8 };

/** A dependency's own repository, at the tag of the version in use where there is one. */
export async function atHome(
  question: HomeQuestion,
  parts: LookUpParts,
  signal: AbortSignal,
): Promise<HomeFound> {
  const { dependency, before, version, apis } = question;
  const { code, licences } = parts;
  const address = await parts.home(dependency, signal);
  const fullName = address === undefined ? undefined : onGitHub(address);
  const nothing = (tried: string): HomeFound => ({
    fullName,
    changes: undefined,
    examples: [],
    tried: [tried],
  });
  if (address === undefined)
    return nothing("Its own repository was not found, neither by a registry nor by its name.");
  if (fullName === undefined) return nothing(`Its source is not on GitHub: ${address}`);
  const repository = await code.repository(fullName);
  if (repository === undefined)
    return nothing(`The repository ${fullName}, where its source should be, is not there, or closed to us.`);
  const { commit, tagged } = await commitOf(repository, dependency, version, code);
  const tree = commit === undefined ? undefined : await code.tree(fullName, commit);
  if (commit === undefined || tree === undefined) return nothing(`The repository ${fullName} is empty.`);
  const place = { fullName, commit };
  const untagged =
    tagged || version === undefined
      ? []
      : [`${fullName} has no tag for ${version}; its newest commit was read.`];
  const licence = (await code.licence(fullName, commit))?.spdx;
  if (licenceUse(licence, licences) === "none" || licence === undefined)
    return nothing(`${fullName} has no licence that is known, so its code was not read.`);
  const changes =
    before === undefined
      ? undefined
      : await changesIn({ place, tree, before, version, apis, dependency }, code);
  const limits = { licences, files: most.files, examples: most.examples };
  const examples = await readExamples(
    { dependency, apis, place, tree, licence, own: true },
    code,
    limits,
    signal,
  );
  const silent =
    examples.length > 0 ? [] : [`${fullName} has no example or test that shows what is called here.`];
  return { fullName, changes, examples, tried: [...untagged, ...silent] };
}

/** `owner/name` out of the addresses that registries hold: `git+https://…`, `git@github.com:…`, with or without `.git`. */
export function onGitHub(address: string): string | undefined {
  const match =
    /(?:^|[/@.])github\.com[/:]([\w.-]{1,100})\/([\w.-]{1,100})/i.exec(address) ??
    /^github:([\w.-]{1,100})\/([\w.-]{1,100})$/.exec(address);
  return match ? `${match[1]}/${match[2]!.replace(/\.git$/, "")}` : undefined;
}

/** What a version says of its kind behind its numbers; many tags leave it away. */
const kindOfBuild = /\+[\w.-]+$|[.-](?:Final|RELEASE|GA|jre|android)$/;

/**
 * Tags as projects write them for a package at a version, the likeliest first: each is a request, so what stands before
 * the version is the package's name or the repository's, or the word that its ecosystem writes there.
 */
export function tagsOf(
  { ecosystem, name }: Pick<Dependency, "ecosystem" | "name">,
  version: string,
  repository: string,
): readonly string[] {
  const plain = version.replace(/^v(?=\d)/, "");
  const [last, project] = [shortName(name), repository.split("/").at(-1)!];
  // A Go module in a folder of its repository has the folder in its tags.
  const folder = /^github\.com\/[^/]+\/[^/]+\/(.+)$/.exec(withoutMajor(name))?.[1];
  const ofThis = (one: string): readonly string[] => [
    ...(folder === undefined ? [] : [`${folder}/v${one}`]),
    ...[`v${one}`, one],
    // Go knows no other tags.
    ...(ecosystem === "go" ? [] : [`${name}@${one}`, `${last}-${one}`, `${last}-v${one}`, `release-${one}`]),
    ...(ecosystem === "maven" ? [`${project}-${one}`, `rel/${project}-${one}`, `rel/${one}`, `r${one}`] : []),
  ];
  const short = plain.replace(kindOfBuild, "");
  return [...new Set([...ofThis(plain), ...(short === plain ? [] : ofThis(short))])];
}

/** A tag that is not there costs a request. */
async function commitOf(
  { fullName, defaultBranch }: PublicRepository,
  dependency: Dependency,
  version: string | undefined,
  code: PublicCode,
): Promise<{ readonly commit: string | undefined; readonly tagged: boolean }> {
  for (const tag of version === undefined ? [] : tagsOf(dependency, version, fullName)) {
    const commit = await code.commit(fullName, tag);
    if (commit !== undefined) return { commit, tagged: true };
  }
  return { commit: await code.head(fullName, defaultBranch), tagged: false };
}

const changeLog =
  /^(?:change-?log|changes|history|news|releases?|release-?notes|upgrad(?:e|ing)|migrat(?:e|ing|ion))(?:[-_][\w-]*)?(?:\.(?:md|markdown|rst|txt|mdx|adoc))?$/i;

/** Change logs of a tree, the likeliest first: near the top, or in the package's own folder of a monorepo. */
export function changeLogsIn(paths: readonly string[], name: string): readonly string[] {
  const last = shortName(name).toLowerCase();
  const inFolder = (path: string): boolean => path.toLowerCase().split("/").slice(0, -1).includes(last);
  const rank = (path: string): number =>
    path.split("/").length - (inFolder(path) ? 3 : 0) + (/upgrad|migrat/i.test(path) ? 0.5 : 0);
  return paths
    .filter((path) => changeLog.test(path.split("/").at(-1)!) && path.split("/").length <= 4)
    .sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1));
}

interface ChangesQuestion {
  readonly place: PublicPlace;
  readonly tree: PublicTree;
  readonly before: string;
  readonly version: string | undefined;
  readonly apis: readonly ApiUse[];
  readonly dependency: Dependency;
}

/** The first of the likeliest change logs that speaks of the versions between, else the notes of releases. */
async function changesIn(
  { place, tree, before, version, apis, dependency }: ChangesQuestion,
  code: PublicCode,
): Promise<Changes | undefined> {
  const blobs = new Map(tree.files.map(({ path, blob }) => [path, blob]));
  for (const path of changeLogsIn([...blobs.keys()], dependency.name).slice(0, 2)) {
    const text = await code.text(place.fullName, blobs.get(path)!);
    const names = apis.map(({ api }) => api);
    const entries = text === undefined ? [] : changesBetween(text, before, version, names);
    if (entries.length > 0)
      return {
        repository: place,
        path,
        entries: entriesThatMatter(entries, most.changes),
        count: entries.length,
      };
  }
  // Many projects write their changes nowhere else.
  const log = logOfReleases(await code.releases(place.fullName), dependency.name, place.fullName);
  const entries = changesBetween(
    log,
    before,
    version,
    apis.map(({ api }) => api),
  );
  if (entries.length === 0) return undefined;
  return { repository: place, entries: entriesThatMatter(entries, most.changes), count: entries.length };
}

/** Notes of releases as one change log; of a repository that releases several packages those of this one. */
function logOfReleases(releases: readonly PublicRelease[], name: string, repository: string): string {
  const own = ["", name, shortName(name), repository.split("/").at(-1)!];
  return releases
    .flatMap(({ tag, notes }) => {
      const bare = tag.replace(/^rel(?:eases?)?[/-]/, "");
      const [, of = "", version] = /^(?:(.+?)[@/-])?[rv]?(\d+(?:\.\w+)+\S*)$/.exec(bare) ?? [];
      return version === undefined || !own.includes(of) ? [] : [`## ${version}\n\n${notes}`];
    })
    .join("\n\n");
}
