import type { Command } from "commander";
import { appHandlers } from "../compose.ts";
import { loadConfig, takeEnvironment } from "../config.ts";
import { serve } from "../main.ts";

/** Adds `coderag worker`: works on the runs of a server that shares its database. */
export function workerCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("worker")
    .description("work on runs without taking webhooks; several workers share one database")
    .action(async () => {
      const config = loadConfig(takeEnvironment(), ["app"]);
      exit(await serve({ config, listens: false, handlers: appHandlers }));
    });
}
