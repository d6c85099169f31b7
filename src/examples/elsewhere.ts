import { versionInUse } from "../dependencies/changes.ts";
import type { Dependency } from "../dependencies/dependency.ts";
import { nameKey, shortName } from "../dependencies/dependency.ts";
import { namesDependencies, readDependencies } from "../dependencies/read-dependencies.ts";
import type { ApiUse } from "../dependencies/uses.ts";
import { majorOf } from "../dependencies/versions.ts";
import type { PublicCode, PublicTree } from "../github/public-code/public-code.ts";
import { noneIfRefused } from "../github/public-code/refused-search.ts";
import { licenceUse } from "../references/licence.ts";
import type { Example } from "./entry.ts";
import type { Found, LookUpParts } from "./parts.ts";
import { readExamples } from "./read-examples.ts";

export interface ElsewhereQuestion {
  readonly dependency: Dependency;
  readonly version: string | undefined;
  readonly apis: readonly ApiUse[];
  /** The dependency's own repository, which was read already. */
  readonly not: string | undefined;
}

const most = { hits: 10, repositories: 4, files: 4, examples: 1, manifests: 2 };

/** How GitHub's search names the languages of an ecosystem. */
const searched = {
  ...{ npm: "TypeScript", pypi: "Python", go: "Go", crates: "Rust", maven: "Java" },
  ...{ rubygems: "Ruby", packagist: "PHP", nuget: "C#", jsr: "TypeScript", cpp: "C++" },
} as const;

/** Repositories of others that use the same major of a dependency: by repository search, then by code search. */
export async function elsewhere(
  question: ElsewhereQuestion,
  parts: LookUpParts,
  signal: AbortSignal,
): Promise<Found> {
  const { dependency, apis } = question;
  if (apis.length === 0) return { examples: [], tried: [] };
  const word = shortName(dependency.name);
  const query = `${word} language:${searched[dependency.ecosystem]} archived:false`;
  const { items } = await noneIfRefused(parts.code.repositories(query, most.hits));
  const byName = items.map(({ fullName }) => fullName);
  const first = await readRepositories(byName, question, parts, signal);
  const tried = [
    `Repository search for ${query}: ${items.length} hits, ${first.examples.length} with an example.`,
    ...first.tried,
  ];
  if (first.examples.length > 0) return { examples: first.examples, tried };
  const lookedFor = `"${apis[0]!.api.split(".").at(-1)!}" "${word}" language:${searched[dependency.ecosystem]}`;
  const hits = await noneIfRefused(parts.code.files(lookedFor, most.hits));
  const second = await readRepositories(
    [...new Set(hits.items.map(({ repository }) => repository))].filter((one) => !byName.includes(one)),
    question,
    parts,
    signal,
  );
  return {
    examples: second.examples,
    tried: [
      ...tried,
      `Code search for ${lookedFor}: ${hits.items.length} hits, ${second.examples.length} with an example.`,
      ...second.tried,
    ],
  };
}

async function readRepositories(
  names: readonly string[],
  question: ElsewhereQuestion,
  parts: LookUpParts,
  signal: AbortSignal,
): Promise<Found> {
  const left = new Set([question.not, parts.target].map((one) => one?.toLowerCase()));
  const examples: Example[] = [];
  const tried: string[] = [];
  for (const fullName of names.filter((one) => !left.has(one.toLowerCase())).slice(0, most.repositories)) {
    if (examples.length >= 2) break;
    signal.throwIfAborted();
    const read = await readRepository(fullName, question, parts, signal);
    if (typeof read === "string") tried.push(read);
    else examples.push(...read);
  }
  return { examples, tried };
}

/** Examples of one repository, or why it gives none. */
async function readRepository(
  fullName: string,
  { dependency, version, apis }: ElsewhereQuestion,
  { code, licences }: LookUpParts,
  signal: AbortSignal,
): Promise<readonly Example[] | string> {
  const repository = await code.repository(fullName);
  const commit = repository && (await code.head(fullName, repository.defaultBranch));
  if (commit === undefined) return `${fullName} is gone, empty or closed to us.`;
  const licence = (await code.licence(fullName, commit))?.spdx;
  if (licence === undefined || licenceUse(licence, licences) === "none")
    return `${fullName} has no licence that is known, so its code was not read.`;
  const tree = await code.tree(fullName, commit);
  if (tree === undefined) return `${fullName} is gone or closed to us.`;
  const theirs = await versionThere(fullName, tree, dependency, code);
  if (theirs === undefined) return `${fullName} does not say that it needs ${dependency.name}.`;
  if (version !== undefined && theirs !== "" && majorOf(theirs) !== majorOf(version))
    return `${fullName} uses ${theirs}, another major version.`;
  const place = { fullName, commit };
  const limits = { licences, files: most.files, examples: most.examples };
  const examples = await readExamples(
    { dependency, apis, place, tree, licence, own: false },
    code,
    limits,
    signal,
  );
  return examples.length > 0
    ? examples
    : `${fullName} shows nothing of what is called here in its likeliest files.`;
}

/** The version that a repository names in its manifests nearest to the top; empty where any will do, undefined where it does not need it. */
async function versionThere(
  fullName: string,
  tree: PublicTree,
  dependency: Dependency,
  code: PublicCode,
): Promise<string | undefined> {
  const manifests = tree.files
    .filter(({ path, bytes = 0 }) => namesDependencies(path) && bytes < 200_000)
    .sort((a, b) => a.path.split("/").length - b.path.split("/").length)
    .slice(0, most.manifests);
  const texts = await Promise.all(
    manifests.map(async ({ path, blob }) => [path, (await code.text(fullName, blob)) ?? ""] as const),
  );
  const key = nameKey(dependency.ecosystem, dependency.name);
  const theirs = readDependencies(texts).dependencies.find(
    ({ ecosystem, name }) => ecosystem === dependency.ecosystem && nameKey(ecosystem, name) === key,
  );
  return theirs && (versionInUse(theirs) ?? "");
}
