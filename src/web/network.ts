import { lookup } from "node:dns/promises";
import { connect as connectPlain, isIP, type Socket } from "node:net";
import { connect as connectTls } from "node:tls";
import { WebFault } from "./fault.ts";

/** The outside as the fetcher sees it: a name's addresses, and a connection to one of them. Nothing resolves twice. */
export interface Network {
  /** Every address of the name, as text; rejects where it has none. */
  resolve(host: string): Promise<readonly string[]>;
  /** A connection that is ready to speak on. With `tls` the certificate is for that host. */
  connect(to: Destination, signal: AbortSignal): Promise<Socket>;
}

export interface Destination {
  /** An IP address. */
  readonly address: string;
  readonly port: number;
  readonly tls: string | undefined;
}

/** This machine's resolver and sockets. Proxies are not used: behind one, what is connected to cannot be checked. */
export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  connect,
};

function connect({ address, port, tls }: Destination, signal: AbortSignal): Promise<Socket> {
  return new Promise((settle, reject) => {
    const socket =
      tls === undefined
        ? connectPlain({ host: address, port })
        : connectTls({
            ...{ host: address, port, ALPNProtocols: ["http/1.1"] },
            ...(isIP(tls) === 0 ? { servername: tls } : {}),
          });
    const fail = (reason: unknown): void => {
      signal.removeEventListener("abort", abort);
      socket.destroy();
      reject(reason);
    };
    const abort = (): void => fail(signal.reason);
    socket.on("error", () => fail(new WebFault("unreachable", "does not answer")));
    socket.once(tls === undefined ? "connect" : "secureConnect", () => {
      signal.removeEventListener("abort", abort);
      settle(socket);
    });
    signal.addEventListener("abort", abort);
    if (signal.aborted) abort();
  });
}
