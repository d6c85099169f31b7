import type { Command } from "commander";
import type { SolveOptions } from "./solve/run-solve.ts";
import { whole } from "./whole.ts";

/** Adds `coderag solve`: modular self-revision by itself, on the task of a programming contest. */
export function solveCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("solve")
    .argument(
      "<problem>",
      "a JSON file, a file with one JSON object a line, or the folder of a contest's problem package",
    )
    .description(
      "write a Python program for a contest's task: several tries, judged by its tests, that learn from each other",
    )
    .option("--samples <number>", "programs that are written in each cycle", whole, 5)
    .option("--cycles <number>", "cycles, before one last program is written", whole, 3)
    .option("--json", "print everything as JSON: each program, how it was judged, what was kept of it")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (problem: string, options: SolveOptions) =>
      exit(await (await import("./solve/run-solve.ts")).runSolve(problem, options)),
    );
}

const help = `
Needs a model (CODERAG_MODEL, OPENAI_API_KEY, OPENAI_BASE_URL) and bubblewrap: programs run in a sandbox or not at all. Of
each cycle, functions of programs that pass the public tests are shown to the next one; the best program stands. The limits
of a run (CODERAG_MAX_TOKENS and others) hold for each task. The program goes to standard output, progress to standard error.
Exits with 0 if the program passes every test, private ones included.

In JSON a task is {"description": "...", "public_tests": {"input": [...], "output": [...]}}, and perhaps "name",
"private_tests" and "time_limit" (seconds). A problem package has problem.yaml, a statement, data/sample and data/secret.

Examples:
  coderag solve task.json > main.py
  coderag solve tasks.jsonl --samples 3 --cycles 2 --json > results.jsonl
  coderag solve contests/2024/bridges`;
