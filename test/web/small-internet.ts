/**
 * A small internet for tests: names and public addresses that do not exist, behind which real HTTP servers of this
 * machine answer. What the fetcher resolves and connects to is recorded.
 */
import { createServer, type RequestListener, type Server } from "node:http";
import { type AddressInfo, connect, createServer as createTcpServer, type Socket } from "node:net";
import { afterEach } from "@jest/globals";
import { WebFault } from "../../src/web/fault.ts";
import { createFetcher, type Fetcher, type FetchLimits, usualFetchLimits } from "../../src/web/fetcher.ts";
import type { Destination, Network } from "../../src/web/network.ts";

export const publicAddress = "93.184.215.14";
export const signal = new AbortController().signal;

export interface SmallInternet {
  readonly network: Network;
  readonly resolved: string[];
  readonly connected: Destination[];
  fetcher(limits?: Partial<FetchLimits>): Fetcher;
}

const servers: { close(): unknown }[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

/** `names` resolve as given, or to a list per question; others to one public address. All lead to `answer`. */
export async function smallInternet(
  answer: RequestListener | ((socket: Socket) => void),
  names: Readonly<Record<string, readonly string[] | readonly (readonly string[])[]>> = {},
  speaks: "http" | "tcp" = "http",
): Promise<SmallInternet> {
  const server =
    speaks === "http"
      ? createServer(answer as RequestListener)
      : createTcpServer(answer as (socket: Socket) => void);
  await listening(server as Server);
  const { port } = server.address() as AddressInfo;
  const resolved: string[] = [];
  const connected: Destination[] = [];
  const network: Network = {
    resolve: async (host) => {
      const asked = resolved.filter((one) => one === host).length;
      resolved.push(host);
      const given = names[host] ?? [publicAddress];
      return (
        Array.isArray(given[0]) ? given[Math.min(asked, given.length - 1)] : given
      ) as readonly string[];
    },
    connect: (to, limited) => {
      connected.push(to);
      return new Promise((settle, reject) => {
        const socket = connect({ host: "127.0.0.1", port });
        socket.once("connect", () => settle(socket));
        socket.once("error", () => reject(new WebFault("unreachable", "does not answer")));
        limited.addEventListener("abort", () => reject(limited.reason), { once: true });
      });
    },
  };
  return {
    ...{ network, resolved, connected },
    fetcher: (limits = {}) => createFetcher(network, { ...usualFetchLimits, ...limits }),
  };
}

function listening(server: Server): Promise<void> {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    // A reader that has enough closes in the middle of an answer.
    socket.on("error", () => {});
    socket.once("close", () => sockets.delete(socket));
  });
  servers.push({
    close: () => {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  });
  return new Promise((settle) => void server.listen(0, "127.0.0.1", settle));
}

/** The fault of a question that fails, as `kind: message`; what it answered otherwise. */
export async function faultOf(question: Promise<unknown>): Promise<string> {
  try {
    return `no fault: ${JSON.stringify(await question)}`;
  } catch (error) {
    if (error instanceof WebFault) return `${error.kind}: ${error.message}`;
    throw error;
  }
}
