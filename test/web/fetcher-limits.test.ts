import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { createFetcher, type FetchLimits, usualFetchLimits } from "../../src/web/fetcher.ts";
import { faultOf, signal, smallInternet } from "./small-internet.ts";

const small: Partial<FetchLimits> = { bytes: 10_000, serviceBytes: 10_000 };
/** Only where nothing comes: whatever does come may take its time. */
const hasty: Partial<FetchLimits> = { ...small, connectMs: 300, totalMs: 600 };
const mute = "timeout: takes too long";
const html = { "content-type": "text/html" };

describe("a body", () => {
  /** What is read of an answer: `LENGTH cut`, or the fault. */
  const check = async (
    answer: (response: ServerResponse) => void,
    page: string,
    json: string,
  ): Promise<void> => {
    const internet = await smallInternet((request, response) => {
      if (request.headers.accept === "application/json")
        response.setHeader("content-type", "application/json");
      else response.setHeader("content-type", "text/html");
      answer(response);
    });
    const fetcher = internet.fetcher(page === mute ? hasty : small);
    const read = fetcher.page("https://a.example.com/", signal);
    const shown = read.then(({ text, cut }) => `${text.length}${cut ? " cut" : ""}`);
    expect(await faultOf(shown).then((said) => said.replace(/^no fault: "(.*)"$/, "$1"))).toBe(page);
    expect(await faultOf(fetcher.json({ url: new URL("https://a.example.com/") }, signal))).toBe(json);
  };

  const packed = (encoding: string, body: Buffer) => (response: ServerResponse) => {
    response.setHeader("content-encoding", encoding);
    response.end(body);
  };
  const zeros = Buffer.alloc(20 * 2 ** 20);
  const bomb = gzipSync(zeros);
  const broken = "unreadable: broke off while it was read";

  test.each<[string, (response: ServerResponse) => void, string, string]>([
    [
      "as large as allowed",
      (r) => r.end(`"${"x".repeat(9_998)}"`),
      "10000",
      `no fault: "${"x".repeat(9_998)}"`,
    ],
    ["one byte too large", (r) => r.end("x".repeat(10_001)), "10000 cut", "too-large: is too large"],
    ["many times too large", (r) => r.end(zeros), "10000 cut", "too-large: is too large"],
    [
      "without an end",
      (r) => void r.on("drain", () => r.write(zeros.subarray(0, 65_536))).write(zeros.subarray(0, 65_536)),
      "10000 cut",
      "too-large: is too large",
    ],
    ["packed", packed("gzip", gzipSync('{"a":1}')), "7", 'no fault: {"a":1}'],
    ["packed otherwise", packed("br", brotliCompressSync('{"a":1}')), "7", 'no fault: {"a":1}'],
    [
      "a bomb that needs more packed bytes than allowed",
      packed("gzip", bomb),
      "10000 cut",
      "too-large: is too large",
    ],
    [
      "a small bomb",
      packed("gzip", gzipSync(zeros.subarray(0, 5 * 2 ** 20))),
      "10000 cut",
      "too-large: is too large",
    ],
    ["a bomb of brotli", packed("br", brotliCompressSync(zeros)), "10000 cut", "too-large: is too large"],
    [
      "packed twice",
      packed("gzip, gzip", gzipSync(gzipSync("x"))),
      "type: is packed in a way that was not asked for",
      "type: is packed in a way that was not asked for",
    ],
    [
      "packed as nobody asked",
      packed("zstd", Buffer.from("x")),
      "type: is packed in a way that was not asked for",
      "type: is packed in a way that was not asked for",
    ],
    ["not packed as it says", packed("gzip", Buffer.from("plain")), broken, broken],
    ["packed and cut off", packed("gzip", bomb.subarray(0, 20)), broken, broken],
    [
      "cut off",
      (r) => {
        r.setHeader("content-length", 100);
        r.write("x");
        setTimeout(() => r.destroy(), 20);
      },
      broken,
      broken,
    ],
    ["that never comes", (r) => void r.write("x"), mute, mute],
    [
      "that drips",
      (r) => {
        const drip = setInterval(() => r.write("x"), 30);
        r.on("close", () => clearInterval(drip));
      },
      mute,
      mute,
    ],
  ])("%s", (_, answer, page, json) => check(answer, page, json));
});

describe("a server", () => {
  const raw = async (text: string, expected: string): Promise<void> => {
    const internet = await smallInternet(
      (socket: Socket) => void socket.once("data", () => socket.write(text)),
      {},
      "tcp",
    );
    const fetcher = internet.fetcher(expected === mute ? hasty : small);
    expect(await faultOf(fetcher.page("https://a.example.com/", signal))).toMatch(expected);
  };
  const odd = "unreadable: does not speak HTTP as asked";
  test.each([
    ["nothing", "", mute],
    ["half a head", "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n", mute],
    ["only that one may go on", "HTTP/1.1 100 Continue\r\n\r\n", mute],
    ["another protocol", "SSH-2.0-OpenSSH_9.2\r\n", odd],
    ["two lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx", odd],
    [
      "a length and chunks",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\nx",
      odd,
    ],
    ["a large head", `HTTP/1.1 200 OK\r\nX: ${"x".repeat(100_000)}\r\n\r\n`, odd],
    [
      "that it changes the protocol",
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n",
      odd,
    ],
    [
      "more than it announced",
      "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 2\r\n\r\nok and much more",
      '"text":"ok"',
    ],
  ])("that says %s", (_, text, expected) => raw(text, expected));

  test("that says nothing for long is given up, and so is a connection that does not come", async () => {
    const internet = await smallInternet(() => {});
    expect(await faultOf(internet.fetcher(hasty).page("https://a.example.com/", signal))).toBe(mute);
    const network = {
      ...internet.network,
      connect: (_: unknown, limited: AbortSignal) =>
        new Promise<never>((_settle, reject) =>
          limited.addEventListener("abort", () => reject(limited.reason)),
        ),
    };
    const fetcher = createFetcher(network, { ...usualFetchLimits, ...hasty });
    expect(await faultOf(fetcher.page("https://a.example.com/", signal))).toBe(
      "timeout: does not answer in time",
    );
    const silent = createFetcher(
      { ...network, resolve: () => new Promise<never>(() => {}) },
      { ...usualFetchLimits, ...hasty },
    );
    expect(await faultOf(silent.page("https://a.example.com/", signal))).toBe(mute);
  });

  test("is left when the run is cancelled, wherever the work stands", async () => {
    const starts = [
      smallInternet(() => {}),
      smallInternet((_, response) => void response.writeHead(200, html).write("x")),
    ];
    for (const internet of await Promise.all(starts)) {
      const cancel = new AbortController();
      const asked = internet.fetcher().page("https://a.example.com/", cancel.signal);
      setTimeout(() => cancel.abort(new Error("cancelled")), 50);
      await expect(asked).rejects.toThrow("cancelled");
    }
    await expect(
      (await starts[0]!).fetcher().page("https://a.example.com/", AbortSignal.abort()),
    ).rejects.toThrow(/abort/i);
  });
});
