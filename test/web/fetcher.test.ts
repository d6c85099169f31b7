import type { RequestListener } from "node:http";
import { describe, expect, test } from "@jest/globals";
import { WebFault } from "../../src/web/fault.ts";
import { createFetcher } from "../../src/web/fetcher.ts";
import { faultOf, publicAddress, signal, smallInternet } from "./small-internet.ts";

/** Answers by path and host; `redirect` paths say where to. */
const site = (places: Readonly<Record<string, string>>): RequestListener => {
  return (request, response) => {
    const target = places[`${request.headers.host}${request.url}`] ?? places[request.url!];
    if (target?.startsWith("=>")) {
      const [status, location] = target.slice(2).split(" ");
      response.writeHead(Number(status), { location: location! }).end();
    } else {
      const known = target !== undefined;
      response.writeHead(known ? 200 : 404, { "content-type": "text/html; charset=utf-8" });
      response.end(target ?? "nothing");
    }
  };
};

describe("a page", () => {
  test("is read from the address that was checked, with nothing of ours but a name", async () => {
    let headers: object = {};
    const internet = await smallInternet((request, response) => {
      headers = request.headers;
      response.writeHead(200, { "content-type": "text/html; charset=iso-8859-1", "set-cookie": "a=b" });
      response.end(Buffer.from("<p>caf\xe9</p>", "latin1"));
    });
    const page = await internet.fetcher().page("https://docs.example.com/a?b=c#d", signal);
    expect(page).toEqual({
      ...{ url: "https://docs.example.com/a?b=c", type: "text/html" },
      ...{ text: "<p>café</p>", cut: false },
    });
    expect(internet.connected).toEqual([{ address: publicAddress, port: 443, tls: "docs.example.com" }]);
    expect(Object.keys(headers).sort()).toEqual([
      "accept",
      "accept-encoding",
      "connection",
      "host",
      "user-agent",
    ]);
    expect(headers).toMatchObject({
      host: "docs.example.com",
      "user-agent": expect.stringContaining("CodeRAG"),
    });
  });

  test("the second address is tried where the first does not answer", async () => {
    const internet = await smallInternet(site({ "/": "fine" }), {
      "two.example.com": ["2606:4700::1", "1.1.1.1"],
    });
    const once = internet.network.connect;
    let failures = 1;
    const network = {
      ...internet.network,
      connect: (...given: Parameters<typeof once>) =>
        failures-- > 0 ? Promise.reject(new WebFault("unreachable", "does not answer")) : once(...given),
    };
    expect((await createFetcher(network).page("http://two.example.com/", signal)).text).toBe("fine");
    expect(internet.connected).toEqual([{ address: "2606:4700::1", port: 80, tls: undefined }]);
  });
});

describe("a name", () => {
  const check = async (addresses: readonly string[], expected: string): Promise<void> => {
    const internet = await smallInternet(site({ "/": "inside" }), { "rebind.example.com": addresses });
    expect(await faultOf(internet.fetcher().page("http://rebind.example.com/", signal))).toBe(expected);
    expect(internet.connected).toEqual([]);
  };
  const local = "address: is no public address";
  test.each([
    [["127.0.0.1"], local],
    [["10.1.2.3"], local],
    [["169.254.169.254"], local],
    [["100.64.0.1"], local],
    [["::1"], local],
    [["::ffff:127.0.0.1"], local],
    [["fd00::1"], local],
    [["64:ff9b::7f00:1"], local],
    [[publicAddress, "127.0.0.1"], local],
    [["2606:4700::1", "fe80::1"], local],
    [["no address"], local],
  ])("that has the addresses %j is not connected to", check);

  test("that has none is not reached", async () => {
    const internet = await smallInternet(site({}));
    const network = { ...internet.network, resolve: async () => [] };
    expect(await faultOf(createFetcher(network).page("http://gone.example.com/", signal))).toBe(
      "unreachable: has no address",
    );
    const failing = { ...internet.network, resolve: () => Promise.reject(new Error("ENOTFOUND")) };
    expect(await faultOf(createFetcher(failing).page("http://gone.example.com/", signal))).toBe(
      "unreachable: has no address",
    );
  });

  test("is resolved once a request: what it becomes a moment later changes nothing", async () => {
    const internet = await smallInternet(site({ "/": "public" }), {
      "rebind.example.com": [[publicAddress], ["127.0.0.1"]],
    });
    const fetcher = internet.fetcher();
    expect((await fetcher.page("http://rebind.example.com/", signal)).text).toBe("public");
    expect(internet.resolved).toEqual(["rebind.example.com"]);
    expect(internet.connected.map(({ address }) => address)).toEqual([publicAddress]);
    expect(await faultOf(fetcher.page("http://rebind.example.com/", signal))).toBe(local);
  });
});

describe("a redirect", () => {
  const names = { "inside.example.com": ["10.0.0.1"], "turns.example.com": [[publicAddress], ["127.0.0.1"]] };
  const check = async (start: string, places: Record<string, string>, expected: string): Promise<void> => {
    const internet = await smallInternet(site(places), names);
    const result = await faultOf(internet.fetcher().page(start, signal));
    if (expected.startsWith("https:") || expected.startsWith("http:"))
      expect(result).toContain(`"url":"${expected}"`);
    else expect(result).toBe(expected);
    expect(internet.connected.every(({ address }) => address === publicAddress)).toBe(true);
  };
  const local = "address: is no public address";
  test.each([
    ["https://a.example.com/", { "/": "=>301 /b", "/b": "here" }, "https://a.example.com/b"],
    ["https://a.example.com/", { "/": "=>302 //b.example.com/b", "/b": "here" }, "https://b.example.com/b"],
    [
      "http://a.example.com/",
      { "a.example.com/": "=>308 https://b.example.com/", "b.example.com/": "here" },
      "https://b.example.com/",
    ],
    [
      "https://a.example.com/1",
      { "/1": "=>303 /2", "/2": "=>307 /3", "/3": "=>301 /4", "/4": "here" },
      "https://a.example.com/4",
    ],
    [
      "https://a.example.com/1",
      { "/1": "=>303 /2", "/2": "=>307 /3", "/3": "=>301 /4", "/4": "=>301 /5", "/5": "here" },
      "redirect: redirects too often",
    ],
    ["https://a.example.com/", { "/": "=>301 /" }, "redirect: redirects too often"],
    [
      "https://a.example.com/",
      { "/": "=>301 http://a.example.com/b", "/b": "here" },
      "redirect: redirects to a connection that is not encrypted",
    ],
    ["https://a.example.com/", { "/": "=>301 http://127.0.0.1/" }, local],
    ["https://a.example.com/", { "/": "=>301 https://2130706433/" }, local],
    ["https://a.example.com/", { "/": "=>301 https://[::ffff:10.0.0.1]/" }, local],
    ["https://a.example.com/", { "/": "=>301 https://localhost/" }, local],
    ["https://a.example.com/", { "/": "=>302 https://inside.example.com/" }, local],
    ["https://turns.example.com/", { "/": "=>302 https://turns.example.com/again" }, local],
    ["https://a.example.com/", { "/": "=>302 https://b.example.com:8443/" }, "address: names a port"],
    ["https://a.example.com/", { "/": "=>302 https://me:word@b.example.com/" }, "address: names a user"],
    ["https://a.example.com/", { "/": "=>302 file:///etc/passwd" }, "address: is neither http nor https"],
    ["https://a.example.com/", { "/": "=>302 ftp://b.example.com/" }, "address: is neither http nor https"],
    [
      "https://a.example.com/",
      { "/": "=>302 gopher://b.example.com/" },
      "address: is neither http nor https",
    ],
    ["https://a.example.com/", { "/": "=>302 http://" }, "address: is no address"],
    ["https://a.example.com/", { "/": "=>304 /b" }, "status: answers 304"],
  ] as const)("%s %j", check);

  test("without a place is no page", async () => {
    const internet = await smallInternet((_, response) => void response.writeHead(302).end());
    expect(await faultOf(internet.fetcher().page("https://a.example.com/", signal))).toBe(
      "status: answers 302",
    );
  });
});

describe("what comes back", () => {
  const check = async (status: number, type: string | undefined, expected: string): Promise<void> => {
    const internet = await smallInternet((_, response) => {
      response.writeHead(status, type === undefined ? {} : { "content-type": type });
      response.end('{"a":1}');
    });
    expect(await faultOf(internet.fetcher().page("https://a.example.com/", signal))).toMatch(expected);
  };
  test.each([
    [200, "text/html", '"type":"text/html"'],
    [200, "TEXT/HTML ; charset=UTF-8", '"type":"text/html"'],
    [200, "text/plain; charset=no-such", '"type":"text/plain"'],
    [200, "text/markdown", '"type":"text/markdown"'],
    [200, "application/json", '"type":"application/json"'],
    [200, "application/pdf", "type: sends a kind of document that is not read"],
    [200, "application/octet-stream", "type: sends a kind of document that is not read"],
    [200, "image/svg+xml", "type: sends a kind of document that is not read"],
    [200, "text/html/x", "type: sends a kind of document that is not read"],
    [200, undefined, "type: sends a kind of document that is not read"],
    [404, "text/html", "status: answers 404"],
    [429, "text/html", "status: answers 429"],
    [500, "text/html", "status: answers 500"],
    [206, "text/html", "status: answers 206"],
  ])("%s %s", check);
});

describe("a service", () => {
  const own = (path: string) => ({ url: new URL(`http://localhost:8888${path}`), reach: "own" }) as const;

  test("of the operator may be anywhere, on any port, but leads nowhere", async () => {
    const internet = await smallInternet(
      (request, response) => {
        if (request.url === "/away") response.writeHead(302, { location: "http://10.0.0.1/" }).end();
        else response.writeHead(200, { "content-type": "application/json" }).end('{"a":1}');
      },
      { localhost: ["127.0.0.1"] },
    );
    const fetcher = internet.fetcher();
    expect(await fetcher.json(own("/search"), signal)).toEqual({ a: 1 });
    expect(internet.connected).toEqual([{ address: "127.0.0.1", port: 8888, tls: undefined }]);
    expect(await faultOf(fetcher.json(own("/away"), signal))).toBe("status: answers 302");
    expect(await faultOf(fetcher.page("http://localhost:8888/", signal))).toBe("address: names a port");
    expect(await faultOf(fetcher.page("http://localhost/", signal))).toBe("address: is no public address");
  });

  test("gets its key, which no redirect carries on", async () => {
    const keys: unknown[] = [];
    const internet = await smallInternet((request, response) => {
      keys.push(request.headers["x-key"]);
      response.writeHead(302, { location: "https://elsewhere.example.com/" }).end();
    });
    const question = { url: new URL("https://api.example.com/"), headers: { "x-key": "secret" } };
    expect(await faultOf(internet.fetcher().json(question, signal))).toBe("status: answers 302");
    expect(keys).toEqual(["secret"]);
    expect(internet.resolved).toEqual(["api.example.com"]);
  });

  test.each([
    ["{", "application/json", "unreadable: sends no valid JSON"],
    ["", "application/json", "unreadable: sends no valid JSON"],
    ["<html>captcha</html>", "text/html", "type: sends a kind of document that is not read"],
  ])("that answers %j as %s fails", async (body, type, expected) => {
    const internet = await smallInternet(
      (_, response) => void response.writeHead(200, { "content-type": type }).end(body),
    );
    const question = { url: new URL("https://api.example.com/") };
    expect(await faultOf(internet.fetcher().json(question, signal))).toBe(expected);
  });
});

test("a run has so many requests, redirects included", async () => {
  const internet = await smallInternet(site({ "/": "=>301 /b", "/b": "here" }));
  const fetcher = internet.fetcher({ requests: 3 });
  expect((await fetcher.page("https://a.example.com/", signal)).text).toBe("here");
  expect(await faultOf(fetcher.page("https://a.example.com/", signal))).toBe(
    "budget: was not asked: the run has used its requests",
  );
  expect(internet.connected).toHaveLength(3);
});
