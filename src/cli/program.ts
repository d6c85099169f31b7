/** The command line: one file a verb. Exit codes: 0 done, 1 not done (declined, failed, a check failed), 2 wrong call. */
import { Command, CommanderError } from "commander";
import { isCancelled, isUserError } from "../errors.ts";
import { benchCommand } from "./bench.ts";
import { contextCommand } from "./context.ts";
import { doctorCommand } from "./doctor.ts";
import { editCommand } from "./edit.ts";
import { examplesCommand } from "./examples.ts";
import { graphCommand } from "./graph.ts";
import { implementCommand } from "./implement.ts";
import { mcpCommand } from "./mcp.ts";
import { searchCommand } from "./search.ts";
import { serveCommand } from "./serve.ts";
import { style } from "./style.ts";
import { workerCommand } from "./worker.ts";

/** Runs one call and returns the exit code. Prints; never throws what a person can cure. */
export async function run(argv: readonly string[]): Promise<number> {
  const result = { code: 0 };
  const program = new Command("coderag")
    .description("Turns a request into a change that reuses what the repository already has.")
    .showHelpAfterError("(`--help` says what can be given)")
    .exitOverride();
  const exit = (code: number): void => {
    result.code = code;
  };
  implementCommand(program, exit);
  contextCommand(program);
  searchCommand(program, exit);
  examplesCommand(program, exit);
  graphCommand(program, exit);
  editCommand(program, exit);
  mcpCommand(program);
  benchCommand(program, exit);
  serveCommand(program, exit);
  workerCommand(program, exit);
  // Loaded when it runs: it looks at everything, and a help text need not wait for that.
  doctorCommand(program, async () => (await import("./doctor-dependencies.ts")).doctorDependencies(exit));
  try {
    await program.parseAsync([...argv], { from: "user" });
    return result.code;
  } catch (error) {
    return failed(error);
  }
}

function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isCancelled(error)) {
    process.stderr.write(`${error.message}\n`);
    return 130;
  }
  if (!isUserError(error)) throw error;
  process.stderr.write(`${style(process.stderr, "red", error.message)}\n${error.cure}\n`);
  return 1;
}
