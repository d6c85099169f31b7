import { afterEach, describe, expect, test } from "@jest/globals";
import { judgeProgram, requirePython } from "../../src/decompose/judge-program.ts";
import { limitsFrom, type Problem } from "../../src/decompose/problem.ts";
import { type CycleReport, type ReviseOptions, revise } from "../../src/decompose/revise.ts";
import { createModel } from "../../src/llm/openai.ts";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";
import {
  type ChatBody,
  type ModelEndpoint,
  type SpokenAnswer,
  startModelEndpoint,
} from "../helpers/model-endpoint.ts";

const signal = AbortSignal.timeout(600_000);
const probe = await probeSandbox();

const problem: Problem = {
  name: "sum",
  statement: "Print the sum of the numbers.",
  publicTests: [
    { input: "1 2\n", output: "3\n" },
    { input: "4\n", output: "4\n" },
  ],
  privateTests: [{ input: "\n", output: "0\n" }],
  ...limitsFrom(),
};

const declarations = "def total(numbers):\n    def add(a, b): ...\n    ...\n";
const program = (sum: string): string =>
  `import sys\n\ndef total(numbers):\n    def add(a, b):\n        return ${sum}\n    result = 0\n    for number in numbers:\n        result = add(result, number)\n    return result\n\ndef main():\n    print(total(int(word) for word in sys.stdin.read().split()))\n\nmain()\n`;
const right = program("a + b");
const wrong = program("b");
const submits = (text: string, declared: string | undefined = declarations): SpokenAnswer => ({
  toolCalls: [{ name: "submit-program", arguments: { declarations: declared, program: text } }],
});

let endpoint: ModelEndpoint | undefined;
afterEach(() => endpoint?.close());

const limits = { maxTurns: 10, maxTokens: 1_000_000, maxMilliseconds: 600_000, maxOutputTokens: 4_000 };

async function solve(
  answers: readonly SpokenAnswer[] | ((body: ChatBody, index: number) => SpokenAnswer),
  options: Partial<ReviseOptions> = {},
  task = problem,
) {
  endpoint = await startModelEndpoint({
    script: typeof answers === "function" ? ({ body }, index) => answers(body, index) : answers,
  });
  const model = createModel({ baseUrl: endpoint.url, apiKey: "sk-test", model: "scripted" });
  const told: CycleReport[] = [];
  const revised = await revise(
    task,
    { model, limits, samples: 1, cycles: 1, onCycle: (cycle) => told.push(cycle), ...options },
    signal,
  );
  expect(told).toEqual(revised.cycles);
  return {
    ...revised,
    asked: endpoint.requests.map(({ body }) => body.messages.map(({ content }) => content ?? "")),
  };
}

if (!probe.available)
  describe("without a sandbox", () => {
    test("no program runs", async () => {
      await expect(judgeProgram(right, problem.publicTests, problem, signal)).rejects.toThrow();
    });
  });
else {
  describe("a program on tests", () => {
    test.each([
      ["that is right", right, undefined, 2],
      ["that is wrong on the first", program("1"), { kind: "wrong", printed: "1\n" }, 0],
      ["that is right on some", wrong, { kind: "wrong", printed: "2\n" }, 1],
      [
        "that crashes",
        "print(1)\n[][1]\n",
        { kind: "crashed", printed: expect.stringContaining("IndexError") },
        0,
      ],
      ["that prints no end of it", "print('1 ' * 10**6)\n", { kind: "too-long" }, 0],
      ["that says something beside", `import sys\nprint("so", file=sys.stderr)\n${right}`, undefined, 2],
      [
        "that looks for what is expected",
        "import os\nprint(sorted(os.listdir()))\n",
        { printed: "['input.txt', 'main.py']\n" },
        0,
      ],
    ])("%s", async (_, text, failure, passed) => {
      const verdict = await judgeProgram(text, problem.publicTests, problem, signal);
      expect(verdict).toMatchObject({ passed, run: 2, ...(failure && { failure }) });
      expect(verdict.failure === undefined).toBe(failure === undefined);
    });

    test("that takes too long ends, and the others are not run where one failure is enough", async () => {
      const limited = { ...problem, seconds: 1 };
      const verdict = await judgeProgram("while True: pass\n", problem.publicTests, limited, signal, {
        untilFailure: true,
      });
      expect(verdict).toMatchObject({ passed: 0, run: 1, failure: { kind: "too-slow", printed: "" } });
    });

    test.each([
      [0.2, 1.5, undefined],
      [0.2, 20, "too-slow"],
    ])(
      "with a limit of %d s of the processor's time that waits %d s of the clock: %s",
      async (seconds, wait, kind) => {
        const text = `import time\ntime.sleep(${wait})\n${right}`;
        const limits = { ...problem, seconds };
        const verdict = await judgeProgram(text, [problem.publicTests[0]!], limits, signal);
        expect(verdict.failure?.kind).toBe(kind);
      },
    );
  });

  test("a sandbox without Python is told before a model is paid, with the cure", async () => {
    await requirePython(signal);
    const failure = {
      test: problem.publicTests[0]!,
      kind: "crashed",
      printed: "sh: 1: python3: not found\n",
    } as const;
    const without = async () => ({ passed: 0, run: 1, failure });
    await expect(requirePython(signal, without)).rejects.toMatchObject({
      message: "There is no Python that works in the sandbox: sh: 1: python3: not found",
      cure: expect.stringMatching(/^Install Python 3 /),
    });
  });

  describe("modular self-revision", () => {
    test("shows the next cycle the functions of programs that passed, and keeps the best of all cycles", async () => {
      const { best, cycles, asked } = await solve(
        [submits(right), submits(wrong), submits(right), submits(right), submits(wrong)],
        { samples: 2, cycles: 2 },
      );
      expect(cycles.map(({ number, attempts, passing }) => [number, attempts.length, passing])).toEqual([
        [1, 2, 1],
        [2, 2, 2],
        [3, 1, 0],
      ]);
      // The last program is worse than those before it: it does not stand.
      expect(best).toMatchObject({ cycle: 2, solution: { program: right }, verdict: { passed: 2, run: 2 } });
      expect(asked[0]![1]).not.toContain("Relevant functions");
      expect(asked[2]![1]).toMatch(
        /Relevant functions, .*\n\n<data-\w+ from="functions">\ndef total\(numbers\):\n(?:.*\n)*<\/data.*\n\nRelevant inner functions, beside those that stand above:\n\n\(none\)$/,
      );
      expect(cycles[1]!.relevant.functions.map(({ name }) => name)).toEqual(["total"]);
    });

    test("repairs a program from what it printed, where none passes", async () => {
      const { best, asked, usage } = await solve([submits(wrong), submits(right), submits(right)]);
      expect(asked[1]!.at(-1)).toMatch(
        /^The program passes 1 of 2 public tests\..*\n\n<data-\w+ from="failure">\nInput:\n1 2\n\nExpected:\n3\n\nIt prints:\n2\n<\/data/,
      );
      expect(best).toMatchObject({ verdict: { passed: 2 } });
      expect(usage.inputTokens).toBe(300);
    });

    test("gives a repair up that comes to nothing, and keeps what was better", async () => {
      const worse = program("7");
      const { best, asked } = await solve([submits(wrong), ...Array(4).fill(submits(worse))]);
      expect(best).toMatchObject({ cycle: 1, solution: { program: wrong }, verdict: { passed: 1 } });
      // The first repair was worse and went back, too; the second said the same again. So did the last program's.
      expect(asked).toHaveLength(5);
    });

    test("repairs a program once that was handed in twice", async () => {
      const answers = [submits(wrong), submits(wrong), ...Array(6).fill(submits(program("7")))];
      const { asked } = await solve(answers, { samples: 2 });
      expect(asked).toHaveLength(6);
    });

    test("sends functions back that were declared and not written, once", async () => {
      const other = "def sum_up(numbers): ...\n";
      const { best, asked } = await solve([submits(right, other), submits(right, other), submits(right)]);
      expect(asked[1]!.at(-1)).toMatch(
        /^It goes back to you:\n\n(?:.*\n)*.*Where the program is right and only differs/,
      );
      expect(asked[1]!.at(-1)).toContain("1. `sum_up` was declared and is not in the program.");
      expect(asked[1]!.at(-1)).toContain("2. `total` is in the program and was not declared.");
      expect(best).toMatchObject({ cycle: 2 });
    });

    test("does not run what does not parse", async () => {
      const { best, asked } = await solve([submits("def total(:\n"), submits(right), submits(right)]);
      expect(asked[1]!.at(-1)).toMatch(/main\.py:1:\d+: /);
      expect(best).toMatchObject({ verdict: { passed: 2 } });
    });

    test("asks for the functions of a large task first, and for the program to them", async () => {
      const large = { ...problem, statement: `${problem.statement} ${"Words and words. ".repeat(130)}` };
      const plan: SpokenAnswer = { toolCalls: [{ name: "submit-plan", arguments: { declarations } }] };
      const only = (text: string): SpokenAnswer => ({
        toolCalls: [{ name: "submit-program", arguments: { program: text } }],
      });
      const { best, asked } = await solve([plan, only(wrong), only(right), plan, only(right)], {}, large);
      expect(asked[0]![0]).toContain("calling `submit-plan` with the declarations");
      expect(asked[0]![0]).toContain("declare these inside of it as inner functions");
      expect(asked[1]![1]).toContain(`from="declarations">\n${declarations}`);
      expect(asked[2]!.at(-1)).toContain("It prints:\n2\n");
      expect(best).toMatchObject({ solution: { declarations, program: right }, verdict: { passed: 2 } });
    });

    test("ends at a limit of the run with the best until then", async () => {
      const { best, cycles, stopped } = await solve(() => submits(right), {
        ...{ samples: 2, cycles: 3 },
        limits: { ...limits, maxTokens: 300 },
      });
      expect(cycles.length).toBeLessThan(4);
      expect(stopped).toMatch(/^The run used \d+ of 300 tokens\.$/);
      expect(best).toMatchObject({ verdict: { passed: 2 } });
    });

    test("a model that hands nothing in is told of", async () => {
      const { best, cycles } = await solve(() => ({ content: "I cannot." }));
      expect(best).toBeUndefined();
      expect(cycles[0]).toMatchObject({ attempts: [], failures: ["I cannot."], passing: 0 });
    });
  });
}
