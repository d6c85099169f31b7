import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createTerminalNarrator } from "../../src/cli/terminal-narrator.ts";
import { shop } from "../end-to-end/shop.ts";
import { beginCoderag } from "../helpers/coderag.ts";
import { type ModelEndpoint, type SpokenAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

let home: string;
let model: ModelEndpoint;
let answer: SpokenAnswer;
let repository: TestRepository;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-cli-"));
  model = await startModelEndpoint({ script: () => answer });
  repository = await makeRepository(shop);
});
afterAll(async () => {
  await model?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

const coderag = (argv: readonly string[], environment: object = { CODERAG_MODEL: "scripted" }) => {
  const { child, ended } = beginCoderag(home, argv, {
    ...{ OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "sk-test-0123456789abcdef" },
    ...environment,
  });
  child.stdin.end();
  return ended;
};
const says = (text: string, quote = "return amount.quantize"): SpokenAnswer => ({
  toolCalls: [
    {
      name: "submit-answer",
      arguments: { answer: text, sources: [{ path: "shop/money.py", from: 4, to: 6, quote }] },
    },
  ],
});

describe("coderag ask", () => {
  test("answers with the lines that the answer stands on, in plain lines in a pipe", async () => {
    answer = says("To whole cents [^1].");
    const { code, out, err } = await coderag([
      "ask",
      "how",
      "is",
      "it",
      "rounded?",
      "--repo",
      repository.dir,
    ]);
    expect({ code, err }).toEqual({ code: 0, err: expect.stringMatching(/✓ Work out the answer: 1 turn\n/) });
    expect(out).toMatch(
      /^Answered from 1 place in 1 file at `[0-9a-f]{12}`\.\n\nTo whole cents \(1\)\.\n\n### Sources\n\n1\. `shop\/money\.py:4-6`: `return amount\.quantize`\n/,
    );
    expect(out).toContain("100 tokens in, 10 out");
    expect(out + err).not.toContain("\u001b");
    expect(model.requests.at(-1)!.body.messages[1]!.content).toContain('from="issue">\nhow is it rounded?\n');
  });

  test("tells the model what ran in a recorded run", async () => {
    answer = says("To whole cents [^1].");
    const trace = join(home, "run.folded");
    await writeFile(trace, "main (app.py:1);round_cents (/app/shop/money.py:4) 12\n");
    const { code, out } = await coderag([
      ...["ask", "how is it rounded?", "--repo", repository.dir, "--trace", trace, "--markdown"],
    ]);
    expect(code).toBe(0);
    expect(model.requests.at(-1)!.body.messages[1]!.content).toMatch(
      /=== What ran in the recorded run: .*\nround_cents shop\/money\.py:4\n\n=== shop\/money\.py/,
    );
    expect(out).toContain(
      "The trace (folded stacks) has 1 function of this repository; 1 other is not shown.",
    );
  });

  test.each([
    ["--markdown", /^\*\*Answered from 1 place/],
    ["--json", /"kind": "answered",\n {4}"headline": "Answered from/],
  ])("%s prints it for others", async (flag, shape) => {
    answer = says("To whole cents [^1].");
    const { code, out } = await coderag(["ask", "how is it rounded?", "--repo", repository.dir, flag]);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringMatching(shape) });
  });

  test("no name of a file and no call of the model steers the terminal", async () => {
    const pipe = new PassThrough();
    const narrator = createTerminalNarrator(pipe as unknown as NodeJS.WriteStream, "ask");
    narrator.say("\u001b[2Ja.py was not read");
    narrator.done("read", "b\u009b2J.py");
    const call = { kind: "call", turn: 1, fault: true } as const;
    narrator.turn({ ...call, tool: "look\u001b]0;", arguments: "{\u202e\n  }" });
    pipe.end();
    expect(await text(pipe)).toMatch(
      /^i {2}\[2Ja\.py was not read\n✓ .*: b 2J\.py\n {2}· look \]0; \{ \} \(refused\)\n$/,
    );
  });

  test("says why there is no answer, and exits with 1", async () => {
    answer = { content: "I \u001b[31mwould guess." };
    const { code, out } = await coderag(["ask", "why?", "--repo", repository.dir]);
    expect(code).toBe(1);
    expect(out).toMatch(/^The model gave no answer that stands on this repository's code\. Ask again/);
    expect(out).toContain("would guess.");
    expect(out).not.toContain("\u001b");
  });

  test.each([
    [["ask", " ?! "], {}, /There is no question\./],
    [["ask"], {}, /missing required argument 'question'/],
    [
      ["ask", "why?"],
      { CODERAG_MODEL: undefined, OPENAI_API_KEY: undefined },
      /CODERAG_MODEL|OPENAI_API_KEY/,
    ],
  ])("%j says what is missing", async (argv, environment, message) => {
    const { code, out, err } = await coderag(
      [...argv, ...(argv.length > 1 ? ["--repo", repository.dir] : [])],
      {
        CODERAG_MODEL: "scripted",
        ...environment,
      },
    );
    expect({ code: code !== 0, said: out + err }).toEqual({
      code: true,
      said: expect.stringMatching(message),
    });
  });
});
