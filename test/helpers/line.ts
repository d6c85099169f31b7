import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

/** A line to a server, which can go dead without a word: as when a host loses its power. */
export interface Line {
  /** The server's address, through this line. */
  readonly url: string;
  /** How many connections went through it. */
  readonly connections: () => number;
  /** What is said on the connections there are goes nowhere from now on, and nobody is told. New ones work. */
  fallSilent(): void;
  close(): void;
}

export async function startLine(to: string): Promise<Line> {
  const { hostname, port } = new URL(to);
  const pairs: (readonly [Socket, Socket])[] = [];
  const server = createServer((near) => {
    const far = connect(Number(port), hostname);
    pairs.push([near, far]);
    near.pipe(far).on("error", () => near.destroy());
    far.pipe(near).on("error", () => far.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = new URL(to);
  url.hostname = "127.0.0.1";
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    connections: () => pairs.length,
    fallSilent() {
      for (const socket of pairs.flat()) socket.unpipe().resume();
    },
    close() {
      for (const socket of pairs.flat()) socket.destroy();
      server.close();
    },
  };
}
