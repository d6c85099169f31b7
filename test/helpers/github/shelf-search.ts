import { words } from "../../../src/retrieval/words.ts";

/** A public repository as data: what GitHub's search and reading API say of it, without git behind it. */
export interface ShelvedRepository {
  /** `owner/name`. */
  readonly fullName: string;
  readonly description?: string | undefined;
  readonly topics?: readonly string[];
  readonly language?: string | undefined;
  readonly stars?: number;
  /** SPDX. */
  readonly licence?: string | undefined;
  readonly defaultBranch?: string;
  /** 40 digits; made of the name unless given. */
  readonly commit?: string;
  readonly pushedAt?: string;
  /** Names that stand for the same commit as the branch. */
  readonly tags?: readonly string[];
  /** Newest first. */
  readonly releases?: readonly { readonly tag: string; readonly notes: string }[];
  readonly archived?: boolean;
  readonly fork?: boolean;
  readonly private?: boolean;
  readonly readme?: { readonly path: string; readonly text: string } | undefined;
  /** Path to text; undefined where only the name is known. */
  readonly files: Readonly<Record<string, string | undefined>>;
}

/** What a search asks; `problem` is GitHub's sentence behind a 422. */
export interface ShelfQuery {
  readonly terms: readonly string[];
  readonly qualifiers: readonly (readonly [name: string, value: string])[];
  readonly problem?: string;
}

const qualifier = /(?:^|\s)(-?[a-z]+):("[^"]*"|\S+)/g;
const mostCharacters = 256;
const mostOperators = 5;

/** `weather forecast language:"Jupyter Notebook" is:public`. */
export function readQuery(query: string): ShelfQuery {
  const qualifiers = [...query.matchAll(qualifier)].map(
    ([, name, value]) => [name!, value!.replaceAll('"', "").toLowerCase()] as const,
  );
  const rest = query.replace(qualifier, " ");
  const operators = (rest.match(/\b(?:AND|OR|NOT)\b/g) ?? []).length;
  const terms = rest.replace(/\b(?:AND|OR|NOT)\b/g, " ").match(/"[^"]*"|\S+/g) ?? [];
  if (rest.trim().length > mostCharacters)
    return { terms, qualifiers, problem: "The search is longer than 256 characters." };
  if (operators > mostOperators)
    return { terms, qualifiers, problem: "More than five AND / OR / NOT operators were used." };
  if (terms.length === 0 && qualifiers.length === 0) return { terms, qualifiers, problem: "missing" };
  return { terms, qualifiers };
}

const fieldWeights = { name: 4, description: 2, topics: 2, readme: 1 } as const;
type FieldName = keyof typeof fieldWeights;

/**
 * Repositories that have every term in the fields that are searched (name, description and topics unless `in:` says
 * otherwise), best match first: the sum of the fields in which each term stands, then stars, then the name.
 */
export function searchShelf(
  shelf: readonly ShelvedRepository[],
  query: ShelfQuery,
): readonly ShelvedRepository[] {
  const asked = query.qualifiers.flatMap(([name, value]) => (name === "in" ? value.split(",") : []));
  const fields = (asked.length > 0 ? asked : ["name", "description", "topics"]) as FieldName[];
  const found = shelf.flatMap((repository) => {
    if (!passes(repository, query)) return [];
    const texts = fields.map((field) => ({ field, has: new Set(words(textOf(repository, field))) }));
    let score = 0;
    for (const term of query.terms) {
      const parts = words(term);
      const hit = texts.filter(({ has }) => parts.every((part) => has.has(part)));
      if (hit.length === 0) return [];
      score += hit.reduce((sum, { field }) => sum + fieldWeights[field], 0);
    }
    return [{ repository, score }];
  });
  return found
    .sort(
      (a, b) =>
        b.score - a.score ||
        (b.repository.stars ?? 0) - (a.repository.stars ?? 0) ||
        (a.repository.fullName < b.repository.fullName ? -1 : 1),
    )
    .map(({ repository }) => repository);
}

function passes(repository: ShelvedRepository, { qualifiers }: ShelfQuery): boolean {
  const languages = qualifiers.flatMap(([name, value]) => (name === "language" ? [value] : []));
  if (languages.length > 0 && !languages.includes((repository.language ?? "").toLowerCase())) return false;
  const says = (name: string): string | undefined => qualifiers.find(([key]) => key === name)?.[1];
  if (repository.fork && says("fork") !== "true" && says("fork") !== "only") return false;
  if (repository.private && says("is") === "public") return false;
  if (says("archived") === "false" && repository.archived) return false;
  const where = says("repo");
  return where === undefined || where === repository.fullName.toLowerCase();
}

function textOf(repository: ShelvedRepository, field: FieldName): string {
  if (field === "name") return repository.fullName.split("/")[1]!;
  if (field === "description") return repository.description ?? "";
  return field === "topics" ? (repository.topics ?? []).join(" ") : (repository.readme?.text ?? "");
}
