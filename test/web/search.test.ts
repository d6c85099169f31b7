import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { declaredPackages } from "../../src/web/declared.ts";
import type { PackageName } from "../../src/web/package-names.ts";
import { brave } from "../../src/web/providers/brave.ts";
import type { SearchProvider } from "../../src/web/providers/provider.ts";
import { searxng } from "../../src/web/providers/searxng.ts";
import { createWebSearch } from "../../src/web/search.ts";
import { signal, smallInternet } from "./small-internet.ts";

type Answer = readonly [status: number, type: string, body: string];
const json = (body: unknown): Answer => [200, "application/json", JSON.stringify(body)];
const html = (body: string): Answer => [200, "text/html", body];
const declared = declaredPackages([["package.json", '{"dependencies":{"zod":"4"}}']]);

/** As SearXNG answers `format=json`. */
const found = (...urls: string[]): Answer =>
  json({
    query: "q",
    number_of_results: 0,
    results: urls.map((url, at) => ({
      url,
      title: `Hit ${at}`,
      content: `Snippet <b>${at}</b>`,
      engine: "x",
    })),
    ...{
      answers: [],
      corrections: [],
      infoboxes: [],
      suggestions: [],
      unresponsive_engines: [["y", "timeout"]],
    },
  });
const zod = json({ version: "4.6.7", description: "Schemas <!-- evil -->", license: "MIT" });

async function search(
  provider: SearchProvider | undefined,
  places: Readonly<Record<string, Answer>>,
  query = "zod refine",
  packages: readonly string[] = [],
  isPrivate = (_: PackageName): boolean => false,
) {
  const seen: IncomingMessage[] = [];
  const internet = await smallInternet(
    (request, response) => {
      seen.push(request);
      const place = `${request.headers.host}${request.url!.split("?")[0]}`;
      const [status, type, body] = places[place] ?? [404, "text/html", "nothing"];
      response.writeHead(status, { "content-type": type }).end(body);
    },
    { localhost: ["127.0.0.1"], "inside.example.com": ["10.0.0.1"] },
  );
  const redact = (text: string): string => text.replaceAll("hunter22", "[redacted]");
  const web = createWebSearch({ provider, redact, network: internet.network });
  const answer = await web.search({ query, packages, declared, isPrivate }, signal);
  return { ...answer, seen };
}

test("a package that is the project's own is asked for nowhere, and its name stays here (S03)", async () => {
  const { seen, notes, query } = await search(
    searxng("http://localhost:8888"),
    { "localhost:8888/search": found() },
    "how does @acme/ui draw, and zod",
    ["npm:@acme/kit", "npm:a", "npm:b", "npm:c"],
    ({ name }) => name.startsWith("@acme/"),
  );
  expect(query).toBe("how does draw, and zod");
  const asked = seen.map(({ url }) => url).join();
  expect(asked).not.toContain("acme");
  expect(asked).toContain("/c@");
  expect(notes).toContain("A package was not asked for: the project has it from a registry of its own.");
});

const own = searxng("http://localhost:8888");
const shown = (results: readonly { kind: string; url: string }[]) =>
  results.map(({ kind, url }) => `${kind} ${url}`);

describe("a search", () => {
  test("gives the registry's entry first, then pages, then what was not read", async () => {
    const { results, notes, seen } = await search(own, {
      "cdn.jsdelivr.net/npm/zod@latest/package.json": zod,
      "localhost:8888/search": found(
        "https://a.example/1",
        "https://a.example/2",
        "https://a.example/3",
        "https://a.example/4",
        "https://a.example/1",
      ),
      "a.example/1": html("<title>One</title><p>refine an object"),
      "a.example/2": [200, "application/pdf", "%PDF"],
      "a.example/3": html("<p></p>"),
    });
    expect(shown(results)).toEqual([
      "package https://www.npmjs.com/package/zod",
      "page https://a.example/1",
      "snippet https://a.example/2",
      "page https://a.example/3",
      "snippet https://a.example/4",
    ]);
    expect(results[0]).toMatchObject({
      title: "zod (npm)",
      text: "Version: 4.6.7\nDescription: Schemas\nLicence: MIT",
    });
    expect(results[1]).toMatchObject({
      title: "One",
      text: "refine an object",
      readAt: expect.stringMatching(/^\d{4}-/),
    });
    expect(results[3]).toMatchObject({ title: "Hit 2", text: "Snippet 2" });
    expect(notes).toEqual(["The page 2 of the results sends a kind of document that is not read."]);
    expect(seen.find(({ url }) => url!.startsWith("/search"))!.url).toBe(
      "/search?q=zod+refine&format=json&safesearch=1",
    );
  });

  test("asks Brave with the key, and sends the key nowhere else", async () => {
    const { results, seen } = await search(
      brave("the-key"),
      {
        "api.search.brave.com/res/v1/web/search": json({
          type: "search",
          query: { original: "x" },
          web: {
            type: "search",
            results: [
              {
                title: "A <strong>title</strong>",
                url: "https://a.example/1",
                description: "first",
                extra_snippets: ["second"],
              },
              { url: 5 },
              null,
            ],
          },
        }),
      },
      "plain words",
    );
    expect(results).toMatchObject([{ kind: "snippet", title: "A title", text: "first second" }]);
    const asked = seen.filter(({ headers }) => headers["x-subscription-token"] !== undefined);
    expect(asked.map(({ headers, url }) => `${headers.host} ${url!.split("&")[0]}`)).toEqual([
      "api.search.brave.com /res/v1/web/search?q=plain+words",
    ]);
  });

  test("sends neither secrets nor anything but the query", async () => {
    const { query, seen } = await search(own, {}, "why hunter22 fails\nhttps://x.example/", ["npm:hunter22"]);
    expect(query).toBe("why [redacted] fails");
    expect(seen.map(({ url }) => decodeURIComponent(url!)).join(" ")).not.toMatch(/hunter22|x\.example/);
  });

  test("without a provider asks registries alone", async () => {
    const { results, seen } = await search(undefined, {
      "cdn.jsdelivr.net/npm/zod@latest/package.json": zod,
    });
    expect(shown(results)).toEqual(["package https://www.npmjs.com/package/zod"]);
    expect(seen.map(({ headers }) => headers.host)).toEqual(["cdn.jsdelivr.net"]);
    expect((await search(undefined, {}, "plain words")).seen).toEqual([]);
  });

  test("reads the page of a package of which the registry says little", async () => {
    const places = {
      "proxy.golang.org/github.com/a/b/@latest": json({ Version: "v1.2.3" }),
      "pkg.go.dev/github.com/a/b": html("<main><p>Package b does things.</main>"),
    };
    const { results } = await search(undefined, places, "how", ["go:github.com/a/b"]);
    expect(results[0]!.text).toBe("Version: v1.2.3\nPackage b does things.");
    const silent = {
      "proxy.golang.org/github.com/a/b/@latest": places["proxy.golang.org/github.com/a/b/@latest"],
    };
    expect((await search(undefined, silent, "how", ["go:github.com/a/b"])).results[0]!.text).toBe(
      "Version: v1.2.3",
    );
  });
});

describe("a search that fails is noted:", () => {
  test.each<[string, Answer | undefined, string]>([
    ["too many questions", [429, "application/json", "{}"], "SearXNG answers 429."],
    ["JSON is not switched on", [403, "text/html", "Forbidden"], "SearXNG answers 403."],
    ["it is down", undefined, "SearXNG answers 404."],
    ["a captcha", html("<form>Are you human?</form>"), "SearXNG sends a kind of document that is not read."],
    ["broken JSON", [200, "application/json", '{"results": ['], "SearXNG sends no valid JSON."],
    ["another form", json(["no"]), "SearXNG answers in another form than it documents."],
    ["no results", json({ results: [] }), ""],
  ])("%s", async (_, answer, note) => {
    const places = {
      "cdn.jsdelivr.net/npm/zod@latest/package.json": zod,
      ...(answer && { "localhost:8888/search": answer }),
    };
    const { results, notes } = await search(own, places);
    expect(shown(results)).toEqual(["package https://www.npmjs.com/package/zod"]);
    expect(notes).toEqual(note === "" ? [] : [note]);
  });

  test("a package that is not known, and one that is no package", async () => {
    const { notes } = await search(undefined, {}, "x", ["npm:no-such", "zod", "npm:../x"]);
    expect(notes).toEqual([
      ...Array.from(
        { length: 2 },
        () => "A package was not asked for: write it as ecosystem:name, for example npm:zod.",
      ),
      "The registry knows no package npm:no-such.",
    ]);
  });

  test("results that lead inside are not followed", async () => {
    const { results, notes, seen } = await search(
      own,
      {
        "localhost:8888/search": found(
          "http://127.0.0.1/",
          "file:///etc/passwd",
          "http://localhost:8888/admin",
          "",
          "https://inside.example.com/",
          "https://a.example/away",
        ),
        "a.example/away": [302, "text/html", ""],
      },
      "plain words",
    );
    expect(shown(results)).toEqual(["snippet https://inside.example.com/", "snippet https://a.example/away"]);
    expect(notes).toEqual([
      "The page 1 of the results is no public address.",
      "The page 2 of the results answers 302.",
    ]);
    expect(seen.map(({ headers, url }) => `${headers.host}${url!.split("?")[0]}`)).toEqual([
      "localhost:8888/search",
      "a.example/away",
    ]);
  });

  test("a cancelled run is no note", async () => {
    const internet = await smallInternet(() => {});
    const web = createWebSearch({ provider: own, redact: (text) => text, network: internet.network });
    const cancel = new AbortController();
    setTimeout(() => cancel.abort(new Error("cancelled")), 50);
    await expect(web.search({ query: "zod", packages: [], declared }, cancel.signal)).rejects.toThrow(
      "cancelled",
    );
  });
});
