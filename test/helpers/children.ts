import type { ChildProcess } from "node:child_process";

const living = new Set<ChildProcess>();

/** The same process, which `endChildren` kills if it still lives then. */
export function watched<T extends ChildProcess>(child: T): T {
  living.add(child);
  child.once("exit", () => living.delete(child));
  return child;
}

/** Kills what a failed test left behind. */
export async function endChildren(): Promise<void> {
  const gone = [...living].map((child) => new Promise((done) => child.once("exit", done)));
  for (const child of living) child.kill("SIGKILL");
  await Promise.all(gone);
}
