import { createHash } from "node:crypto";
import { readQuery, type ShelvedRepository, searchShelf } from "./shelf-search.ts";
import { type Answer, type Call, type Json, type Route, refusal } from "./world.ts";

/** GitHub's search and the reading API over a shelf of public repositories that are data only. */
export interface Shelf {
  readonly routes: readonly Route[];
  /** The next so many searches say that GitHub ran out of time. */
  incompleteNext(count: number): void;
  /** Lets the minute of all search limits pass. */
  nextMinute(): void;
}

/** GitHub's limits; a test may take smaller ones. */
export interface ShelfLimits {
  readonly searchesPerMinute?: number;
  readonly codeSearchesPerMinute?: number;
}

const repo = "/repos/(?<owner>[^/]+)/(?<name>[^/]+)";

/** Routes for what stands on the shelf; others decline, so that hosted repositories are answered as before. */
export function createShelf(
  repositories: readonly ShelvedRepository[],
  { searchesPerMinute = 30, codeSearchesPerMinute = 10 }: ShelfLimits = {},
): Shelf {
  const byName = new Map(repositories.map((one) => [one.fullName.toLowerCase(), one]));
  const spent = { search: 0, code_search: 0 };
  let incomplete = 0;
  let minute = Date.now();

  const limited = (resource: keyof typeof spent, most: number, answer: () => Answer): Answer => {
    if (Date.now() - minute >= 60_000) reset();
    spent[resource] += 1;
    const left = Math.max(0, most - spent[resource]);
    const headers = {
      "x-ratelimit-limit": String(most),
      "x-ratelimit-remaining": String(left),
      "x-ratelimit-resource": resource,
      "x-ratelimit-reset": String(Math.ceil((minute + 60_000) / 1000)),
    };
    if (spent[resource] > most)
      return { ...refusal(403, "API rate limit exceeded for installation ID 77."), headers };
    const given = answer();
    return { ...given, headers: { ...given.headers, ...headers } };
  };
  function reset(): void {
    minute = Date.now();
    spent.search = 0;
    spent.code_search = 0;
  }
  const cutShort = (): boolean => incomplete > 0 && incomplete-- > 0;

  const route = (
    path: string,
    work: (one: ShelvedRepository, part: Readonly<Record<string, string>>, call: Call) => Answer,
  ): Route => ({
    method: "GET",
    path: new RegExp(`^${repo}${path}$`),
    async answer(call, part) {
      const one = byName.get(`${part["owner"]}/${part["name"]}`.toLowerCase());
      if (!one) return undefined;
      return one.private ? refusal(404, "Not Found") : withTag(call, work(one, part, call));
    },
  });
  return {
    routes: [
      {
        method: "GET",
        path: /^\/search\/repositories$/,
        answer: async (call) =>
          limited("search", searchesPerMinute, () => answerSearch(repositories, call, cutShort)),
      },
      {
        method: "GET",
        path: /^\/search\/code$/,
        answer: async (call) =>
          call.who.kind === "nobody"
            ? refusal(401, "Requires authentication")
            : limited("code_search", codeSearchesPerMinute, () => answerCode(repositories, call, cutShort)),
      },
      route("/readme", (one) =>
        one.readme ? ok(contentJson(one.readme.path, one.readme.text)) : refusal(404, "Not Found"),
      ),
      route("/license", (one) =>
        one.licence === undefined
          ? refusal(404, "Not Found")
          : ok({ ...contentJson("LICENSE", one.licence), license: licenceJson(one.licence) }),
      ),
      route("/releases", ({ releases = [] }) =>
        ok(releases.map(({ tag, notes }) => ({ tag_name: tag, body: notes, draft: false }))),
      ),
      route("/branches/(?<rest>.+)", (one, part) =>
        part["rest"] === branchOf(one)
          ? ok({ name: branchOf(one), commit: { sha: commitOf(one) }, protected: false })
          : refusal(404, "Branch not found"),
      ),
      route("/commits", (one, _, call) =>
        [branchOf(one), commitOf(one), ...(one.tags ?? [])].includes(call.query.get("sha") ?? branchOf(one))
          ? ok([{ sha: commitOf(one) }])
          : refusal(404, "Not Found"),
      ),
      route("/git/trees/(?<rest>.+)", (one, part) =>
        [branchOf(one), commitOf(one)].includes(part["rest"]!)
          ? ok(treeJson(one))
          : refusal(404, "Not Found"),
      ),
      route("/git/blobs/(?<rest>[0-9a-f]{40})", (one, part) => {
        const text = Object.values(textsOf(one)).find(
          (each) => each !== undefined && blobOf(each) === part["rest"],
        );
        return text === undefined
          ? refusal(404, "Not Found")
          : ok({ ...contentJson("", text), path: undefined });
      }),
      route("", (one) => ok(repositoryJson(one))),
    ],
    incompleteNext(count) {
      incomplete = count;
    },
    nextMinute: reset,
  };
}

function answerSearch(all: readonly ShelvedRepository[], call: Call, cutShort: () => boolean): Answer {
  const query = readQuery(call.query.get("q") ?? "");
  if (query.problem !== undefined) return invalid(query.problem);
  const found = searchShelf(all, query);
  const items = page(found, call).map((one) => ({ ...repositoryJson(one), score: 1 }));
  return ok({ total_count: found.length, incomplete_results: cutShort(), items });
}

/** Files that hold every term; GitHub wants at least one term and answers for default branches only. */
function answerCode(all: readonly ShelvedRepository[], call: Call, cutShort: () => boolean): Answer {
  const query = readQuery(call.query.get("q") ?? "");
  if (query.problem !== undefined || query.terms.length === 0) return invalid(query.problem ?? "missing");
  const terms = query.terms.map((term) => term.replaceAll('"', "").toLowerCase());
  const found = searchShelf(all, { ...query, terms: [] }).flatMap((one) =>
    Object.entries(textsOf(one)).flatMap(([path, text]) =>
      text !== undefined && terms.every((term) => text.toLowerCase().includes(term))
        ? [
            {
              name: path.split("/").at(-1),
              path,
              sha: blobOf(text),
              repository: repositoryJson(one),
              score: 1,
            },
          ]
        : [],
    ),
  );
  return ok({ total_count: found.length, incomplete_results: cutShort(), items: page(found, call) });
}

function page<T>(found: readonly T[], call: Call): readonly T[] {
  const size = Math.min(100, Number(call.query.get("per_page") ?? 30));
  const from = (Number(call.query.get("page") ?? 1) - 1) * size;
  return found.slice(from, Math.min(from + size, 1000));
}

const ok = (json: Answer["json"]): Answer => ({ status: 200, json });

const invalid = (message: string): Answer =>
  refusal(422, "Validation Failed", {
    errors: [{ message, resource: "Search", field: "q", code: "invalid" }],
  });

/** A weak tag of the content, and 304 for who has it already. */
function withTag(call: Call, answer: Answer): Answer {
  if (answer.status !== 200) return answer;
  const etag = `W/"${createHash("sha256").update(JSON.stringify(answer.json)).digest("hex")}"`;
  const known = call.headers["if-none-match"] === etag;
  return known
    ? { status: 304, headers: { etag }, text: "" }
    : { ...answer, headers: { ...answer.headers, etag } };
}

const branchOf = ({ defaultBranch = "main" }: ShelvedRepository): string => defaultBranch;
const commitOf = ({ commit, fullName }: ShelvedRepository): string => commit ?? sha1(fullName);
const sha1 = (text: string): string => createHash("sha1").update(text).digest("hex");
/** Hashed once: lists of files are asked for again and again. */
const blobs = new Map<string, string>();

function blobOf(text: string): string {
  const known = blobs.get(text) ?? sha1(`blob ${Buffer.byteLength(text)}\0${text}`);
  blobs.set(text, known);
  return known;
}

/** Its files, the README's text among them. */
function textsOf({ files, readme }: ShelvedRepository): Readonly<Record<string, string | undefined>> {
  return readme ? { ...files, [readme.path]: readme.text } : files;
}

function treeJson(one: ShelvedRepository): Json {
  const tree = Object.entries(textsOf(one)).map(([path, text]) => ({
    ...{
      path,
      mode: "100644",
      type: "blob",
      sha: text === undefined ? sha1(`${one.fullName} ${path}`) : blobOf(text),
    },
    ...(text === undefined ? {} : { size: Buffer.byteLength(text) }),
  }));
  return { sha: sha1(commitOf(one)), tree, truncated: false };
}

function contentJson(path: string, text: string): Json {
  const content = Buffer.from(text).toString("base64");
  return {
    type: "file",
    encoding: "base64",
    name: path,
    path,
    size: Buffer.byteLength(text),
    sha: blobOf(text),
    content,
  };
}

const licenceJson = (spdx: string): Json => ({ key: spdx.toLowerCase(), name: spdx, spdx_id: spdx });

function repositoryJson(one: ShelvedRepository): Json {
  const [owner, name] = one.fullName.split("/") as [string, string];
  return {
    ...{ id: Number.parseInt(sha1(one.fullName).slice(0, 8), 16), name, full_name: one.fullName },
    ...{ owner: { login: owner, type: "User" }, private: one.private ?? false, fork: one.fork ?? false },
    ...{ html_url: `https://github.com/${one.fullName}`, description: one.description ?? null },
    ...{ topics: one.topics ?? [], language: one.language ?? null, stargazers_count: one.stars ?? 0 },
    ...{ pushed_at: one.pushedAt ?? "2026-01-01T00:00:00Z", archived: one.archived ?? false },
    ...{ default_branch: branchOf(one), size: 1, visibility: one.private ? "private" : "public" },
    license: one.licence === undefined ? null : licenceJson(one.licence),
  };
}
