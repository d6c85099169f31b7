import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { surroundingsInFolder } from "../../src/compose.ts";
import { loadConfig } from "../../src/config.ts";
import { createFolderForge } from "../../src/github/folder.ts";
import { implement } from "../../src/jobs/implement.ts";
import type { Narrator } from "../../src/jobs/telling/narrator.ts";
import { plainStep } from "../agent/scripted-run.ts";
import { handIn, handInWith, shop, wish } from "../end-to-end/shop.ts";
import { kiteRequest, kites } from "../helpers/github/kites.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";
import { type ModelEndpoint, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

/** The whole pipeline on a folder, with public code on a shelf. The model hands in; rules choose the public code. */
let home: string;
let model: ModelEndpoint;
let server: ShelfServer;
let repository: TestRepository;

/** Twelve lines of one's own for a file of the shelf. */
const lines = (name: string): string =>
  Array.from({ length: 12 }, (_, at) => `${name}_${at} = "${name} ${at}"\n`).join("");
const shelf = kites.map((one) => {
  const add = (path: string): typeof one => ({
    ...one,
    files: { ...one.files, [path]: `${one.files?.[path]}\n${lines(one.fullName.slice(0, 3))}` },
  });
  if (one.fullName === "wind/kite-diary") return add("diary.py");
  return one.fullName === "sky/kitelib" ? add("examples/map_of_flights.py") : one;
});
/** What the model hands in, whatever it is told. */
let answer = handIn;

const isChange = (said: string) => said.includes("You are CodeRAG.");

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-refs-"));
  server = await startShelf(shelf);
  model = await startModelEndpoint({
    script: ({ body }) =>
      isChange(String(body.messages[0]?.content)) ? answer : { content: "I do not know." },
  });
  repository = await makeRepository(shop);
});
afterAll(async () => {
  await model?.close();
  await server?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const silent: Narrator = { begin: () => {}, done: () => {}, turn: () => {} };

async function run(request: string, issue: { readonly title: string; readonly body: string }) {
  const config = loadConfig({
    ...{
      CODERAG_HOME: home,
      CODERAG_MODEL: "scripted",
      OPENAI_BASE_URL: model.url,
      OPENAI_API_KEY: "k-0123456789",
    },
    ...{ GITHUB_API_URL: server.apiUrl, GITHUB_URL: "https://github.com", GITHUB_TOKEN: server.token },
  });
  const head = String(await repository.git("rev-parse", "HEAD")).trim();
  const forge = createFolderForge({ issue, base: { branch: "main", commit: head } });
  const [before, asked] = [model.requests.length, server.requests.length];
  const outcome = await implement(
    {
      ...{ id: "0198-refs", owner: "local", name: "shop", issueNumber: 1, request, delivery: undefined },
      ...{ verb: "implement", actorLogin: "you", actorId: 0, frozenAt: new Date().toISOString() },
    },
    surroundingsInFolder(config, repository.dir, forge),
    silent,
    plainStep,
    new AbortController().signal,
  );
  const prompts = model.requests
    .slice(before)
    .map(({ body }) => body.messages.map(({ content }) => content).join("\n"));
  return {
    ...{ outcome, body: forge.pullRequests[0]?.body ?? "", asked: server.requests.length - asked },
    prompt: prompts.find(isChange)!,
    told: prompts.filter(isChange).at(-1)!,
  };
}

test("a change that asks for public code is shown it with its licence, and the draft lists it", async () => {
  const { outcome, prompt, body } = await run("--refs keep it small", {
    title: "Kite diary",
    body: kiteRequest,
  });
  expect(outcome.kind).toBe("delivered");
  expect(prompt).toMatch(/--- wind\/kite-diary, parts of diary\.py \(MIT\)\ndef record/);
  expect(prompt).toMatch(/--- sky\/kitelib, description \(GPL-3\.0\)/);
  expect(prompt).toContain("keep it small");
  expect(prompt).not.toMatch(/import kitelib|no licence'|--refs|<\|im_start\|>/);
  expect(body).toContain("Public code that was looked at");
  expect(body).toMatch(
    /`wind\/kite-diary`\]\(https:\/\/redirect\.github\.com[^)]+\) \(`MIT`\): parts of \[`diary\.py`\]/,
  );
  expect(body).not.toContain("evil/kite-diary-map");
});

test("a name that the repository does not know is reason enough", async () => {
  const title = "Kite diary using KiteLib: record flights with wind and place on a map";
  const { asked, prompt } = await run("", { title, body: "" });
  expect(asked).toBeGreaterThan(0);
  expect(prompt).toContain("Public code of other projects");
});

test("without a reason nobody is asked, and the prompt does not speak of it", async () => {
  const { asked, prompt, body } = await run("", wish);
  expect(asked).toBe(0);
  expect(prompt).not.toContain("Public code of other projects");
  expect(body).not.toContain("Public code that was looked at");
});

describe("lines of public code in the change", () => {
  const diary = { title: "Kite diary", body: kiteRequest };
  const copying = (name: string) =>
    handInWith({ edits: `=== shop/kites.py (new)\n+ <<\n${lines(name)}>>\n`, requirements: [], reuse: [] });
  afterEach(() => {
    answer = handIn;
  });

  test("are attributed where their licence allows them", async () => {
    answer = copying("win");
    const { outcome, body } = await run("--refs", diary);
    expect(outcome.kind).toBe("delivered");
    expect(body).toMatch(
      /`shop\/kites\.py:1-12` stands in \[`diary\.py`\]\(https:\/\/redirect\.github\.com\/wind\/kite-diary\/blob\/[0-9a-f]{40}\/diary\.py#L5-L16\) of `wind\/kite-diary`, licence `MIT`/,
    );
  });

  test("are refused where it does not, however often they are handed in", async () => {
    answer = copying("sky");
    const { outcome, body, told } = await run("--refs", diary);
    expect([outcome.kind, body]).toEqual(["declined", ""]);
    expect(told).toContain("Lines 1 to 12 of the result stand word for word in sky/kitelib, under GPL-3.0");
  });
});
