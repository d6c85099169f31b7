import { describe, expect, test } from "@jest/globals";
import { WebFault } from "../../src/web/fault.ts";
import { vetUrl } from "../../src/web/vet-url.ts";

/** The URL as it would be asked, or why it is not. */
function check(text: string, expected: string): void {
  let result: string;
  try {
    result = vetUrl(text).href;
  } catch (error) {
    if (!(error instanceof WebFault)) throw error;
    result = error.message;
  }
  expect(result).toBe(expected);
}

const local = "is no public address";

describe("a page's address", () => {
  test.each([
    ["https://example.com/a?b=1#c", "https://example.com/a?b=1"],
    ["http://example.com:80/", "http://example.com/"],
    ["https://example.com:443/", "https://example.com/"],
    ["https://EXAMPLE.com./", "https://example.com./"],
    ["https://1.1.1.1/", "https://1.1.1.1/"],
    ["https://[2606:4700:4700::1111]/", "https://[2606:4700:4700::1111]/"],
    // Every way to write 127.0.0.1 that a URL parser knows.
    ["http://127.0.0.1/", local],
    ["http://127.1/", local],
    ["http://2130706433/", local],
    ["http://0x7f.1/", local],
    ["http://0x7f000001/", local],
    ["http://017700000001/", local],
    ["http://127.0.0.1./", local],
    ["http://%31%32%37.0.0.1/", local],
    ["http://１２７.0.0.1/", local],
    ["http://①②⑦.0.0.1/", local],
    ["http://127。0。0。1/", local],
    ["http://0/", local],
    ["http://localhost/", local],
    ["http://LOCALHOST/", local],
    ["http://localhost./", local],
    ["http://app.localhost/", local],
    ["http://[::1]/", local],
    ["http://[::ffff:127.0.0.1]/", local],
    ["http://[0:0:0:0:0:ffff:7f00:1]/", local],
    ["http://[::]/", local],
    ["http://[fe80::1]/", local],
    ["http://169.254.169.254/latest/meta-data/", local],
    ["http://metadata.google.internal/", local],
    ["http://router/", local],
    ["http://example.com:8080/", "names a port"],
    ["https://example.com:22/", "names a port"],
    ["https://example.com:80/", "names a port"],
    ["https://user@example.com/", "names a user"],
    ["https://user:word@example.com/", "names a user"],
    ["https://:word@example.com/", "names a user"],
    ["https://example.com@127.0.0.1/", "names a user"],
    ["file:///etc/passwd", "is neither http nor https"],
    ["ftp://example.com/", "is neither http nor https"],
    ["gopher://example.com/", "is neither http nor https"],
    ["data:text/html,x", "is neither http nor https"],
    ["javascript:alert(1)", "is neither http nor https"],
    ["ws://example.com/", "is neither http nor https"],
    ["/etc/passwd", "is no address"],
    ["", "is no address"],
    ["http://", "is no address"],
    ["http://256.1.1.1/", "is no address"],
    [`https://example.com/${"a".repeat(2000)}`, "is no address"],
  ])("%s", check);
});
