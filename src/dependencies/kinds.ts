import type { Ecosystem } from "../web/registries/registry.ts";
import type { Declaration, Locked } from "./dependency.ts";
import {
  readBunLock,
  readDenoLock,
  readPackageLock,
  readPnpmLock,
  readYarnLock,
} from "./locks/javascript.ts";
import {
  readCargoLock,
  readCompiledRequirements,
  readComposerLock,
  readComposerNamespaces,
  readConanLock,
  readConstraints,
  readGemfileLock,
  readGradleLock,
  readNugetLock,
  readPipfileLock,
  readPixiLock,
  readPythonLock,
} from "./locks/others.ts";
import { readBazel, readBazelMaven } from "./manifests/bazel.ts";
import { readCargoToml } from "./manifests/cargo.ts";
import { cmakeWords, readCmake } from "./manifests/cmake.ts";
import { readConanPython, readConanText } from "./manifests/conan.ts";
import { readCondaEnvironment, readPixi } from "./manifests/conda.ts";
import { readDeno } from "./manifests/deno.ts";
import { dotnetWords, readDotnet } from "./manifests/dotnet.ts";
import { readGitModules } from "./manifests/git-modules.ts";
import { readGoMod } from "./manifests/go.ts";
import { catalogWords, gradleWords, readGradle, readGradleCatalog } from "./manifests/gradle.ts";
import { mavenWords, readPom } from "./manifests/maven.ts";
import { readMeson, readWrap } from "./manifests/meson.ts";
import { readPackageJson, readPnpmWorkspace } from "./manifests/npm.ts";
import { readPaket, readPaketLock } from "./manifests/paket.ts";
import { readComposerJson } from "./manifests/php.ts";
import { readPipfile, readPyproject, readRequirements } from "./manifests/python.ts";
import { readGemfile, readGemspec } from "./manifests/ruby.ts";
import { readSetupCfg, readSetupPy } from "./manifests/setuptools.ts";
import { readVcpkg } from "./manifests/vcpkg.ts";
import type { Words } from "./words.ts";

/** A kind of file that says what a project needs, or which versions it has. */
export interface Kind<Value> {
  readonly file: RegExp;
  readonly ecosystem: Ecosystem;
  readonly read: (text: string, path: string, words: Words) => Value;
  /** What other files of the ecosystem may take from it by name. */
  readonly words?: (text: string) => Words;
  /** Of a lock file: what the imports of its packages begin with, by name in the spelling of `nameKey`. */
  readonly namespaces?: (text: string) => ReadonlyMap<string, readonly string[]>;
}

/** Constraints narrow what something else needs. */
const requirementsFile = /requirements(?:[\w.-]*|\/(?!constraints)[\w.-]+)\.(?:txt|in)$/i;
const condaFile = /^(?:conda[\w-]*|environment[\w.-]*)\.ya?ml$/;
const bazelFile = /^(?:MODULE\.bazel|WORKSPACE(?:\.bazel|\.bzlmod)?)$/;
const denoFile = /^(?:deno\.jsonc?|import_?map\.json)$/;

export const manifests: readonly Kind<readonly Declaration[]>[] = [
  { file: /^package\.json$/, ecosystem: "npm", read: readPackageJson },
  { file: /^pnpm-workspace\.yaml$/, ecosystem: "npm", read: readPnpmWorkspace },
  { file: denoFile, ecosystem: "npm", read: readDeno("npm") },
  { file: denoFile, ecosystem: "jsr", read: readDeno("jsr") },
  { file: /^pyproject\.toml$/, ecosystem: "pypi", read: readPyproject },
  { file: /^setup\.cfg$/, ecosystem: "pypi", read: readSetupCfg },
  { file: /^setup\.py$/, ecosystem: "pypi", read: readSetupPy },
  { file: /^Pipfile$/, ecosystem: "pypi", read: readPipfile },
  { file: requirementsFile, ecosystem: "pypi", read: readRequirements },
  { file: condaFile, ecosystem: "pypi", read: readCondaEnvironment },
  { file: /^pixi\.toml$/, ecosystem: "pypi", read: readPixi },
  { file: /^go\.mod$/, ecosystem: "go", read: readGoMod },
  { file: /^Cargo\.toml$/, ecosystem: "crates", read: readCargoToml },
  { file: /^pom\.xml$/, ecosystem: "maven", read: readPom, words: mavenWords },
  { file: /\.gradle(?:\.kts)?$/, ecosystem: "maven", read: readGradle, words: gradleWords },
  { file: /\.versions\.toml$/, ecosystem: "maven", read: readGradleCatalog, words: catalogWords },
  { file: /^gradle\.properties$/, ecosystem: "maven", read: () => [], words: gradleWords },
  { file: /^(?:Gemfile|gems\.rb)$/, ecosystem: "rubygems", read: readGemfile },
  { file: /\.gemspec$/, ecosystem: "rubygems", read: readGemspec },
  { file: /^composer\.json$/, ecosystem: "packagist", read: readComposerJson },
  { file: /^conanfile\.txt$/, ecosystem: "cpp", read: readConanText },
  { file: /^conanfile\.py$/, ecosystem: "cpp", read: readConanPython },
  { file: /^vcpkg\.json$/, ecosystem: "cpp", read: readVcpkg },
  { file: /^CMakeLists\.txt$|\.cmake$/, ecosystem: "cpp", read: readCmake, words: cmakeWords },
  { file: /^meson\.build$/, ecosystem: "cpp", read: readMeson },
  { file: /\.wrap$/, ecosystem: "cpp", read: readWrap },
  { file: bazelFile, ecosystem: "cpp", read: readBazel },
  { file: bazelFile, ecosystem: "maven", read: readBazelMaven },
  { file: /^\.gitmodules$/, ecosystem: "cpp", read: readGitModules },
  { file: /^paket\.dependencies$/, ecosystem: "nuget", read: readPaket },
  {
    file: /\.(?:cs|fs|vb)proj$|^Directory\.(?:Packages|Build)\.(?:props|targets)$|^packages\.config$/,
    ecosystem: "nuget",
    read: readDotnet,
    words: dotnetWords,
  },
];

export const locks: readonly Kind<Locked>[] = [
  { file: /^(?:package-lock|npm-shrinkwrap)\.json$/, ecosystem: "npm", read: readPackageLock },
  { file: /^yarn\.lock$/, ecosystem: "npm", read: readYarnLock },
  { file: /^pnpm-lock\.yaml$/, ecosystem: "npm", read: readPnpmLock },
  { file: /^bun\.lock$/, ecosystem: "npm", read: readBunLock },
  { file: /^deno\.lock$/, ecosystem: "npm", read: readDenoLock("npm") },
  { file: /^deno\.lock$/, ecosystem: "jsr", read: readDenoLock("jsr") },
  { file: requirementsFile, ecosystem: "pypi", read: readCompiledRequirements },
  { file: /^(?:[\w.-]*[-_])?constraints[\w.-]*\.txt$/, ecosystem: "pypi", read: readConstraints },
  { file: /^pixi\.lock$/, ecosystem: "pypi", read: readPixiLock },
  { file: /^(?:poetry|uv|pdm)\.lock$/, ecosystem: "pypi", read: readPythonLock },
  { file: /^Pipfile\.lock$/, ecosystem: "pypi", read: readPipfileLock },
  { file: /^Cargo\.lock$/, ecosystem: "crates", read: readCargoLock },
  { file: /^(?:Gemfile|gems)\.(?:lock|locked)$/, ecosystem: "rubygems", read: readGemfileLock },
  { file: /^gradle\.lockfile$/, ecosystem: "maven", read: readGradleLock },
  {
    file: /^composer\.lock$/,
    ecosystem: "packagist",
    read: readComposerLock,
    namespaces: readComposerNamespaces,
  },
  { file: /^conan\.lock$/, ecosystem: "cpp", read: readConanLock },
  { file: /^packages\.lock\.json$/, ecosystem: "nuget", read: readNugetLock },
  { file: /^paket\.lock$/, ecosystem: "nuget", read: readPaketLock },
];

/** Larger ones are not read: no manifest is, and of a lock file's versions the manifest often tells enough. */
export const largest = { manifest: 1_000_000, lock: 30_000_000 };
