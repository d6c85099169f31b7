import type { Complaint } from "../errors.ts";
import { type FileChange, textBefore } from "../source/file.ts";
import { baseName } from "../source/paths.ts";
import type { Finding } from "./finding.ts";
import { faultOfManifest, faultOfScript, namesOtherPackages } from "./package-entries.ts";

export interface ManifestOptions {
  /** True where a person stands behind all of the change: manifests and lock files may change as they like. */
  readonly allowManifests?: boolean;
  /** True where the repository lets packages be added, and the host lets registries be asked for them. */
  readonly allowPackages?: boolean;
}

/** Files that name what is installed (security.md E04), compared without case. */
const manifests: readonly RegExp[] = [
  /^(?:package|npm-shrinkwrap|package-lock|composer|deno|jsr|bower|lerna|vcpkg(?:-configuration)?|conanfile)\.json[c5]?$/,
  /^(?:yarn|bun|composer|poetry|uv|pdm|cargo|gemfile|mix|pubspec|podfile|deno|flake|pipfile)\.lock$/,
  /^(?:pnpm-lock|pnpm-workspace|pubspec|environment|conda|requirements)\.ya?ml$/,
  /^(?:bun\.lockb|bunfig\.toml|pyproject\.toml|cargo\.toml|pipfile|gemfile|podfile|mix\.exs|flake\.nix)$/,
  /^(?:setup\.(?:py|cfg)|(?:[\w.-]*requirements|constraints)[\w.-]*\.(?:txt|in))$/,
  /^(?:go\.(?:mod|sum|work|work\.sum)|package(?:@swift-[\d.]+)?\.swift|package\.resolved|pom\.xml|ivy\.xml|build\.sbt|project\.clj)$/,
  /^(?:(?:build|settings)\.gradle(?:\.kts)?|gradle(?:-wrapper)?\.properties|[\w.-]+\.versions\.toml|(?:[a-z]+-)?gradle\.lockfile|verification-metadata\.xml)$/,
  /^(?:import_?map\.json|pylock(?:\.[\w-]+)?\.toml|conda-lock\.ya?ml|gems\.(?:rb|locked)|plugins\.sbt|deps\.edn|rebar\.(?:config|lock)|cartfile(?:\.resolved)?)$/,
  /^(?:paket\.(?:dependencies|lock|references)|global\.json|conanfile\.(?:txt|py)|stack\.yaml(?:\.lock)?|cabal\.project|renv\.lock|elm\.json|shard\.(?:yml|lock)|mise\.toml|\.tool-versions)$|\.(?:cabal|opam|nimble|nuspec)$/,
  /^(?:(?:uv|poetry|pdm|pixi|(?:julia)?project|(?:julia)?manifest|move)\.toml|build\.zig\.zon|dub\.(?:json|sdl)|cpanfile|description|package\.yaml|cabal\.project\.local|(?:bb|shadow-cljs)\.edn|profiles\.clj|build\.(?:sc|mill)|mintfile)$/,
  /^(?:packages(?:\.lock)?\.(?:config|json)|directory\.(?:packages|build)\.(?:props|targets)|nuget\.config)$|\.(?:csproj|fsproj|vbproj|gemspec|podspec|gemfile|gemfile\.lock|rockspec|wrap)$/,
];

function isManifest(path: string): boolean {
  const lower = path.toLowerCase();
  const name = baseName(lower);
  return (
    /(?:^|\/)requirements\/[^/]+\.(?:txt|in)$/.test(lower) || manifests.some((pattern) => pattern.test(name))
  );
}

export function checkManifests(
  changes: readonly FileChange[],
  { allowManifests = false, allowPackages = false }: ManifestOptions,
): { readonly complaints: readonly Complaint[]; readonly findings: readonly Finding[] } {
  const hits = changes
    .map((change) => ({ ...change, before: textBefore(change, changes) }))
    .filter((change) => isManifest(change.path) || namesOtherPackages(change))
    .map((change) => ({ path: change.path, refused: refusal(change, allowManifests, allowPackages) }));
  return {
    complaints: hits.flatMap(({ path, refused }) =>
      refused === undefined ? [] : [{ ...kind, path, message: refused }],
    ),
    findings: hits.flatMap(({ path, refused }) =>
      refused === undefined
        ? [{ ...kind, path, message: allowManifests ? decides : `${decides} ${noLock}` }]
        : [],
    ),
  };
}

const kind = { kind: "manifest/changed" } as const;
const decides = "This file decides what is installed. Check every name and version in it.";
const noLock = "Nothing was installed: a lock file is for a person to bring up to date.";
const lock = /lock|shrinkwrap|\.sum$|\.resolved$|^verification-metadata\.xml$/i;

/** Why a manifest may not change in this way; undefined where it may. */
function refusal(change: FileChange, allowManifests: boolean, allowPackages: boolean): string | undefined {
  if (allowManifests) return undefined;
  const { path } = change;
  const inWords = "say in words which dependency a person should add";
  const isScript = !isManifest(path);
  const names = isScript
    ? "names packages in its block `# /// script`, which"
    : "names what is installed and";
  if (!allowPackages)
    return `\`${path}\` ${names} may not be changed here. Use what is installed already, or ${inWords}.`;
  if (lock.test(baseName(path)))
    return `\`${path}\` is written by the package manager: leave it out, a person brings it up to date.`;
  const fault = isScript ? faultOfScript(change) : faultOfManifest(change);
  return (
    fault &&
    `\`${path}\` may change in its packages alone, each with a version of its registry: ${fault}. Leave the rest, or ${inWords}.`
  );
}
