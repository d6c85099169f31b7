import { startStarter } from "./programs.ts";
import { startTestServer } from "./test-server.ts";

/** For `after-all.ts`, which Jest loads apart. */
interface Kept {
  endTests?: () => Promise<void>;
}

/** What all test files share, for `globalSetup`. */
export default async function start(): Promise<void> {
  const ends = [await startStarter(), await startTestServer()];
  (globalThis as Kept).endTests = async () => {
    for (const end of ends) await end();
  };
}

export const end = async (): Promise<void> => (globalThis as Kept).endTests?.();
