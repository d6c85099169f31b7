import { spawn } from "node:child_process";

/** Runs git in a bare repository and gives its bytes; undefined where git says no. */
export async function askGit(
  dir: string,
  argv: readonly string[],
  options: { readonly input?: Uint8Array | string; readonly environment?: Record<string, string> } = {},
): Promise<Buffer | undefined> {
  const child = spawn("git", ["-C", dir, ...argv], {
    env: {
      PATH: process.env["PATH"],
      GIT_CONFIG_NOSYSTEM: "1",
      GIT_CONFIG_GLOBAL: "/dev/null",
      ...options.environment,
    },
    stdio: ["pipe", "pipe", "ignore"],
  });
  child.stdin.on("error", () => undefined); // git may end before it has read everything
  child.stdin.end(options.input);
  const closed = new Promise<number | null>((resolve, reject) => {
    child.on("close", resolve);
    child.on("error", reject);
  });
  const parts: Buffer[] = [];
  for await (const part of child.stdout) parts.push(part as Buffer);
  return (await closed) === 0 ? Buffer.concat(parts) : undefined;
}
