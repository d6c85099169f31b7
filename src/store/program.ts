import { spawn } from "node:child_process";

/** As whom a program runs, where not as ourselves. */
export interface SystemUser {
  readonly uid: number;
  readonly gid: number;
}

/** The server's programs get no environment of ours: it may hold secrets, and PG* variables would steer them. */
export const programEnvironment: Readonly<Record<string, string>> = {
  LC_ALL: "C",
  TZ: "UTC",
  PATH: "/usr/bin:/bin",
};

/** Runs a program to its end. Throws with what it printed when it fails. */
export function runProgram(
  path: string,
  args: readonly string[],
  user: SystemUser | undefined,
): Promise<void> {
  return new Promise((done, fail) => {
    const child = spawn(path, args, { env: programEnvironment, stdio: ["ignore", "pipe", "pipe"], ...user });
    let printed = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => {
        printed = (printed + chunk.toString()).slice(-4000);
      });
    child.on("error", fail);
    child.on("close", (code) =>
      code === 0 ? done() : fail(new Error(`${path} ended with ${code}: ${printed.trim()}`)),
    );
  });
}
