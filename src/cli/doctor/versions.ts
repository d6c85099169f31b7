import type { Check } from "./check.ts";

/** Node runs the TypeScript sources as they stand from 24 on. */
export function checkNode(version: string): Check {
  const major = Number(/^v?(\d+)/.exec(version)?.[1]);
  if (major >= 24) return { name: "node", state: "ok", detail: version };
  return {
    name: "node",
    state: "failed",
    detail: `${version} is too old`,
    cure: "Start CodeRAG through npm (npm run ...), which brings Node 24 along on Linux, or install Node 24.",
  };
}

/** First patch level of each 2.x series with the fixes for CVE-2024-32002, 32004 and 32021; later series have them. */
const patched: Readonly<Record<number, number>> = { 39: 4, 40: 2, 41: 1, 42: 2, 43: 4, 44: 1, 45: 1 };

/** `said` is the line that `git version` prints. */
export function checkGit(said: string): Check {
  const name = "git";
  const [, major, minor, patch] = /(\d+)\.(\d+)(?:\.(\d+))?/.exec(said)?.map(Number) ?? [];
  const cure = "Install the newest git of your distribution.";
  if (major === undefined || minor === undefined)
    return { name, state: "failed", detail: `git says of its version: ${said.slice(0, 80)}`, cure };
  const version = `${major}.${minor}.${patch || 0}`;
  if (major < 2 || (major === 2 && minor < 39))
    return { name, state: "failed", detail: `${version} is older than 2.39`, cure };
  if (major === 2 && (patch || 0) < (patched[minor] ?? 0))
    return { name, state: "warning", detail: `${version} has known holes (CVE-2024-32002 and others)`, cure };
  return { name, state: "ok", detail: version };
}
