import { type Reader, type Setting, secretFault } from "../settings.ts";
import { readPrivateKey } from "./private-key.ts";

/** What the App's page at GitHub and the host have agreed on. */
export interface AppConfig {
  readonly appId: number;
  /** PEM. */
  readonly privateKey: string;
  /** The file that it came from, which may be given a new key while the program runs; undefined where there is none. */
  readonly privateKeyPath: string | undefined;
  readonly webhookSecret: string;
  /** Still accepted while the secret is being changed. */
  readonly previousWebhookSecret: string | undefined;
}

export function readApp(read: Reader): AppConfig {
  const appId = read.text("APP_ID");
  if (appId === undefined)
    read.problem("APP_ID is missing: take the number from the page of your GitHub App.");
  else if (!/^[1-9]\d{0,14}$/.test(appId)) read.problem("APP_ID must be the number from your App's page.");
  const webhookSecret = read.text("WEBHOOK_SECRET");
  if (webhookSecret === undefined)
    read.problem(
      "WEBHOOK_SECRET is missing: make one with `openssl rand -hex 32` and give it to GitHub, too.",
    );
  else checkWebhookSecret(read, "WEBHOOK_SECRET", webhookSecret);
  const previous = read.text("WEBHOOK_SECRET_PREVIOUS");
  if (previous !== undefined) checkWebhookSecret(read, "WEBHOOK_SECRET_PREVIOUS", previous);
  return {
    appId: Number(appId),
    privateKey: readPrivateKey(read),
    privateKeyPath: read.isSet("PRIVATE_KEY") ? undefined : read.text("PRIVATE_KEY_PATH"),
    webhookSecret: webhookSecret ?? "",
    previousWebhookSecret: previous,
  };
}

function checkWebhookSecret(read: Reader, name: Setting, value: string): void {
  const fault = secretFault(value);
  if (fault !== undefined)
    read.problem(
      `${name} can be guessed, for it is ${fault}. Give it at least 32 characters: make one with \`openssl rand -hex 32\`.`,
    );
}
