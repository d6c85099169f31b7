import { BlockList, isIP } from "node:net";

/**
 * Whether an IP address, as text, is one of the public internet. Everything that IANA's special-purpose registries
 * (RFC 6890 and later) keep for machines, networks, tunnels, tests or multicast is not, nor are the addresses at which
 * clouds tell a machine its own credentials. What is no IP address is not public.
 */
export function isPublicAddress(address: string): boolean {
  const family = isIP(address);
  if (family === 4) return !special.check(address, "ipv4");
  // A zone such as `%eth0` is for link-local addresses only.
  if (family !== 6 || address.includes("%")) return false;
  const embedded = behindNat64(address);
  if (embedded !== undefined) return isPublicAddress(embedded);
  // Only 2000::/3 is given out; IPv4-mapped, -compatible and local addresses lie outside of it.
  return given.check(address, "ipv6") && !special.check(address, "ipv6");
}

/** Names that mean this machine or its network, whatever they resolve to. Without the brackets of IPv6. */
export function isLocalName(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "");
  return !name.includes(".") || localEnding.test(name);
}

const localEnding =
  /(?:^|\.)(?:localhost|local|localdomain|internal|intranet|private|corp|home|lan|arpa|onion|test|invalid|alt)$/;

const special = new BlockList();
for (const [network, bits] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  // The host agent that gives a machine on Azure its settings answers at a public-looking address.
  ["168.63.129.16", 32],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.31.196.0", 24],
  ["192.52.193.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["192.175.48.0", 24],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  // Multicast, reserved, broadcast.
  ["224.0.0.0", 3],
] as const)
  special.addSubnet(network, bits, "ipv4");
for (const [network, bits] of [
  // Protocol assignments, among them Teredo, ORCHID and benchmarking.
  ["2001::", 23],
  ["2001:db8::", 32],
  // 6to4, which holds any IPv4 address.
  ["2002::", 16],
  ["2620:4f:8000::", 48],
  ["3fff::", 20],
] as const)
  special.addSubnet(network, bits, "ipv6");

const given = new BlockList();
given.addSubnet("2000::", 3, "ipv6");

const nat64 = new BlockList();
nat64.addSubnet("64:ff9b::", 96, "ipv6");

/** The IPv4 address that a gateway would connect to for an address of 64:ff9b::/96 (RFC 6052). */
function behindNat64(address: string): string | undefined {
  if (!nat64.check(address, "ipv6")) return undefined;
  const groups = new URL(`http://[${address}]/`).hostname.slice(1, -1).split(":");
  const [high, low] = groups.slice(-2).map((group) => Number.parseInt(group || "0", 16));
  return [high! >> 8, high! & 255, low! >> 8, low! & 255].join(".");
}
