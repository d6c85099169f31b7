import type { AddedLine } from "./added-lines.ts";
import type { Finding } from "./finding.ts";

/**
 * Lines outside of manifests by which a file installs packages, or loads code from an address, when somebody runs it:
 * no registry was asked for them, and no lock file will hold them.
 */
export function checkInstalls(path: string, added: readonly AddedLine[]): readonly Finding[] {
  const isShell = /\.(?:sh|bash|zsh|fish|ps1|bat|cmd)$|(?:^|\/)[^./]+$/i.test(path);
  const tells = (line: string): boolean =>
    installs.test(line) ||
    (!/\.(?:md|mdx|rst|adoc|txt)$/i.test(path) && pipes.test(line)) ||
    (isShell && shell.test(line));
  return added
    .filter(({ text }) => tells(text.slice(0, longest)))
    .slice(0, mostReported)
    .map(({ line }) => ({ kind: "package/installs", path, line, message }));
}

const message =
  "Whoever runs this file installs or loads what this line names. Check every name and address.";
const mostReported = 10;
const longest = 1_000;

const installs = new RegExp(
  [
    // JBang, Scala CLI, C#, F#, Groovy, Kotlin, Elixir, Ruby.
    /^\s{0,40}\/\/(?:DEPS|REPOS)\s|^\s{0,40}\/\/> ?using (?:test\.)?(?:deps?|libs?|plugins?|jars?|repositor(?:y|ies))\b/,
    /^\s{0,40}#:(?:package|sdk)\b|^\s{0,40}#r "nuget:|@Grab(?:Resolver)?\(|@file:(?:DependsOn|Repository)\(/,
    /\bMix\.install\b|["']bundler\/inline["']|\binstall\.packages\(|\b(?:remotes|devtools|pak|BiocManager)::(?:install|pak)|\bPkg\.add\(/,
    // Cells of notebooks, as their JSON has them, too; a block of PEP 723 is read from them as from a script.
    /^\s{0,40}"# \/\/\/ script\b/,
    /^[\s"]{0,40}[%!]\s?(?:uv |python3? -m |sudo )?(?:pip3?|conda|mamba|npm|apt(?:-get)?|gem|cargo)\b.{0,80}\b(?:install|add)\b/,
    /\b(?:from|import|importScripts|require)\s{0,9}\(?\s{0,9}["'`]https?:\/\/|<script\b.{0,200}\ssrc\s?=\s?["']?(?:https?:)?\/\//,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
);

/** What is loaded goes into an interpreter at once. */
const pipes =
  /\b(?:curl|wget|iwr|irm|Invoke-WebRequest|Invoke-RestMethod)\b.{0,300}\|\s{0,9}(?:sudo\s{1,9})?(?:(?:ba|z|da|k|fi)?sh|iex|Invoke-Expression|python3?|node|perl|ruby)\b|\b(?:(?:ba|z|da)?sh|source|eval|iex)\b.{0,20}[<$(]\(?\s{0,9}(?:curl|wget|iwr|irm)\b/i;

/** Commands of shells. */
const shell =
  /(?:^|[;&|(]|\b(?:sudo|then|do|exec))\s{0,40}(?:python3? -m )?(?:(?:pip3?|pipx|uv|conda|mamba|npm|pnpm|yarn|bun|gem|cargo|go|apt(?:-get)?|apk|brew|dnf|yum|choco|winget)\s.{0,80}\b(?:install|add|i|get|dlx)\s{1,9}(?:-{1,2}[\w-]{1,40}\s{1,9}){0,9}["']?[\w@$]|(?:npx|bunx|uvx)\s{1,9}[\w@-])/;
