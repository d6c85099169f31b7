import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { baseName } from "../source/paths.ts";
import type { Finding } from "./finding.ts";

export interface ManifestOptions {
  /** True where the configuration allows changes of manifests and lock files. */
  readonly allowManifests?: boolean;
}

/** Files that name what is installed (security.md E04), compared without case. */
const manifests: readonly RegExp[] = [
  /^(?:package|npm-shrinkwrap|package-lock|composer|deno|jsr|bower|lerna|vcpkg|conanfile)\.jsonc?$/,
  /^(?:yarn|bun|composer|poetry|uv|pdm|cargo|gemfile|mix|pubspec|podfile|deno|flake|pipfile)\.lock$/,
  /^(?:pnpm-lock|pnpm-workspace|pubspec|environment|conda)\.ya?ml$/,
  /^(?:bun\.lockb|bunfig\.toml|pyproject\.toml|cargo\.toml|pipfile|gemfile|podfile|mix\.exs|flake\.nix)$/,
  /^(?:setup\.(?:py|cfg)|(?:[\w.-]*requirements|constraints)[\w.-]*\.(?:txt|in))$/,
  /^(?:go\.(?:mod|sum|work|work\.sum)|package\.(?:swift|resolved)|pom\.xml|ivy\.xml|build\.sbt|project\.clj)$/,
  /^(?:(?:build|settings)\.gradle(?:\.kts)?|gradle(?:-wrapper)?\.properties|libs\.versions\.toml|gradle\.lockfile)$/,
  /^(?:import_?map\.json|pylock(?:\.[\w-]+)?\.toml|conda-lock\.ya?ml|gems\.(?:rb|locked)|plugins\.sbt|deps\.edn|rebar\.(?:config|lock)|cartfile(?:\.resolved)?)$/,
  /^(?:paket\.(?:dependencies|lock|references)|global\.json|conanfile\.(?:txt|py)|stack\.yaml(?:\.lock)?|cabal\.project|renv\.lock|elm\.json|shard\.(?:yml|lock)|mise\.toml|\.tool-versions)$|\.(?:cabal|opam|nimble|nuspec)$/,
  /^(?:(?:uv|poetry|pdm|pixi|(?:julia)?project|(?:julia)?manifest|move)\.toml|build\.zig\.zon|dub\.(?:json|sdl)|cpanfile|description|package\.yaml|cabal\.project\.local|(?:bb|shadow-cljs)\.edn|profiles\.clj|build\.(?:sc|mill)|mintfile)$/,
  /^(?:packages(?:\.lock)?\.(?:config|json)|directory\.(?:packages|build)\.(?:props|targets)|nuget\.config)$|\.(?:csproj|fsproj|vbproj|gemspec|podspec)$/,
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
  { allowManifests = false }: ManifestOptions,
): { readonly complaints: readonly Complaint[]; readonly findings: readonly Finding[] } {
  const hits = changes.map(({ path }) => path).filter(isManifest);
  if (allowManifests)
    return {
      complaints: [],
      findings: hits.map((path) => ({
        kind: "manifest/changed",
        path,
        message: "This file decides what is installed. Check every name and version in it.",
      })),
    };
  return {
    findings: [],
    complaints: hits.map((path) => ({
      kind: "manifest/changed",
      path,
      message: `\`${path}\` names what is installed and may not be changed here. Use what is installed already, or say in words which dependency a person should add.`,
    })),
  };
}
