import type { Command } from "commander";
import { appHandlers } from "../compose.ts";
import { loadConfig, takeEnvironment } from "../config.ts";
import { serve } from "../main.ts";

/** Adds `coderag serve`: takes webhooks, and works on the runs too unless told otherwise. */
export function serveCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("serve")
    .description("take GitHub's webhooks and work on the runs (settings: .env.example)")
    .option("--no-worker", "only take webhooks; `coderag worker` does the work elsewhere")
    .action(async ({ worker }: { worker: boolean }) => {
      const config = loadConfig(takeEnvironment(), ["app"]);
      exit(await serve({ config, listens: true, ...(worker ? { handlers: appHandlers } : {}) }));
    });
}
