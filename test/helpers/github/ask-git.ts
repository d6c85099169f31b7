import { runProgram } from "../programs.ts";

/** Runs git in a bare repository and gives its bytes; undefined where git says no. */
export async function askGit(
  dir: string,
  argv: readonly string[],
  options: { readonly input?: Uint8Array | string; readonly environment?: Record<string, string> } = {},
): Promise<Buffer | undefined> {
  const env = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    ...options.environment,
  };
  const { code, output } = await runProgram({ argv: ["git", "-C", dir, ...argv], env, input: options.input });
  return code === 0 ? output : undefined;
}
