import type { AddedLine } from "./added-lines.ts";
import type { Finding } from "./finding.ts";

/**
 * Lines outside of manifests by which a file installs packages, or loads code from an address, when somebody runs it:
 * no registry was asked for them, and no lock file will hold them.
 */
export function checkInstalls(path: string, added: readonly AddedLine[]): readonly Finding[] {
  return added
    .filter(({ text }) => installs.test(text.slice(0, longest)))
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
    /\bMix\.install\b|["']bundler\/inline["']/,
    // Cells of notebooks, as their JSON has them, too.
    /^[\s"]{0,40}[%!]\s?(?:uv |python3? -m |sudo )?(?:pip3?|conda|mamba|npm|apt(?:-get)?|gem|cargo)\b.{0,80}\b(?:install|add)\b/,
    /\b(?:from|import|importScripts|require)\s{0,9}\(?\s{0,9}["'`]https?:\/\/|<script\b.{0,200}\ssrc\s?=\s?["']?(?:https?:)?\/\//,
  ]
    .map((pattern) => pattern.source)
    .join("|"),
);
