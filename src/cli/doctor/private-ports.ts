import type { PrivateAddress, Reader } from "../../settings.ts";
import type { Check } from "./check.ts";

/** What answers where something is served for the host alone: ours, something else, or nothing. */
export type PortProbe = "answers" | "other" | "nothing";

/** What is served at ports of its own. */
const served = {
  metrics: {
    path: "/metrics",
    mark: "\ncoderag_info{",
    setting: "CODERAG_METRICS_PORT",
    seen: "whoever reaches that port can read how much is done, so let only your Prometheus in",
  },
  pages: {
    path: "/runs",
    mark: "<title>CodeRAG: runs</title>",
    setting: "CODERAG_PAGES_PORT",
    seen: "whoever reaches that port can read requests of private repositories, so put a proxy in front that asks for a password",
  },
} as const;

export type Served = keyof typeof served;

/** What the settings switch on. */
export const servedPorts = ({ isSet }: Pick<Reader, "isSet">): readonly Served[] =>
  (["metrics", "pages"] as const).filter((what) => isSet(served[what].setting));

/** Asks this machine, whatever address is listened on. */
export async function probePort(
  what: Served,
  { host, port }: PrivateAddress,
  signal: AbortSignal,
): Promise<PortProbe> {
  const { path, mark } = served[what];
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${near}:${port}${path}`, { signal });
    return (await answer.text()).includes(mark) ? "answers" : "other";
  } catch (error) {
    signal.throwIfAborted();
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    return code === "ECONNREFUSED" ? "nothing" : "other";
  }
}

/** No server runs while many an installation is looked at, so nothing at that address is no fault. */
export function checkPort(name: Served, { host, port }: PrivateAddress, probe: PortProbe): Check {
  const { path, setting, seen } = served[name];
  const where = `${host}:${port}`;
  if (probe === "other")
    return {
      ...{ name, state: "failed", detail: `something else answers at ${where}` },
      cure: `Choose another ${setting}, or stop what uses it.`,
    };
  const isNear = /^(?:127\.|localhost$|::1$)/.test(host);
  const now = probe === "answers" ? "served at" : "nothing runs yet at";
  return { name, state: "ok", detail: `${now} http://${where}${path}${isNear ? "" : `; ${seen}`}` };
}
