import { isIP } from "node:net";
import { isLocalName, isPublicAddress } from "./addresses.ts";
import { WebFault } from "./fault.ts";

const longestUrl = 2000;

/**
 * A public page's address, or a fault: http or https, a public name or address, the scheme's own port, no user. What
 * the name resolves to is checked when it is resolved. The URL's fragment is left out.
 */
export function vetUrl(text: string, base?: URL): URL {
  const url = text.length > longestUrl ? null : URL.parse(text, base?.href);
  if (url === null) throw new WebFault("address", "is no address");
  if (url.protocol !== "http:" && url.protocol !== "https:")
    throw new WebFault("address", "is neither http nor https");
  if (url.username !== "" || url.password !== "") throw new WebFault("address", "names a user");
  // A scheme's own port is not written: what is written is another one.
  if (url.port !== "") throw new WebFault("address", "names a port");
  const host = hostOf(url);
  if (isIP(host) === 0 ? isLocalName(host) : !isPublicAddress(host))
    throw new WebFault("address", "is no public address");
  url.hash = "";
  return url;
}

/** The host without the brackets of IPv6. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, "");
}
