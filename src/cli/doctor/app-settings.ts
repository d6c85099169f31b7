import { createPrivateKey } from "node:crypto";
import { isPrivateKeySet, otherThanKey, privateKeyText } from "../../github/private-key.ts";
import { type Reader, secretFault } from "../../settings.ts";
import type { Check } from "./check.ts";

/** The App's settings as they stand in the configuration; undefined where one is not set. */
export interface AppSettings {
  readonly appId: string | undefined;
  /** PEM. */
  readonly privateKey: string | undefined;
  readonly webhookSecret: string | undefined;
}

/** As the server reads them. A file that cannot be read is no key, and the check of the key says so. */
export function appSettings(read: Reader): AppSettings {
  return {
    appId: read.text("APP_ID"),
    privateKey: privateKeyText(read) ?? (isPrivateKeySet(read) ? "" : undefined),
    webhookSecret: read.text("WEBHOOK_SECRET"),
  };
}

export function checkAppId(appId: string | undefined): Check {
  const name = "app id";
  const cure =
    "Set APP_ID to the number on the App's page at GitHub (Settings, Developer settings, GitHub Apps).";
  if (appId === undefined) return { name, state: "failed", detail: "not set", cure };
  if (!/^[1-9]\d{0,15}$/.test(appId)) return { name, state: "failed", detail: "not a number", cure };
  return { name, state: "ok", detail: appId };
}

/** The key's kind is told, never the key. */
export function checkPrivateKey(pem: string | undefined): Check {
  const name = "private key";
  const cure =
    "Generate a private key on the App's page and set PRIVATE_KEY_PATH to the downloaded .pem file, " +
    "or PRIVATE_KEY to its text with its line ends.";
  if (pem === undefined) return { name, state: "failed", detail: "not set", cure };
  if (pem === "") return { name, state: "failed", detail: "empty, or its file cannot be read", cure };
  try {
    const key = createPrivateKey(pem);
    const bits = key.asymmetricKeyDetails?.modulusLength;
    if (key.asymmetricKeyType !== "rsa" || bits === undefined)
      return { name, state: "failed", detail: `of kind ${key.asymmetricKeyType}, GitHub wants RSA`, cure };
    if (bits < 2048) return { name, state: "failed", detail: `RSA of only ${bits} bits`, cure };
    return { name, state: "ok", detail: `RSA of ${bits} bits` };
  } catch {
    const detail = otherThanKey(pem) ?? "not a readable private key in PEM form";
    return { name, state: "failed", detail, cure };
  }
}

export function checkWebhookSecret(secret: string | undefined): Check {
  const name = "webhook secret";
  const cure = "Set WEBHOOK_SECRET, here and on the App's page, to what this prints: openssl rand -hex 32";
  if (secret === undefined) return { name, state: "failed", detail: "not set", cure };
  const fault = secretFault(secret);
  if (fault !== undefined) return { name, state: "failed", detail: fault, cure };
  return { name, state: "ok", detail: `${secret.length} characters` };
}
