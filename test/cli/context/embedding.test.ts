import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { contextAnswer } from "../../../src/cli/context/answer.ts";
import { coderagEnvironment, coderagProgram, runCoderag } from "../../helpers/coderag.ts";
import { type EmbeddingEndpoint, startEmbeddingEndpoint } from "../../helpers/embedding-endpoint.ts";
import { makeRepository, type TestRepository } from "../../helpers/repository.ts";
import { shop } from "../../helpers/shop.ts";

let home: string;
let repository: TestRepository;
let endpoint: EmbeddingEndpoint;
let isBroken = false;
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-embedding-"));
  repository = await makeRepository(shop);
  endpoint = await startEmbeddingEndpoint({ fault: () => (isBroken ? { status: 401 } : undefined) });
  await writeFile(
    join(home, ".env"),
    `CODERAG_EMBEDDING_MODEL=words\nCODERAG_EMBEDDING_BASE_URL=${endpoint.url}\n`,
  );
});
afterAll(async () => {
  await endpoint?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

async function ask(retrieval: string) {
  const wish = "adds the tax to a price";
  const argv = ["context", "--repo", repository.dir, wish, "--retrieval", retrieval, "--json"];
  const { out, err, code } = await runCoderag(home, ...argv);
  expect(code).toBe(0);
  return { found: contextAnswer.parse(JSON.parse(out)), err };
}

test("definitions are embedded once, and the nearest are found by their vectors", async () => {
  const first = await ask("embedding");
  expect(first.err).toMatch(/Embedded (\d+) of \1 new definitions/);
  expect(first.found.support[0]!.id).toBe("shop/prices.py#add_tax");
  expect(first.found.support[0]!.reasons[0]!.text).toContain("has a similar purpose");
  const before = endpoint.requests.length;
  const again = await ask("bigraph");
  expect(again.err).not.toContain("Embedded");
  expect(again.found.places.definitions.map(({ id }) => id)).toContain("shop/prices.py#add_tax");
  // One text says that the model is the same; each target is one more.
  const sent = endpoint.requests.slice(before);
  expect(sent.length).toBeGreaterThanOrEqual(2);
  expect(sent.every(({ input }) => input.length === 1)).toBe(true);
});

test("the server for other agents compares by meaning, too, with the vectors that are kept", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: ["--disable-warning=ExperimentalWarning", coderagProgram, "mcp", "--repo", repository.dir],
      ...{ env: coderagEnvironment(home), cwd: home, stderr: "ignore" },
    }),
  );
  try {
    for (const requirement of ["adds the tax to a price", "gives the total of a cart"]) {
      const before = endpoint.requests.length;
      const { structuredContent } = await client.callTool({ name: "context", arguments: { requirement } });
      expect(contextAnswer.parse(structuredContent).support.length).toBeGreaterThan(0);
      const sent = endpoint.requests.slice(before);
      expect(sent.length).toBeGreaterThan(0);
      expect(sent.every(({ input }) => input.length === 1)).toBe(true);
    }
    const before = endpoint.requests.length;
    await client.callTool({ name: "locate", arguments: { request: "the tax is wrong" } });
    expect(endpoint.requests.length).toBe(before);
  } finally {
    await client.close();
  }
});

test("rankings by words alone ask no endpoint, and a broken one is a note", async () => {
  const before = endpoint.requests.length;
  await ask("bm25");
  expect(endpoint.requests.length).toBe(before);
  isBroken = true;
  const { found, err } = await ask("bigraph");
  expect(err).toMatch(/refused the key.*compared by their words/);
  expect(found.support.length).toBeGreaterThan(0);
});
