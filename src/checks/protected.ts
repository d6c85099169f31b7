import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { coversPath } from "../source/glob.ts";
import type { Finding } from "./finding.ts";

export interface ProtectedOptions {
  /** More protected paths, as globs; they add to the list below, which cannot be shortened. */
  readonly protectedPaths?: readonly string[];
  /** `request-review` lets such a change pass as a finding; every other value, also a misspelt one, blocks it. */
  readonly protectedPolicy?: string;
}

/**
 * Files that decide what runs, who reviews, or what an agent is told (security.md E03). Compared without case,
 * as file systems and GitHub do in places. Top-level dot folders are all of this kind, but for what a change tells its users.
 */
const protectedNames: readonly RegExp[] = [
  /^\.(?!changeset\/(?!readme\.)[^/]+\.md$)[^/]+\//,
  /(?:^|\/)action\.ya?ml$/,
  /(?:^|\/)codeowners$/,
  /(?:^|\/)\.?(?:dependabot|renovate)(?:rc)?(?:\.(?:ya?ml|json5?))?$/,
  /(?:^|\/)\.(?:github|gitlab|husky|githooks|vscode|devcontainer|idea|circleci|claude|cursor|continue|windsurf|gemini|kiro|junie|roo|codex|opencode|agents|amazonq|augment|trae|clinerules|qwen|goose|zed|fleet|vs|cargo|mvn|yarn|config|buildkite|semaphore|tekton|bundle|kilocode|openhands|factory|helix|theia|nova)\//,
  /(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig|npmrc|yarnrc(?:\.yml)?|pnpmfile\.[cm]js|envrc|netrc|pypirc|bazelrc|bazeliskrc|bazelversion|buckconfig|lfsconfig|replit|rvmrc|pnp\.c?js|pnp\.loader\.mjs)$/,
  /(?:^|\/)\.env(?:\.[^/]+)?$/,
  /(?:^|\/)\.(?:pre-commit-config|pre-commit-hooks|gitlab-ci|travis|drone|woodpecker|gitpod)\.ya?ml$/,
  /(?:^|\/)\.?(?:devcontainer|mcp)\.json$|\.code-workspace$/,
  /(?:^|\/)(?:\.?lefthook(?:-local)?\.(?:ya?ml|toml|json)|\.(?:lintstaged|husky)rc(?:\.[^/]+)?|\.?simple-git-hooks\.(?:c?js|json)|\.overcommit\.yml|captainhook\.json|prek\.toml|hk\.pkl|grumphp\.ya?ml(?:\.dist)?|lint-staged\.config\.\w+|pip\.(?:conf|ini))$/,
  // Hooks of git by their names: those that a repository keeps for its people run at a checkout already.
  /(?:^|\/)(?:(?:pre|post)-(?:applypatch|commit|merge|merge-commit|rebase|checkout|rewrite|push)|(?:prepare-)?commit-msg|applypatch-msg)$/,
  /(?:^|\/)(?:\.?appveyor|azure-pipelines[\w.-]*|bitbucket-pipelines|cloudbuild|buildspec|\.?buildkite|\.?zuul|\.cirrus|\.?readthedocs|bitrise|codemagic|wercker)\.ya?ml$|(?:^|\/)(?:azure-pipelines\/.*\.ya?ml|\.cirrus\.star)$/,
  /(?:^|\/)(?:\.(?:build|ci|vela|semaphore|scrutinizer)\.ya?ml|(?:screwdriver|shippable|codeship-\w+)\.ya?ml|bamboo-specs\/.*|ci_scripts\/ci_\w+\.sh|\.?devfile\.ya?ml)$/,
  // Who reviews, and what is merged without anybody.
  /(?:^|\/)(?:owners(?:_aliases)?|\.(?:mergify|prow|pullapprove|bulldozer|policy|coderabbit|sourcery)\.ya?ml|\.?(?:kodiak|bors|pr_agent)\.toml|(?:greptile|ellipsis)\.(?:json|ya?ml))$/,
  // What preview and deployment run on a branch, with secrets of their own.
  /(?:^|\/)(?:netlify\.toml|vercel\.(?:json|[cm]?[jt]s)|render\.ya?ml|fly\.toml|railway\.(?:toml|json)|nixpacks\.toml|amplify\.ya?ml|heroku\.ya?ml|skaffold\.ya?ml|procfile(?:\.\w+)?|wrangler\.(?:toml|jsonc?)|now\.json|(?:appspec|apprunner|atlantis|okteto|\.platform\.app)\.ya?ml|\.buildpacks)$/,
  // npm runs a compiler where it lies, without a script in the manifest.
  /(?:^|\/)binding\.gyp$/,
  /(?:^|\/)jenkinsfile(?:\.[^/]+|-[^/.]+)?$/,
  /(?:^|\/)(?:dockerfile|containerfile)(?:\.[^/]+|-[^/.]+)?$|\.(?:dockerfile|containerfile)$/,
  /(?:^|\/)(?:docker-)?compose(?:[.-][^/]+)?\.ya?ml$|(?:^|\/)docker-bake(?:\.[^/]+)?\.(?:hcl|json)$/,
  /(?:^|\/)(?:agents|agent|claude|codex|gemini|copilot-instructions|skill|qwen|warp|replit|crush|conventions)(?:\.(?:local|override))?\.md$/,
  /(?:^|\/)\.?(?:opencode|crush)\.jsonc?$/,
  /(?:^|\/)\.(?:[\w-]*rules(?:-[^/]*)?|aider[^/]*|goosehints|roomodes|kilocodemodes|openhands_instructions|augment-guidelines)$/,
];

/** Files without a dot in front that builds, tests and editors run without being asked. People change them for good reasons. */
const runByItself: readonly RegExp[] = [
  /(?:^|\/)(?:(?:gnu)?makefile|cmakelists\.txt|meson\.build|sconstruct|sconscript|wscript|(?:build|workspace)(?:\.bazel)?|module\.bazel|(?:tilt|earth|guard|fast|brew|app|match|plugin|cap|thor|berks|puppet|steep)file|dangerfile(?:\.[jt]s)?|(?:gulp|grunt)file(?:\.\w+)?\.[cm]?[jt]s|(?:directory\.build|msbuild)\.rsp|init\.gradle(?:\.kts)?|phpunit(?:\.dist)?\.xml|phpunit\.xml\.dist|justfile|mise(?:\.[\w-]+)?\.toml|taskfile(?:\.dist)?\.ya?ml|rakefile|tox\.(?:ini|toml)|hatch\.toml|makefile\.toml|noxfile\.py|(?:conftest|hatch_build)\.py|(?:site|user)customize\.py|build\.rs|gradlew(?:\.bat)?|mvnw(?:\.cmd)?|rust-toolchain(?:\.toml)?|vagrantfile|[\w.-]+\.config\.[cm]?[jt]s|(?:babel|jest)\.config\.json)$/,
  /(?:^|\/)(?:makefile\.(?:am|in|pl)|configure(?:\.ac|\.in)?|build\.(?:pl|zig|cake|xml)|buck|jam(?:root|file)|(?:premake\d|xmake)\.lua|setup\.hs|dune|magefile\.go|config\.nims|nim\.cfg|deps\/build\.jl|renv\/activate\.r|snakefile|fabfile\.py|(?:nx|turbo|nodemon|firebase|devbox|project|angular|app|rush|dagger)\.json|terragrunt\.hcl|tools\/bazel(?:\.[^/]+)?|moon\.yml|serverless\.ya?ml|(?:shell|default|devenv)\.nix|melos\.yaml|ansible\.cfg|docker-entrypoint\.sh)$/,
  /\.(?:mk|cmake|gradle|gradle\.kts|bzl|targets|props|\w{0,20}proj|xcscheme|rake|sublime-project|pth)$/,
  // What tools read as code or as the name of code, and interpreters in the folder where they are started.
  /(?:^|\/)(?:[\w.-]+\.conf\.[cm]?[jt]s|pylintrc|(?:pytest|mypy)\.ini|rebar\.config\.script|phpstan(?:\.dist)?\.neon|phpstan\.neon\.dist|psalm\.xml(?:\.dist)?|rector\.php|buf\.gen\.ya?ml|sqlc\.ya?ml|analysis_options\.yaml|ipython_config\.py|jupyter\w*_config\.py|web\.config)$/,
  // Gradle builds and runs all of these before it builds anything else.
  /(?:^|\/)(?:buildsrc|build-logic)\//,
];

/** Names with a dot in front that nothing runs: notes on changes, lists of paths, versions of languages, marks. All others are settings. */
const passive =
  /^\.(?:changeset|[\w-]*ignore|[a-z]+-version|nvmrc|editorconfig|mailmap|nojekyll|git-blame-ignore-revs|(?:git)?keep|well-known)$/;

const runsByItself = (path: string): boolean =>
  runByItself.some((pattern) => pattern.test(path)) ||
  path.split("/").some((part) => part.startsWith(".") && !passive.test(part));

export function checkProtected(
  changes: readonly FileChange[],
  options: ProtectedOptions,
): { readonly complaints: readonly Complaint[]; readonly findings: readonly Finding[] } {
  const globs = options.protectedPaths ?? [];
  const paths = changes.map(({ path }) => path);
  const hits = paths.filter((path) => isProtected(path) || globs.some((glob) => coversPath(glob, path)));
  const runs = paths
    .filter((path) => !hits.includes(path) && runsByItself(path.toLowerCase()))
    .map((path) => ({
      kind: "path/runs",
      path,
      message:
        "Builds, tests or editors run or obey this file without being asked. Review it before anything is run.",
    }));
  if (options.protectedPolicy === "request-review")
    return {
      complaints: [],
      findings: [
        ...hits.map((path) => ({
          kind: "path/protected",
          path,
          message:
            "This file decides what runs, who reviews or what an agent is told. Review it line by line.",
        })),
        ...runs,
      ],
    };
  return {
    findings: runs,
    complaints: hits.map((path) => ({
      kind: "path/protected",
      path,
      message: `\`${path}\` is protected: it decides what runs, who reviews or what an agent is told. Leave it out and say in words which change a person should make.`,
    })),
  };
}

function isProtected(path: string): boolean {
  const folded = path.normalize("NFKC").toLowerCase();
  return protectedNames.some((pattern) => pattern.test(folded));
}
