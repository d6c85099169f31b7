import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { surroundingsInFolder } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { createFolderForge } from "../../src/github/folder.ts";
import { implement } from "../../src/jobs/implement.ts";
import type { Narrator } from "../../src/jobs/telling/narrator.ts";
import { plainStep } from "../agent/scripted-run.ts";
import { handIn, shop, wish } from "../end-to-end/shop.ts";
import { type ModelEndpoint, type ScriptedAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";
import { smallInternet } from "../web/small-internet.ts";

/** The whole pipeline on a folder: the model searches, and the draft says what was read. */
let home: string;
let model: ModelEndpoint;
let repository: TestRepository;
let answers: ScriptedAnswer[] = [];

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-web-"));
  model = await startModelEndpoint({ script: () => answers.shift()! });
  repository = await makeRepository({ ...shop, "requirements.txt": "babel\n" });
});

afterAll(async () => {
  await model?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const silent: Narrator = { begin: () => {}, done: () => {}, turn: () => {} };
const searches: ScriptedAnswer = {
  toolCalls: [{ name: "web-search", arguments: { query: "babel format percent" } }],
  usage: { input: 1000, output: 10 },
};
const summary: ScriptedAnswer = {
  content: "format_percent does it [1].",
  usage: { input: 400, output: 20 },
};

async function run(settings: Readonly<Record<string, string>>) {
  const internet = await smallInternet((request, response) => {
    const info = {
      version: "2.17.0",
      summary: "Numbers and dates [x](https://evil.example)",
      license: "BSD",
    };
    const known = request.headers.host === "pypi.org" && request.url === "/pypi/babel/json";
    response.writeHead(known ? 200 : 404, { "content-type": "application/json" });
    response.end(JSON.stringify({ info }));
  });
  const config = loadConfig({
    ...{
      CODERAG_HOME: home,
      CODERAG_MODEL: "scripted",
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "k-0123456789",
    },
    ...settings,
  });
  const head = String(await repository.git("rev-parse", "HEAD")).trim();
  const forge = createFolderForge({ issue: wish, base: { branch: "main", commit: head } });
  const plain = surroundingsInFolder(config, repository.dir, forge);
  const { web } = plain.options;
  const options = { ...plain.options, web: web && { ...web, network: internet.network } };
  const before = model.requests.length;
  const outcome = await implement(
    {
      ...{ id: "0198-web", owner: "local", name: "shop", issueNumber: 1, request: "", delivery: undefined },
      verb: "implement" as const,
      ...{ actorLogin: "you", actorId: 0, frozenAt: new Date().toISOString() },
    },
    { ...plain, options },
    silent,
    plainStep,
    new AbortController().signal,
  );
  return { outcome, draft: forge.pullRequests[0], internet, requests: model.requests.slice(before) };
}

test("what was read stands in the draft, folded, and its cost is counted", async () => {
  answers = [searches, summary, handIn];
  const { outcome, draft, internet, requests } = await run({ CODERAG_WEB_SEARCH: "registries" });
  expect(outcome).toMatchObject({
    kind: "delivered",
    usage: { inputTokens: 1000 + 400 + 2000, outputTokens: 330 },
  });
  expect(internet.resolved).toEqual(["pypi.org"]);
  expect(requests.map(({ body }) => body.tools !== undefined)).toEqual([true, false, true]);
  const sources = draft!.body.split("<details><summary>Sources</summary>")[1]!.split("</details>")[0]!;
  expect(sources).toMatch(
    /- babel \(pypi\): <https:\/\/pypi\.org\/project\/babel\/>, read on \d{4}-\d\d-\d\d/,
  );
  expect(draft!.body).not.toContain("evil.example");
});

test("off, there is no such tool and nothing is asked", async () => {
  answers = [searches, handIn];
  const { outcome, draft, internet, requests } = await run({});
  expect(outcome).toMatchObject({ kind: "delivered" });
  expect(internet.resolved).toEqual([]);
  expect(JSON.stringify(requests[0]!.body)).not.toContain("web-search");
  expect(draft!.body).not.toContain("<summary>Sources</summary>");
});
