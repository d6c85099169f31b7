import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo, Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createServer as createTlsServer, getCACertificates, setDefaultCACertificates } from "node:tls";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import { createFetcher } from "../../src/web/fetcher.ts";
import { systemNetwork } from "../../src/web/network.ts";
import { faultOf, signal } from "./small-internet.ts";

/** This machine's own network, without a resolver or sockets of the test's making. */
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

async function listen(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((settle) => void server.listen(0, "127.0.0.1", settle));
  return (server.address() as AddressInfo).port;
}

describe("connections with TLS", () => {
  const folder = mkdtempSync(join(tmpdir(), "coderag-tls-"));
  const usual = getCACertificates("default");
  const place = (name: string): string => join(folder, name);
  beforeAll(() => {
    const options = [
      "-x509",
      "-newkey",
      "ec",
      "-pkeyopt",
      "ec_paramgen_curve:prime256v1",
      "-nodes",
      "-days",
      "2",
    ];
    const names = ["-subj", "/CN=docs.example.com", "-addext", "subjectAltName=DNS:docs.example.com"];
    const files = ["-keyout", place("key.pem"), "-out", place("cert.pem")];
    execFileSync("openssl", ["req", ...options, ...names, ...files], { stdio: "ignore" });
  });
  afterEach(() => setDefaultCACertificates(usual));
  afterAll(() => rmSync(folder, { recursive: true }));

  const check = async (host: string, trusted: "trusted" | "unknown", expected: string): Promise<void> => {
    const [key, cert] = [readFileSync(place("key.pem")), readFileSync(place("cert.pem"), "utf8")];
    const server = createTlsServer({ key, cert }, (socket) => {
      socket.on("error", () => {});
      socket.end("HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\nContent-Length: 2\r\n\r\nok");
    });
    const port = await listen(server);
    if (trusted === "trusted") setDefaultCACertificates([cert]);
    const network = {
      resolve: async () => ["93.184.215.14"],
      connect: (to: Parameters<typeof systemNetwork.connect>[0], limited: AbortSignal) =>
        systemNetwork.connect({ ...to, address: "127.0.0.1", port }, limited),
    };
    expect(await faultOf(createFetcher(network).page(`https://${host}/`, signal))).toContain(expected);
  };
  test.each([
    ["docs.example.com", "trusted", '"text":"ok"'],
    ["docs.example.com", "unknown", "unreachable: does not answer"],
    ["other.example.com", "trusted", "unreachable: does not answer"],
  ] as const)("%s, %s", check);
});

describe("this machine's network", () => {
  test("reaches a service of the operator by its name, and no page there", async () => {
    const port = await listen(
      createServer((_, response) => {
        response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}');
      }),
    );
    const fetcher = createFetcher();
    const url = new URL(`http://localhost:${port}/search`);
    expect(await fetcher.json({ url, reach: "own" }, signal)).toEqual({ a: 1 });
    expect(await faultOf(fetcher.json({ url }, signal))).toBe("address: names a port");
    expect(await faultOf(fetcher.json({ url: new URL("http://localhost/") }, signal))).toBe(
      "address: is no public address",
    );
  });

  test("says that a name has no address, and that nobody answers", async () => {
    const fetcher = createFetcher();
    expect(await faultOf(fetcher.page("https://no-such-name.example.com.invalid.example/", signal))).toMatch(
      /^unreachable: /,
    );
    const port = await listen(createServer());
    await new Promise((settle) => servers.pop()!.close(settle));
    const url = new URL(`http://127.0.0.1:${port}/`);
    expect(await faultOf(fetcher.json({ url, reach: "own" }, signal))).toBe("unreachable: does not answer");
  });
});
