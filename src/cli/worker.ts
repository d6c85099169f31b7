import type { Command } from "commander";
import { programVersion } from "./version.ts";

/** Adds `coderag worker`: works on the runs of a server that shares its database. */
export function workerCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("worker")
    .description("work on runs without taking webhooks; several workers can share one database")
    .action(async () => {
      const { appHandlers } = await import("../compose.ts");
      const { loadConfig, takeEnvironment } = await import("../config.ts");
      const { serve } = await import("../main.ts");
      const config = loadConfig(takeEnvironment(), ["app"]);
      exit(await serve({ config, version: programVersion(), listens: false, handlers: appHandlers }));
    });
}
