import type { Complaint } from "../errors.ts";
import type { FileChange } from "../source/file.ts";
import { fitsGlob } from "../source/glob.ts";
import type { Finding } from "./finding.ts";

export interface ProtectedOptions {
  /** More protected paths, as globs; they add to the list below, which cannot be shortened. */
  readonly protectedPaths?: readonly string[];
  /** `request-review` lets such a change pass as a finding; every other value, also a misspelt one, blocks it. */
  readonly protectedPolicy?: string;
}

/**
 * Files that decide what runs, who reviews, or what an agent is told (security.md E03). Compared without case,
 * as file systems and GitHub do in places. Top-level dot folders are all of this kind.
 */
const protectedNames: readonly RegExp[] = [
  /^\.[^/]+\//,
  /(?:^|\/)action\.ya?ml$/,
  /(?:^|\/)codeowners$/,
  /(?:^|\/)\.?(?:dependabot|renovate)(?:rc)?(?:\.(?:ya?ml|json5?))?$/,
  /(?:^|\/)\.(?:husky|githooks|vscode|devcontainer|idea|circleci|claude|cursor)\//,
  /(?:^|\/)\.(?:gitattributes|gitmodules|gitconfig|npmrc|yarnrc(?:\.yml)?|pnpmfile\.cjs|envrc|netrc|pypirc|bazelrc)$/,
  /(?:^|\/)\.env(?:\.[^/]+)?$/,
  /(?:^|\/)\.(?:pre-commit-config|pre-commit-hooks|gitlab-ci|travis|drone|woodpecker|gitpod)\.ya?ml$/,
  /(?:^|\/)\.(?:devcontainer|mcp)\.json$/,
  /(?:^|\/)(?:lefthook|appveyor|azure-pipelines|bitbucket-pipelines|cloudbuild|buildspec)\.ya?ml$/,
  /(?:^|\/)jenkinsfile(?:\.[^/]+)?$/,
  /(?:^|\/)(?:dockerfile|containerfile)(?:\.[^/]+)?$|\.(?:dockerfile|containerfile)$/,
  /(?:^|\/)(?:docker-)?compose(?:\.[^/]+)?\.ya?ml$/,
  /(?:^|\/)(?:agents|agent|claude|gemini|copilot-instructions|skill)(?:\.local)?\.md$/,
  /(?:^|\/)\.(?:cursorrules|windsurfrules|clinerules|aider[^/]*|goosehints)$/,
];

export function checkProtected(
  changes: readonly FileChange[],
  options: ProtectedOptions,
): { readonly complaints: readonly Complaint[]; readonly findings: readonly Finding[] } {
  const globs = options.protectedPaths ?? [];
  const hits = changes
    .map(({ path }) => path)
    .filter((path) => isProtected(path) || globs.some((glob) => fitsGlob(glob, path)));
  if (options.protectedPolicy === "request-review")
    return {
      complaints: [],
      findings: hits.map((path) => ({
        kind: "path/protected",
        path,
        message: "This file decides what runs, who reviews or what an agent is told. Review it line by line.",
      })),
    };
  return {
    findings: [],
    complaints: hits.map((path) => ({
      kind: "path/protected",
      path,
      message: `\`${path}\` is protected: it decides what runs, who reviews or what an agent is told. Leave it out and name the change that a person should make in your note.`,
    })),
  };
}

function isProtected(path: string): boolean {
  const folded = path.normalize("NFKC").toLowerCase();
  return protectedNames.some((pattern) => pattern.test(folded));
}
