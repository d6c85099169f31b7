/** The command line: one file a verb. Exit codes: 0 done, 1 not done (declined, failed, a check failed), 2 wrong call. */
import { Command, CommanderError, Help } from "commander";
import { isCancelled, isUserError } from "../errors.ts";
import { askCommand } from "./ask.ts";
import { benchCommand } from "./bench.ts";
import { contextCommand } from "./context.ts";
import { cureOfGitHub } from "./cure-of-github.ts";
import { doctorCommand } from "./doctor.ts";
import { editCommand } from "./edit.ts";
import { examplesCommand } from "./examples.ts";
import { exportCommand } from "./export.ts";
import { graphCommand } from "./graph.ts";
import { implementCommand } from "./implement.ts";
import { cureOfDisk, cureOfGit } from "./local-cures.ts";
import { mcpCommand } from "./mcp.ts";
import { outWidth } from "./print.ts";
import { replayCommand } from "./replay.ts";
import { searchCommand } from "./search.ts";
import { serveCommand } from "./serve.ts";
import { solveCommand } from "./solve.ts";
import { style } from "./style.ts";
import { programVersion } from "./version.ts";
import { workerCommand } from "./worker.ts";
import { wrapParagraphs } from "./wrap.ts";

/** Runs one call and returns the exit code. Prints; never throws what a person can cure. */
export async function run(argv: readonly string[]): Promise<number> {
  const result = { code: 0 };
  const program = new Command("coderag")
    .description("Turns a request into a change that reuses what the repository already has.")
    .version(programVersion(), "-v, --version", "print the version")
    .showHelpAfterError("(add --help to see what can be given)")
    .configureHelp({ subcommandTerm: termOf, minWidthToWrap: 20 })
    .configureOutput({
      getOutHelpWidth: outWidth,
      getErrHelpWidth: outWidth,
      writeOut: (text) => void process.stdout.write(wrapParagraphs(text, outWidth())),
      writeErr: (text) => void process.stderr.write(wrapParagraphs(text, outWidth())),
      outputError: (text) => void process.stderr.write(text),
    })
    .exitOverride();
  const exit = (code: number): void => {
    result.code = code;
  };
  implementCommand(program, exit);
  askCommand(program, exit);
  contextCommand(program);
  searchCommand(program, exit);
  examplesCommand(program, exit);
  graphCommand(program, exit);
  editCommand(program, exit);
  solveCommand(program, exit);
  replayCommand(program, exit);
  exportCommand(program);
  mcpCommand(program);
  benchCommand(program, exit);
  serveCommand(program, exit);
  workerCommand(program, exit);
  // Loaded when it runs: it looks at everything, and a help text need not wait for that.
  doctorCommand(program, async () => (await import("./doctor-dependencies.ts")).doctorDependencies(exit));
  try {
    await program.parseAsync(asWritten(program, argv), { from: "user" });
    return result.code;
  } catch (error) {
    return failed(error);
  }
}

/** A verb in the list of commands; that each has options goes without saying. */
const termOf = (command: Command): string => new Help().subcommandTerm(command).replace(" [options]", "");

/** `help graph path` is `graph path --help`; a verb of a group that is called without it (`callers X`) is told where it is. */
function asWritten(program: Command, argv: readonly string[]): string[] {
  const words = argv[0] === "help" ? argv.slice(1) : [];
  const first = words[0] ?? argv[0];
  const isKnown = first === "help" || program.commands.some((one) => one.name() === first);
  const group = program.commands.find(({ commands }) => commands.some((one) => one.name() === first));
  if (!isKnown && group)
    program.error(`error: unknown command '${first}'\n(Did you mean ${group.name()} ${first}?)`);
  if (words.length === 0) return [...argv];
  return isKnown ? [...words, "--help"] : [...words];
}

function failed(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isCancelled(error)) {
    process.stderr.write(`${error.message}\n`);
    return 130;
  }
  const cure = isUserError(error)
    ? error.cure
    : (cureOfGitHub(error) ?? cureOfGit(error) ?? cureOfDisk(error));
  if (cure === undefined) throw error;
  process.stderr.write(`${style(process.stderr, "red", (error as Error).message)}\n${cure}\n`);
  return 1;
}
