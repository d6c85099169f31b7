import { type IncomingMessage, request } from "node:http";
import { isIP, type Socket } from "node:net";
import { isPublicAddress } from "./addresses.ts";
import { WebFault } from "./fault.ts";
import type { Network } from "./network.ts";
import { acceptedEncodings } from "./read-body.ts";
import { hostOf } from "./vet-url.ts";

/** Says who asks and why, so that a site can refuse us by name. */
const userAgent = "CodeRAG/0.1 (GitHub App; reads single pages on a maintainer's request; no crawler)";

const mostAddresses = 3;

export interface Question {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  /** `public`: every address that the name has must be public. `own`: the operator's own service, wherever it is. */
  readonly reach: "public" | "own";
  readonly connectMs: number;
}

/**
 * One GET and the head of its answer: the name is resolved once, its addresses are checked, and the connection goes to
 * a checked address, so that a name which resolves to something else a moment later changes nothing. No cookie, no
 * referrer, no proxy, no connection that is kept.
 */
export async function exchange(
  network: Network,
  { url, headers, reach, connectMs }: Question,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const addresses = await addressesOf(network, url, reach, signal);
  const socket = await dial(network, url, addresses, connectMs, signal);
  return new Promise((settle, reject) => {
    const asked = request({
      createConnection: () => socket,
      method: "GET",
      path: `${url.pathname}${url.search}`,
      headers: {
        host: url.host,
        "user-agent": userAgent,
        "accept-encoding": acceptedEncodings,
        connection: "close",
        ...headers,
      },
      signal,
    });
    asked.once("response", settle);
    asked.once("upgrade", (_response, upgraded: Socket) => {
      upgraded.destroy();
      reject(new WebFault("unreadable", "does not speak HTTP as asked"));
    });
    asked.on("error", () =>
      reject(signal.aborted ? signal.reason : new WebFault("unreadable", "does not speak HTTP as asked")),
    );
    asked.end();
  });
}

async function addressesOf(
  network: Network,
  url: URL,
  reach: Question["reach"],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const host = hostOf(url);
  const found = isIP(host) === 0 ? await resolve(network, host, signal) : [host];
  if (found.length === 0) throw new WebFault("unreachable", "has no address");
  // One private address among public ones is how a name is made to pass this check and still lead inside.
  if (reach === "public" && !found.every(isPublicAddress))
    throw new WebFault("address", "is no public address");
  return [...found].sort((a, b) => isIP(a) - isIP(b)).slice(0, mostAddresses);
}

function resolve(network: Network, host: string, signal: AbortSignal): Promise<readonly string[]> {
  return new Promise((settle, reject) => {
    signal.throwIfAborted();
    // A resolver knows of no signals.
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    network.resolve(host).then(settle, () => reject(new WebFault("unreachable", "has no address")));
  });
}

async function dial(
  network: Network,
  url: URL,
  addresses: readonly string[],
  connectMs: number,
  signal: AbortSignal,
): Promise<Socket> {
  const secure = url.protocol === "https:";
  const port = url.port === "" ? (secure ? 443 : 80) : Number(url.port);
  const tls = secure ? hostOf(url) : undefined;
  let fault = new WebFault("unreachable", "does not answer");
  for (const address of addresses) {
    const patience = AbortSignal.timeout(connectMs);
    try {
      return await network.connect({ address, port, tls }, AbortSignal.any([signal, patience]));
    } catch (error) {
      signal.throwIfAborted();
      if (patience.aborted) fault = new WebFault("timeout", "does not answer in time");
      else if (!(error instanceof WebFault)) throw error;
    }
  }
  throw fault;
}
