import { describe, expect, test } from "@jest/globals";
import { createReader, type Environment, thisMachine } from "../../src/settings.ts";
import { probeWeb, webSearchOptions } from "../../src/web/open.ts";
import { readWeb, type WebSettings } from "../../src/web/settings.ts";
import { signal, smallInternet } from "./small-internet.ts";

describe("the settings", () => {
  const check = (environment: Environment, expected: WebSettings, problem?: RegExp): void => {
    const read = createReader(environment, thisMachine);
    expect(readWeb(read)).toEqual(expected);
    expect(read.problems).toEqual(problem === undefined ? [] : [expect.stringMatching(problem)]);
  };
  const own = { kind: "searxng", baseUrl: "http://localhost:8888" } as const;
  test.each<[Environment, WebSettings, RegExp?]>([
    [{}, { kind: "off" }],
    [{ CODERAG_WEB_SEARCH: "off", CODERAG_BRAVE_KEY: "k" }, { kind: "off" }],
    [{ CODERAG_WEB_SEARCH: "registries" }, { kind: "registries" }],
    [{ CODERAG_WEB_SEARCH: "searxng", CODERAG_SEARXNG_URL: "http://localhost:8888/" }, own],
    [
      { CODERAG_WEB_SEARCH: "searxng", CODERAG_SEARXNG_URL: "https://search.example.com/sx" },
      { kind: "searxng", baseUrl: "https://search.example.com/sx" },
    ],
    [{ CODERAG_WEB_SEARCH: "searxng" }, own, /CODERAG_SEARXNG_URL is missing/],
    [
      { CODERAG_WEB_SEARCH: "searxng", CODERAG_SEARXNG_URL: "http://search.example.com" },
      own,
      /https address/,
    ],
    [
      { CODERAG_WEB_SEARCH: "brave", CODERAG_BRAVE_KEY: "the-key" },
      { kind: "brave", key: "the-key" },
    ],
    [{ CODERAG_WEB_SEARCH: "brave" }, { kind: "brave", key: "" }, /CODERAG_BRAVE_KEY is missing/],
    [{ CODERAG_WEB_SEARCH: "google" }, { kind: "off" }, /one of off, registries, searxng, brave/],
  ])("%j", (...row) => check(...row));

  test("off is no search", () => {
    const redact = (text: string): string => text;
    expect(webSearchOptions({ kind: "off" }, redact)).toBeUndefined();
    expect(webSearchOptions({ kind: "registries" }, redact)).toEqual({ provider: undefined, redact });
    expect(webSearchOptions({ kind: "brave", key: "k" }, redact)?.provider?.name).toBe("Brave Search");
  });
});

describe("the doctor's question", () => {
  test.each([
    [{ kind: "searxng", baseUrl: "http://localhost:8888" }, 200, '{"results":[]}', "SearXNG", undefined],
    [{ kind: "searxng", baseUrl: "http://localhost:8888" }, 403, "{}", "SearXNG", "answers 403"],
    [{ kind: "brave", key: "k" }, 422, "{}", "Brave Search", "answers 422"],
    [{ kind: "registries" }, 200, '{"version":"11.0.0"}', "the npm registry", undefined],
    [{ kind: "registries" }, 200, "<html>", "the npm registry", "sends no valid JSON"],
  ] as const)("%j %s %s", async (settings, status, body, provider, problem) => {
    const { network } = await smallInternet((_, response) => {
      response.writeHead(status, { "content-type": "application/json" }).end(body);
    });
    expect(await probeWeb(settings, signal, network)).toMatchObject({ provider, problem });
  });
});
