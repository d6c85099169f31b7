import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Whether GitHub signed these bytes with one of the secrets (`X-Hub-Signature-256: sha256=HEX`). Probot checks one
 * secret only, and changing a secret without losing a delivery takes two. The older `sha1=` is never enough.
 */
export function isSigned(body: Buffer, header: string | undefined, secrets: readonly string[]): boolean {
  if (header === undefined || !/^sha256=[0-9a-f]{64}$/.test(header)) return false;
  const given = Buffer.from(header.slice("sha256=".length), "hex");
  return secrets.some((secret) => timingSafeEqual(createHmac("sha256", secret).update(body).digest(), given));
}
