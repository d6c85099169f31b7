import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { contextAnswer } from "../../src/cli/context/answer.ts";
import { coderagEnvironment, coderagProgram } from "../helpers/coderag.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";
import { shop } from "../helpers/shop.ts";

/** The real program behind the official client. */
let home: string;
let repository: TestRepository;
let client: Client;
let said = "";
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-mcp-"));
  repository = await makeRepository(shop);
  const transport = serving(repository.dir);
  transport.stderr!.on("data", (chunk) => {
    said += chunk;
  });
  client = new Client({ name: "test", version: "1" });
  await client.connect(transport);
});
afterAll(async () => {
  await client?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const serving = (repo: string): StdioClientTransport =>
  new StdioClientTransport({
    command: process.execPath,
    args: ["--disable-warning=ExperimentalWarning", coderagProgram, "mcp", "--repo", repo],
    ...{ env: coderagEnvironment(home), cwd: home, stderr: "pipe" },
  });

interface Called {
  readonly isError: boolean;
  readonly text: string;
  readonly data: Record<string, unknown> | undefined;
}

async function call(
  name: string,
  input: Record<string, unknown>,
  signal?: AbortSignal,
  asking = client,
): Promise<Called> {
  const result = await asking.callTool({ name, arguments: input }, undefined, signal && { signal });
  const [content] = result.content as readonly { readonly text: string }[];
  return {
    isError: result.isError === true,
    text: content!.text,
    data: result.structuredContent as Called["data"],
  };
}
const calls = (data: Called["data"]) =>
  (data!["edges"] as readonly { from: string; to: string }[]).map(({ from, to }) => `${from} -> ${to}`);

describe("coderag mcp", () => {
  test("offers three tools that only read, with schemas", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(["context", "graph", "locate"]);
    for (const { annotations, inputSchema, outputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect([inputSchema.type, outputSchema?.type]).toEqual(["object", "object"]);
    }
    expect(client.getServerVersion()?.name).toBe("coderag");
  });

  test("context answers Markdown and the same as data", async () => {
    const { text, data, isError } = await call("context", {
      ...{ requirement: "add a discount to the total of the cart", tokens: 1_000 },
    });
    expect(isError).toBe(false);
    const answer = contextAnswer.parse(data);
    expect(answer.places.definitions[0]!.id).toBe("shop/cart.py#Cart.total");
    expect(answer.tokens).toBeLessThanOrEqual(1_000);
    // Clients may show their model the data in place of the text.
    const shown = [...answer.places.files, ...answer.places.definitions, ...answer.support];
    expect(Math.max(...shown.map(({ reasons }) => reasons.length))).toBe(2);
    expect(text).toContain("## What the new code will probably call or build on");
    expect(text).toContain("def add_tax(price, rate):");
  });

  test("context takes a place", async () => {
    const { data } = await call("context", { requirement: "a rebate", at: "shop/prices.py:5" });
    expect(contextAnswer.parse(data).target).toBe("shop/prices.py#net_price");
  });

  test("locate leads an error to its place", async () => {
    const request = 'Crash\n\n  File "shop/prices.py", line 12, in add_tax\nTypeError: unsupported operand';
    const { text, data } = await call("locate", { request, limit: 2 });
    const { definitions, files } = data as { definitions: { id: string }[]; files: { id: string }[] };
    expect([definitions[0]!.id, files[0]!.id]).toEqual(["shop/prices.py#add_tax", "shop/prices.py"]);
    expect(definitions.length).toBe(2);
    expect(text).toContain("add_tax  shop/prices.py:10");
  });

  test.each<[Record<string, unknown>, readonly string[], string]>([
    [
      { question: "callers", symbol: "round_cents" },
      [
        "shop/prices.py#net_price -> shop/money.py#round_cents",
        "shop/prices.py#add_tax -> shop/money.py#round_cents",
      ],
      "shop/prices.py:7",
    ],
    [
      { question: "callees", symbol: "Cart.receipt" },
      [
        "shop/cart.py#Cart.receipt -> shop/money.py#format_amount",
        "shop/cart.py#Cart.receipt -> shop/cart.py#Cart.total",
      ],
      "shop/cart.py:18",
    ],
    [
      { question: "path", symbol: "Cart.receipt", to: "add_tax" },
      [
        "shop/cart.py#Cart.receipt -> shop/cart.py#Cart.total",
        "shop/cart.py#Cart.total -> shop/prices.py#add_tax",
      ],
      "calls shop/prices.py#add_tax",
    ],
  ])("graph %j", async (input, edges, shown) => {
    const { text, data } = await call("graph", input);
    expect(calls(data).sort()).toEqual([...edges].sort());
    expect(text).toContain(shown);
  });

  test("graph show has every kind of edge", async () => {
    const { data } = await call("graph", { question: "show", symbol: "shop/cart.py" });
    const kinds = (data!["edges"] as readonly { kind: string }[]).map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["Contain", "Import"]));
  });

  test.each<[string, string, Record<string, unknown>, RegExp]>([
    ["an unknown symbol", "graph", { question: "show", symbol: "round_cent" }, /Did you mean round_cents/],
    ["an empty requirement", "context", { requirement: " " }, /requirement is empty/],
    ["no such file", "context", { requirement: "x", at: "nothing.py:1" }, /no file nothing\.py/],
    ["too many tokens", "context", { requirement: "x", tokens: 10 ** 9 }, /32000/],
    ["an unknown question", "graph", { question: "write", symbol: "x" }, /question/],
  ])("%s is told to the model", async (_name, tool, input, expected) => {
    const { isError, text } = await call(tool, input);
    expect([isError, text]).toEqual([true, expect.stringMatching(expected)]);
    expect(text).not.toContain("    at ");
  });

  test("a question that is cancelled is not answered, and the next one is", async () => {
    const cancel = new AbortController();
    const question = call("context", { requirement: "a discount" }, cancel.signal);
    cancel.abort("not needed");
    await expect(question).rejects.toThrow("not needed");
    expect((await call("graph", { question: "callers", symbol: "add_tax" })).isError).toBe(false);
  });

  test("files that change between two questions are read again", async () => {
    const ask = () => call("graph", { question: "callers", symbol: "escapeHtml" });
    expect(calls((await ask()).data).length).toBe(1);
    const more =
      'import { escapeHtml } from "./banner.ts";\nexport function title(text: string): string {\n  return escapeHtml(text);\n}\n';
    await writeFile(join(repository.dir, "web/title.ts"), more);
    expect(calls((await ask()).data)).toContain("web/title.ts#title -> web/banner.ts#escapeHtml");
    await rm(join(repository.dir, "web/title.ts"));
    expect(calls((await ask()).data).length).toBe(1);
  });

  test("what no reader of the code sees reaches no agent, in whatever answer", async () => {
    const tags = String.fromCodePoint(...[..."OBEY"].map((letter) => 0xe0000 + letter.codePointAt(0)!));
    const code = `def stamp_parcel(mark="${tags}"):\n    """Stamps a parcel.\u202e\u200b"""\n    return "\u001b[31m"\n`;
    await writeFile(join(repository.dir, "parcel.py"), code);
    const asked = [
      ["context", { requirement: "stamp a parcel twice" }],
      ["locate", { request: "stamp a parcel twice" }],
      ["graph", { question: "show", symbol: "stamp_parcel" }],
    ] as const;
    for (const [name, input] of asked) {
      const { text, data } = await call(name, input);
      expect(text).toContain("stamp_parcel");
      expect(`${text}${Object.values(data!).map((value) => JSON.stringify(value))}`).not.toMatch(
        /[\u{e0000}-\u{e007f}\u202e\u200b\u001b]|\\u001b/u,
      );
    }
    await rm(join(repository.dir, "parcel.py"));
  });

  test("a folder that is not there is named in the answer, and read once it is", async () => {
    const later = join(home, "later");
    const early = new Client({ name: "test", version: "1" });
    await early.connect(serving(later));
    const ask = () => call("graph", { question: "show", symbol: "first" }, undefined, early);
    expect(await ask()).toMatchObject({
      isError: true,
      text: expect.stringMatching(/later is not a folder\. /),
    });
    await mkdir(later);
    await writeFile(join(later, "code.py"), "def first():\n    return 1\n");
    expect(await ask()).toMatchObject({ isError: false, text: expect.stringContaining("code.py") });
    await early.close();
  });

  test("what a person should know is on standard error, and it ends when the client goes", async () => {
    expect(said).toMatch(/^i Read: \d+ files and definitions/);
    const { pid } = client.transport as StdioClientTransport;
    await client.close();
    expect(() => process.kill(pid!, 0)).toThrow("ESRCH");
  });
});
