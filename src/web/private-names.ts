import { z } from "zod";
import { splitByteOrderMark } from "../source/lines.ts";
import type { PackageName } from "./package-names.ts";
import type { Ecosystem } from "./registries/registry.ts";

/** A kind of file in which a project says where its packages come from; a group of `address` is a URL. */
interface SourceList {
  readonly file: RegExp;
  readonly ecosystem: Ecosystem;
  readonly address: RegExp;
}

const lists: readonly SourceList[] = [
  { file: /(?:^|\/)\.npmrc$/, ecosystem: "npm", address: /^[ \t]*registry[ \t]*=[ \t]*["']?([^\s"']+)/gm },
  {
    file: /(?:^|\/)\.yarnrc\.yml$/,
    ecosystem: "npm",
    address: /^npmRegistryServer:[ \t]*["']?([^\s"']+)/gm,
  },
  {
    file: /(?:^|\/)(?:(?:[\w.-]*requirements[\w.-]*|requirements\/[\w.-]+)\.(?:txt|in)|pip\.(?:conf|ini))$/i,
    ecosystem: "pypi",
    address: /^[ \t]*(?:-i|(?:--)?(?:extra-)?index-url)[ \t=]+(\S+)/gm,
  },
  {
    file: /(?:^|\/)(?:pyproject\.toml|Pipfile|uv\.toml)$/,
    ecosystem: "pypi",
    // A `url` counts in lists of sources only: many tools have one of their own.
    address:
      /^[ \t]*\[\[[\w. \t-]*(?:sources?|index)[ \t]*\]\].*\n(?:(?![ \t]*\[).*\n)*?[ \t]*url[ \t]*=[ \t]*["']([^"']+)|^[ \t]*index[ \t]*=[ \t]*\[[^\]]{0,500}?\burl[ \t]*=[ \t]*["']([^"']+)|^[ \t]*(?:(?:extra-)?index-url|default-index)[ \t]*=[ \t]*\[?\s*["']([^"']+)/gm,
  },
  {
    file: /(?:^|\/)(?:conda[\w-]*|environment[\w.-]*)\.ya?ml$/,
    ecosystem: "pypi",
    // Channels; archives that pip installs stand deeper.
    address:
      /^ {0,2}-[ \t]+["']?(https?:\/\/[^\s"']+)|^[ \t]*-[ \t]+["']?--(?:extra-)?index-url[ =]+([^\s"']+)/gm,
  },
  {
    file: /(?:^|\/)(?:pixi|pyproject)\.toml$/,
    ecosystem: "pypi",
    address:
      /^[ \t]*channels[ \t]*=[ \t]*\[[^\]]{0,500}?["'](https?:\/\/(?!(?:conda\.anaconda|prefix)\.)[^"']+)/gm,
  },
  {
    file: /(?:^|\/)\.cargo\/config(?:\.toml)?$/,
    ecosystem: "crates",
    address: /^[ \t]*(?:index|registry)[ \t]*=[ \t]*["']([^"']+)/gm,
  },
  {
    file: /(?:^|\/)(?:Gemfile|gems\.rb)$/,
    ecosystem: "rubygems",
    address: /^[ \t]*source[ \t(]+["']([^"']+)/gm,
  },
  {
    file: /(?:^|\/)nuget\.config$/i,
    ecosystem: "nuget",
    address: /<add\b[^>]{0,300}\bvalue="(https?:[^"]+)/gi,
  },
  {
    file: /(?:^|\/)paket\.dependencies$/,
    ecosystem: "nuget",
    address: /^[ \t]*source[ \t]+["']?(https?:[^\s"']+)/gm,
  },
  {
    file: /(?:^|\/)(?:MODULE\.bazel|WORKSPACE(?:\.bazel|\.bzlmod)?)$/,
    ecosystem: "maven",
    address: /(?<=\brepositories[ \t]*=[ \t]*\[[^\]]{0,1000})"(https?:[^"]+)"/g,
  },
  {
    file: /(?:^|\/)composer\.json$/,
    ecosystem: "packagist",
    address:
      /"type"[ \t]*:[ \t]*"(?:composer|vcs|git)"\s*,\s*"url"[ \t]*:[ \t]*"([^"]+)|"url"[ \t]*:[ \t]*"([^"]+)"\s*,\s*"type"[ \t]*:[ \t]*"(?:composer|vcs|git)"/g,
  },
  {
    file: /(?:^|\/)vcpkg(?:-configuration)?\.json$/,
    ecosystem: "cpp",
    address: /"default-registry"\s*:\s*\{[^}]{0,500}?"(?:repository|path)"\s*:\s*"([^"]+)"/g,
  },
  {
    file: /(?:^|\/)pom\.xml$/,
    ecosystem: "maven",
    address: /<repository>(?:(?!<\/repository>)[\s\S]){0,1000}?<url>\s*(https?:[^<\s]+)/g,
  },
  {
    file: /\.gradle(?:\.kts)?$/,
    ecosystem: "maven",
    address:
      /\bmaven\s*(?:\(|\{[^}]{0,500}?\burl\b|\{[^}]{0,500}?\bsetUrl\()[\s=(]*(?:url\s*=\s*)?(?:uri\s*\(\s*)?["'](https?:[^"']+)/g,
  },
];

const mavenSource =
  /^https?:\/\/(?:repo1?\.maven\.org|repo\.maven\.apache\.org|(?:[\w-]+\.)*sonatype\.(?:org|com)|maven\.google\.com|dl\.google\.com|plugins\.gradle\.org|(?:www\.)?jitpack\.io|repo\.spring\.io|repository\.apache\.org|packages\.confluent\.io|jcenter\.bintray\.com|repo\.clojars\.org|repository\.jboss\.org|repo\.jenkins-ci\.org|repo\.eclipse\.org|repo\.papermc\.io|maven\.fabricmc\.net|(?:maven\.pkg|packages)\.jetbrains\.(?:space\/public|team))(?:\/|$)/;
const publicSource =
  /^(?:sparse\+)?https?:\/\/(?:(?:[\w-]+\.)?(?:npmjs\.org|yarnpkg\.com|pypi\.org)|files\.pythonhosted\.org|download\.pytorch\.org|(?:conda|repo)\.anaconda\.(?:org|com)|(?:repo\.)?prefix\.dev|index\.crates\.io|github\.com\/rust-lang\/crates\.io-index|rubygems\.org|(?:(?:api|www)\.)?nuget\.org|repo\.packagist\.org|packagist\.org|github\.com\/microsoft\/vcpkg(?:\.git)?)(?:\/|$)/i;

/** Whether packages of this address are everybody's. */
export const isPublicSource = (address: string): boolean =>
  publicSource.test(address) || mavenSource.test(address);

/** Hosts that many projects share: there the owner tells whose a Go module is. */
const sharedHosts = /^(?:github\.com|gitlab\.com|bitbucket\.org|codeberg\.org)$/;

/** Whether a path is one of the files that `privatePackages` reads. */
export function saysSources(path: string): boolean {
  return (
    /(?:^|\/)(?:package(?:-lock)?\.json|composer\.lock|go\.mod|vcpkg(?:-configuration)?\.json)$/.test(path) ||
    lists.some(({ file }) => file.test(path))
  );
}

/**
 * Which packages a project has from elsewhere than the public registries, as far as its files tell: their names are its
 * own business and are never asked for outside (security.md S03). So are names of its own scope, owner or host, and a
 * whole ecosystem where a source of the project's own could be asked first: but for what a lock file has from a public one.
 */
export function privatePackages(
  files: Iterable<readonly [path: string, text: string]>,
): (name: PackageName) => boolean {
  const ecosystems = new Set<Ecosystem>();
  const prefixes = new Set<string>();
  const locked = new Map<string, "public" | "own">();
  for (const [path, written] of files) {
    const text = splitByteOrderMark(written).body;
    for (const { file, ecosystem, address } of lists)
      if (file.test(path))
        for (const [, ...said] of text.matchAll(address))
          if (!isPublicSource(said.find((one) => one !== undefined) ?? "")) ecosystems.add(ecosystem);
    for (const prefix of ownPrefixes(path, text)) prefixes.add(prefix);
    if (/(?:^|\/)composer\.lock$/.test(path))
      for (const [key, from] of sourcesOfComposer(text))
        if (locked.get(key) !== "public") locked.set(key, from);
  }
  return ({ ecosystem, name }) => {
    const key = `${ecosystem}:${name}`.toLowerCase();
    const from = locked.get(key) ?? (ecosystems.has(ecosystem) ? "own" : "public");
    return from === "own" || [...prefixes].some((prefix) => key.startsWith(prefix));
  };
}

/** Packagist is told of each installation of what comes from there, so `composer.lock` holds the address for that. */
function sourcesOfComposer(text: string): readonly (readonly [key: string, from: "public" | "own"])[] {
  const { data } = composerLock.safeParse(jsonOrNothing(text));
  return [...(data?.packages ?? []), ...(data?.["packages-dev"] ?? [])].map(
    ({ name, "notification-url": told = "" }) => [
      `packagist:${name.toLowerCase()}`,
      isPublicSource(told) ? "public" : "own",
    ],
  );
}

const composerPackages = z
  .array(z.object({ name: z.string(), "notification-url": z.string().optional().catch(undefined) }))
  .optional();
const composerLock = z.object({ packages: composerPackages, "packages-dev": composerPackages });

function jsonOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** `npm:@scope/` and `go:host/owner/` of what is the project's own. */
function ownPrefixes(path: string, text: string): readonly string[] {
  const scopes = (pattern: RegExp): readonly string[] =>
    [...text.matchAll(pattern)].flatMap(([, scope, source]) =>
      source !== undefined && isPublicSource(source) ? [] : `npm:${scope!.toLowerCase()}/`,
    );
  if (/(?:^|\/)\.npmrc$/.test(path))
    return scopes(/^[ \t]*(@[\w.-]+):registry[ \t]*=[ \t]*["']?([^\s"']+)/gm);
  if (/(?:^|\/)\.yarnrc\.yml$/.test(path))
    return scopes(/^[ \t]+["']?([\w.-]+)["']?:[ \t]*\n[ \t]+npmRegistryServer:[ \t]*["']?([^\s"']+)/gm).map(
      (one) => one.replace("npm:", "npm:@"),
    );
  if (/(?:^|\/)package\.json$/.test(path)) return scopes(/"name"[ \t]*:[ \t]*"(@[\w.-]+)\//g).slice(0, 1);
  if (/(?:^|\/)package-lock\.json$/.test(path))
    return scopes(/node_modules\/(@[\w.-]+)\/[\w.-]+": \{\s*"version": "[^"]*",\s*"resolved": "([^"]+)/g);
  if (/(?:^|\/)vcpkg(?:-configuration)?\.json$/.test(path))
    return [...text.matchAll(/"packages"\s*:\s*\[([^\]]{0,5000})\]/g)].flatMap(([, list]) =>
      [...list!.matchAll(/"([\w.-]*)\*?"/g)].map(([, name]) => `cpp:${name!.toLowerCase()}`),
    );
  if (!/(?:^|\/)go\.mod$/.test(path)) return [];
  const [host = "", owner] = (/^[ \t]*module[ \t]+"?([^\s"]+)/m.exec(text)?.[1] ?? "")
    .toLowerCase()
    .split("/");
  if (!host.includes(".")) return [];
  return [sharedHosts.test(host) && owner ? `go:${host}/${owner}/` : `go:${host}/`];
}
