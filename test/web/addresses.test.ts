import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { isLocalName, isPublicAddress } from "../../src/web/addresses.ts";

const refused: Readonly<Record<string, readonly string[]>> = {
  "this machine": ["127.0.0.1", "127.255.255.254", "0.0.0.0", "0.1.2.3", "::1", "::"],
  "private networks": ["10.0.0.1", "10.255.255.255", "172.16.0.1", "172.31.255.255", "192.168.0.1"],
  "carriers' networks": ["100.64.0.1", "100.127.255.255"],
  "link-local, metadata of clouds": ["169.254.169.254", "169.254.0.1", "fe80::1", "fe80::1%eth0", "febf::1"],
  "a zone": ["2606:4700::1%eth0"],
  "metadata elsewhere": ["100.100.100.200", "168.63.129.16", "192.0.0.192", "fd00:ec2::254"],
  "unique local, site-local": ["fc00::1", "fd12:3456::1", "fec0::1"],
  multicast: ["224.0.0.1", "239.255.255.255", "ff02::1", "ff0e::1"],
  "reserved, broadcast": ["240.0.0.1", "255.255.255.255", "192.0.0.1", "192.88.99.1"],
  "of services that every network may run": [
    "192.31.196.1",
    "192.52.193.1",
    "192.175.48.1",
    "2620:4f:8000::1",
  ],
  "documentation, benchmarks": [
    "192.0.2.1",
    "198.51.100.1",
    "203.0.113.9",
    "198.18.0.1",
    "198.19.255.255",
    "2001:db8::1",
    "3fff::1",
    "2001:2::1",
  ],
  "IPv4 inside of IPv6": [
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "::ffff:7f00:1",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
  ],
  tunnels: [
    "2002:7f00:1::",
    "2002:808:808::1",
    "2001::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
    "2001:20::1",
  ],
  "NAT64 to a private address": [
    "64:ff9b::127.0.0.1",
    "64:ff9b::a9fe:a9fe",
    "64:ff9b::a00:1",
    "64:ff9b::",
    "64:ff9b:1::1",
  ],
  "not given out": ["100::1", "4000::1", "5f00::1", "1::1"],
  "no addresses": [
    "",
    "localhost",
    "1.2.3",
    "1.2.3.4.5",
    "256.1.1.1",
    "2130706433",
    "0x7f.1",
    "[::1]",
    "1.1.1.1 ",
  ],
};

describe("an address that is not public", () => {
  test.each(Object.entries(refused).flatMap(([why, all]) => all.map((one) => [why, one] as const)))(
    "%s: %s",
    (_, address) => expect(isPublicAddress(address)).toBe(false),
  );

  test("no IPv4 address becomes public by being wrapped", () => {
    const octet = fc.integer({ min: 0, max: 255 });
    fc.assert(
      fc.property(fc.tuple(octet, octet, octet, octet), (octets) => {
        const plain = octets.join(".");
        expect(isPublicAddress(`::ffff:${plain}`)).toBe(false);
        expect(isPublicAddress(`::${plain}`)).toBe(false);
        expect(isPublicAddress(`64:ff9b::${plain}`)).toBe(isPublicAddress(plain));
      }),
    );
  });
});

test.each([
  "1.1.1.1",
  "8.8.8.8",
  "93.184.215.14",
  "172.15.255.255",
  "172.32.0.1",
  "100.63.255.255",
  "100.128.0.1",
  "223.255.255.255",
  "2606:4700:4700::1111",
  "2a00:1450::1",
  "64:ff9b::8.8.8.8",
])("%s is public", (address) => expect(isPublicAddress(address)).toBe(true));

test.each([
  ["localhost", true],
  ["LOCALHOST.", true],
  ["a.localhost", true],
  ["printer", true],
  ["nas.local", true],
  ["metadata.google.internal", true],
  ["metadata.google.internal.", true],
  ["router.lan", true],
  ["x.home.arpa", true],
  ["service.corp", true],
  ["a.localdomain", true],
  ["wiki.intranet", true],
  ["nas.home", true],
  ["hidden.onion", true],
  ["a.invalid", true],
  ["a.alt", true],
  ["example.com", false],
  ["local.example.com", false],
  ["internal.dev", false],
])("the name %s is local: %s", (name, expected) => expect(isLocalName(name)).toBe(expected));
