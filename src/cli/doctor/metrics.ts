import type { PrivateAddress } from "../../settings.ts";
import type { Check } from "./check.ts";

/** What answers where the figures are served: ours, something else, or nothing. */
export type MetricsProbe = "answers" | "other" | "nothing";

/** Asks this machine, whatever address is listened on. */
export async function probeMetrics(
  { host, port }: PrivateAddress,
  signal: AbortSignal,
): Promise<MetricsProbe> {
  const near = host === "0.0.0.0" || host === "::" ? "127.0.0.1" : host.includes(":") ? `[${host}]` : host;
  try {
    const answer = await fetch(`http://${near}:${port}/metrics`, { signal });
    return (await answer.text()).includes("\ncoderag_info{") ? "answers" : "other";
  } catch (error) {
    signal.throwIfAborted();
    const { code } = (error as { cause?: { code?: string } }).cause ?? {};
    return code === "ECONNREFUSED" ? "nothing" : "other";
  }
}

/** No server runs while many an installation is looked at, so nothing at that address is no fault. */
export function checkMetrics({ host, port }: PrivateAddress, probe: MetricsProbe): Check {
  const name = "metrics";
  const where = `${host}:${port}`;
  if (probe === "other")
    return {
      ...{ name, state: "failed", detail: `something else answers at ${where}` },
      cure: "Choose another CODERAG_METRICS_PORT, or stop what uses it.",
    };
  const near = /^(?:127\.|localhost$|::1$)/.test(host);
  const seen = near
    ? ""
    : "; whoever reaches that port can read how much is done, so let only your Prometheus in";
  const now = probe === "answers" ? "served at" : "nothing runs yet at";
  return { name, state: "ok", detail: `${now} http://${where}/metrics${seen}` };
}
