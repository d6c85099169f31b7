import type { Command } from "commander";
import { programVersion } from "./version.ts";

/** Adds `coderag serve`: takes webhooks, and works on the runs too unless told otherwise. */
export function serveCommand(program: Command, exit: (code: number) => void): void {
  program
    .command("serve")
    .description(
      "start the server of the App: take GitHub's webhooks and work on the runs (settings: .env.example)",
    )
    .option("--no-worker", "only take webhooks; leave the work to `coderag worker` elsewhere")
    .action(async ({ worker }: { worker: boolean }) => {
      const { appHandlers } = await import("../compose.ts");
      const { loadConfig, takeEnvironment } = await import("../config.ts");
      const { serve } = await import("../main.ts");
      const config = loadConfig(takeEnvironment(), ["app"]);
      exit(
        await serve({
          config,
          version: programVersion(),
          listens: true,
          ...(worker ? { handlers: appHandlers } : {}),
        }),
      );
    });
}
