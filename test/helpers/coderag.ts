import { spawn } from "node:child_process";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll } from "@jest/globals";
import { endChildren, watched } from "./children.ts";
import { compileCache } from "./compile-cache.ts";

/** The command line as a person starts it, in a folder of the test. */
export const coderagProgram = resolve(import.meta.dirname, "..", "..", "src", "cli", "bin.mjs");

export interface Ended {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

/** What the program sees of the world. */
export const coderagEnvironment = (home: string): Record<string, string> => ({
  ...{ PATH: process.env["PATH"]!, HOME: home, CODERAG_HOME: join(home, "data"), TMPDIR: tmpdir() },
  ...compileCache,
});

/** A test that ran out of time waits for its program no more, and the program would burn a processor until it is done. */
afterAll(endChildren);

/** Starts the real program, which also sees `more`; `ended` resolves when it is over. */
export function beginCoderag(home: string, argv: readonly string[], more: Record<string, string> = {}) {
  const child = watched(
    spawn(process.execPath, ["--disable-warning=ExperimentalWarning", coderagProgram, ...argv], {
      ...{ cwd: home, env: { ...coderagEnvironment(home), ...more } },
    }),
  );
  let [out, err] = ["", ""];
  child.stdout.on("data", (chunk) => {
    out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    err += chunk;
  });
  const ended = new Promise<Ended>((done) => child.once("close", (code) => done({ code, out, err })));
  return { child, ended };
}

export const runCoderag = (home: string, ...argv: readonly string[]): Promise<Ended> =>
  beginCoderag(home, argv).ended;
