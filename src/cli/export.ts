import type { Command } from "commander";

/** Adds `coderag export`: a run of the server as a recording. */
export function exportCommand(program: Command): void {
  program
    .command("export")
    .argument("<run>", "the run's id, as its comment, the log and the page of runs name it")
    .description("print a run of the server as a recording, which `coderag replay` goes through again")
    .addHelpText("after", help)
    // Loaded when it runs, so that a help text need not wait.
    .action(async (run: string) => (await import("./export/run-export.ts")).runExport(run));
}

const help = `
Works on the server's machine, with its settings (.env.example): it reads the database, fetches the
repository to know what the model was asked, and writes nothing. A run can be exported from its end until
CODERAG_KEEP_DAYS later. Known secrets are taken out. The recording holds code of the repository and the
thread: give it to nobody who may not read these.

Examples:
  coderag export 8c1f0f0e-5b0f-4d7c-9d43-0d2f4b1f2a11 > run.json
  docker compose exec -T app node src/cli/bin.mjs export RUN > run.json`;
