import type { Command } from "commander";
import type { DoctorDependencies } from "./doctor/examine.ts";
import { interruptible } from "./interruptible.ts";
import { jsonText } from "./print.ts";
import { whileWaiting } from "./waiting.ts";

/** Adds `coderag doctor [--json]` to the program. */
export function doctorCommand(
  program: Command,
  dependenciesOf: () => DoctorDependencies | Promise<DoctorDependencies>,
): void {
  program
    .command("doctor")
    .description("check this installation: what is wrong with it, and how to fix it")
    .option("--json", "print the checks as JSON")
    .action(async ({ json }: { json?: boolean }) => {
      const dependencies = await dependenciesOf();
      const { output, redact } = dependencies;
      const { examine } = await import("./doctor/examine.ts");
      const { renderChecks } = await import("./doctor/render.ts");
      const checks = await interruptible((signal) =>
        whileWaiting(process.stderr, "Looking at this installation", () => examine(dependencies, signal)),
      );
      output.write(redact(json ? `${jsonText(checks)}\n` : renderChecks(checks, output)));
      output.exit(checks.some((check) => check.state === "failed") ? 1 : 0);
    });
}
