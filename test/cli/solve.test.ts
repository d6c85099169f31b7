import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";
import { beginCoderag } from "../helpers/coderag.ts";
import { type ModelEndpoint, type SpokenAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";

let home: string;
let model: ModelEndpoint;
let answer: () => SpokenAnswer;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-cli-"));
  model = await startModelEndpoint({ script: () => answer() });
});
afterAll(async () => {
  await model?.close();
  await rm(home, { recursive: true, force: true });
});

const solve = async (...argv: readonly string[]) => {
  const { child, ended } = beginCoderag(home, ["solve", ...argv], {
    ...{ CODERAG_MODEL: "scripted", OPENAI_BASE_URL: model.url, OPENAI_API_KEY: "sk-test-0123456789abcdef" },
  });
  child.stdin.end();
  return { ...(await ended), child };
};
const write = async (files: Readonly<Record<string, string>>): Promise<void> => {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(home, path)), { recursive: true });
    await writeFile(join(home, path), text);
  }
};
const submits = (program: string) => (): SpokenAnswer => ({
  toolCalls: [{ name: "submit-program", arguments: { declarations: "", program } }],
});
const sum = "print(sum(map(int, input().split())))";
const task = {
  name: "sum",
  description: "Print the sum.",
  public_tests: [{ input: "1 2\n", output: "3\n" }],
  private_tests: [{ input: "5 6\n", output: "11\n" }],
};

if (!(await probeSandbox()).available)
  describe("coderag solve, without a sandbox", () => {
    test("runs nothing, and says what to install", async () => {
      await write({ "task.json": JSON.stringify(task) });
      const { code, err } = await solve("task.json");
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringMatching(/^Programs cannot be run: .*\nInstall /s),
      });
    });
  });
else
  describe("coderag solve", () => {
    test("prints the program, and beside it what became of each cycle", async () => {
      await write({ "task.json": JSON.stringify(task) });
      answer = submits(sum);
      const { code, out, err } = await solve("task.json", "--samples", "2", "--cycles", "1");
      expect({ code, out }).toEqual({ code: 0, out: `${sum}\n` });
      expect(err.split("\n")).toEqual([
        "i Cycle 1 of 1: 2 programs being written.",
        "i Cycle 1 of 1: 2 of 2 programs pass all public tests.",
        "i The last program is being written.",
        "i Last program: passes all public tests.",
        "i The best program is put to 1 private test.",
        expect.stringMatching(
          /^i The last program passes the only public test and the only private test\. 300 tokens in, 30 out, price not known, \d+ s\.$/,
        ),
        "",
      ]);
    });

    test("tells how near a program came that passes nothing, and that it went back", async () => {
      await write({ "task.json": JSON.stringify(task) });
      answer = submits("print(4)");
      const { code, err } = await solve("task.json", "--samples", "2", "--cycles", "1");
      expect(code).toBe(1);
      expect(err.split("\n").slice(1, -2)).toEqual([
        "i No program passes all public tests: one goes back with what it printed.",
        "i Cycle 1 of 1: 0 of 2 programs pass all public tests, the best 0 of 1 public test; 1 repair tried.",
        "i The last program is being written.",
        "i No program passes all public tests: one goes back with what it printed.",
        "i Last program: passes 0 of 1 public test; 1 repair tried.",
        "i The best program is put to 1 private test.",
      ]);
    });

    test("reads a contest's package, and fails where private tests do", async () => {
      await write({
        "pack/problem.yaml": "name: Sum\nlimits:\n  time_limit: 0.5\n",
        "pack/problem_statement/problem.en.tex": "\\problemname{Sum} Print the \\emph{sum}.",
        "pack/data/sample/1.in": "1 2\n",
        "pack/data/sample/1.ans": "3\n",
        "pack/data/secret/big/2.in": "5 6\n",
        "pack/data/secret/big/2.ans": "11\n",
        "pack/data/secret/big/nothing-to-compare.in": "5 6\n",
      });
      answer = submits("print(3)");
      const { code, out } = await solve("pack", "--samples", "1", "--cycles", "1", "--json");
      expect(code).toBe(1);
      expect(JSON.parse(out)).toMatchObject({
        ...{ name: "pack", program: "print(3)", cycle: 2, stopped: null },
        public: { passed: 1, run: 1 },
        private: { passed: 0, run: 1, failure: { kind: "wrong", printed: "3\n", test: { input: "5 6\n" } } },
        cycles: [{ number: 1, attempts: [{ program: "print(3)", public: { passed: 1 } }] }, { number: 2 }],
      });
      expect(model.requests.at(-1)!.body.messages[1]!.content).toMatch(
        /may run 2\.5 s for each test.*\\emph\{sum\}/s,
      );
    });

    test("solves several tasks one after the other", async () => {
      await write({
        "tasks.jsonl": `${JSON.stringify(task)}\n${JSON.stringify({ ...task, name: "other" })}\n`,
      });
      answer = submits(sum);
      const { code, out, err } = await solve("tasks.jsonl", "--samples", "1", "--cycles", "1");
      expect({ code, out }).toEqual({ code: 0, out: `# sum\n${sum}\n# other\n${sum}\n` });
      expect(err).toMatch(/^i sum:\n.*\ni other:\n.*\ni 2 of 2 tasks solved\.\n$/s);
    });

    test("what was written until Ctrl-C is not lost", async () => {
      await write({ "task.json": JSON.stringify(task) });
      let asked = 0;
      let interrupt = (): void => undefined;
      answer = () => {
        if (++asked === 1) return submits(sum)();
        interrupt();
        return { ...submits(sum)(), delay: 20_000 };
      };
      const { child, ended } = beginCoderag(home, ["solve", "task.json", "--samples", "1"], {
        ...{
          CODERAG_MODEL: "scripted",
          OPENAI_BASE_URL: model.url,
          OPENAI_API_KEY: "sk-test-0123456789abcdef",
        },
      });
      interrupt = () => child.kill("SIGINT");
      const { code, out, err } = await ended;
      expect({ code, out }).toEqual({ code: 130, out: `${sum}\n` });
      expect(err).toMatch(/Interrupted/);
    });

    test.each([
      ["a file that is not there", ["gone.json"], /^There is no file gone\.json\.\nName a JSON file/],
      [
        "a folder that is no package",
        ["empty"],
        /^empty has no problem\.yaml, and no folder in it has one\.\n/,
      ],
      ["what is judged by a program", ["custom"], /is judged by a program of its own/],
      ["no number", ["task.json", "--samples", "0"], /Give a whole number, 1 or more/],
    ])("%s is told, with the cure", async (_, argv, message) => {
      await write({
        "empty/notes.txt": "Nothing.",
        "custom/problem.yaml": "validation: custom\n",
        "custom/problem_statement/problem.en.md": "Anything.",
      });
      const { code, err } = await solve(...argv);
      expect(code).toBeGreaterThan(0);
      expect(err).toMatch(message);
    });
  });
