import { chmod, mkdtemp, readdir } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startStarter } from "./programs.ts";
import { startTestServer } from "./test-server.ts";

/** For `after-all.ts`, which Jest loads apart. */
interface Kept {
  endTests?: () => Promise<void>;
}

/**
 * What all test files share, for `globalSetup`. All temporary files of a run lie in one folder, so that also a run that
 * is killed leaves nothing behind.
 */
export default async function start(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "coderag-tests-"));
  // PostgreSQL, which refuses to run as root, is another user then.
  await chmod(folder, 0o711);
  const endStarter = await startStarter(folder);
  const ours = await readdir(folder);
  process.env["TMPDIR"] = folder;
  const stopServer = await startTestServer();
  (globalThis as Kept).endTests = async () => {
    await stopServer();
    const left = (await readdir(folder)).filter((name) => !ours.includes(name));
    await endStarter();
    if (left.length === 0) return;
    process.stderr.write(`The tests left this in the folder for temporary files: ${left.join(", ")}\n`);
    process.exitCode = 1;
  };
}

export const end = async (): Promise<void> => (globalThis as Kept).endTests?.();
