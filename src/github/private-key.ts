import { createPrivateKey } from "node:crypto";
import { createReader, type Reader, thisMachine } from "../settings.ts";

/** The App's private key as PEM; empty where it is none, which is then among the problems. */
export function readPrivateKey(read: Reader): string {
  const pem = privateKeyText(read);
  if (pem === undefined) {
    if (!isPrivateKeySet(read))
      read.problem("PRIVATE_KEY_PATH is missing: name the .pem file that your App's page gave you.");
    return "";
  }
  try {
    if (createPrivateKey(pem).asymmetricKeyType === "rsa") return `${pem.trim()}\n`;
  } catch {
    // Falls through: the reason that OpenSSL gives says less than the sentence below.
  }
  read.problem(
    `${read.isSet("PRIVATE_KEY") ? "PRIVATE_KEY" : "PRIVATE_KEY_PATH"} holds ${otherThanKey(pem) ?? "no RSA private key"}: use the .pem file from your App's page as it stands, or its base64.`,
  );
  return "";
}

/** The key that a file holds now; undefined where it holds none. */
export function keyInFile(path: string): string | undefined {
  return readPrivateKey(createReader({ PRIVATE_KEY_PATH: path }, thisMachine)) || undefined;
}

/** What stands there in place of a key that can be used, where its first line says so. */
export function otherThanKey(pem: string): string | undefined {
  const kind = /-----BEGIN ([A-Z0-9 ]{1,40})-----/.exec(pem)?.[1] ?? "";
  if (/ENCRYPTED/.test(kind) || /^Proc-Type: .*ENCRYPTED/m.test(pem))
    return "a private key that has a password";
  return /PUBLIC KEY$/.test(kind) ? "a public key, not the private one" : undefined;
}

export const isPrivateKeySet = (read: Reader): boolean =>
  read.isSet("PRIVATE_KEY") || read.isSet("PRIVATE_KEY_PATH");

/** What is given as the key, its base64 and lost line ends undone; undefined where none is, or its file cannot be read. */
export function privateKeyText(read: Reader): string | undefined {
  const path = read.text("PRIVATE_KEY_PATH");
  const text = read.text("PRIVATE_KEY") ?? (path && read.file("PRIVATE_KEY_PATH", path));
  if (text === undefined || text === "") return undefined;
  return text.includes("-----BEGIN") ? text.replaceAll("\\n", "\n") : Buffer.from(text, "base64").toString();
}
