import { refusedWith } from "./failure.ts";
import type { Patience } from "./patience.ts";
import type { AppClient } from "./session.ts";

/** One attempt of GitHub's at delivering a webhook. */
export interface DeliveryAttempt {
  /** Of the attempt; what `redeliver` wants. */
  readonly id: number;
  /** Of the delivery; the same for every attempt. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | undefined;
  /** ISO 8601, cut to the second. */
  readonly deliveredAt: string;
  /** What was answered; no HTTP status where nothing was. */
  readonly status: number;
  /** The same in GitHub's words: `failed to connect`. */
  readonly result: string;
}

export interface AttemptOptions {
  readonly since: Date;
  readonly most?: number;
}

/** A webhook delivery that never reached us. GitHub does not send it again by itself. */
export interface FailedDelivery {
  readonly newest: DeliveryAttempt;
  /** Of the first and of the last attempt; milliseconds since 1970. */
  readonly firstAt: number;
  readonly lastAt: number;
}

/** Where and how GitHub delivers to the App. */
export interface Hook {
  readonly url: string;
  readonly contentType: string;
  readonly checksTls: boolean;
  readonly signs: boolean;
}

/** Newest first, back to `since`; no further pages once there are `most`. */
export async function listAttempts(
  app: AppClient,
  { since, most = Number.POSITIVE_INFINITY }: AttemptOptions,
): Promise<readonly DeliveryAttempt[]> {
  const attempts: DeliveryAttempt[] = [];
  // GitHub's dates are cut to the second.
  const from = Math.floor(since.getTime() / 1000) * 1000;
  for (let cursor: string | undefined; ; ) {
    let link: string | undefined;
    const page = await app.ask(async (apps) => {
      const answer = await apps.listWebhookDeliveries({ per_page: 100, ...(cursor && { cursor }) });
      link = answer.headers.link;
      return answer;
    });
    for (const { id, guid, event, action, delivered_at, status_code, status } of page) {
      if (Date.parse(delivered_at) < from) return attempts;
      attempts.push({
        ...{ id, guid, event, action: action ?? undefined },
        ...{ deliveredAt: delivered_at, status: status_code, result: status },
      });
    }
    cursor = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(link ?? "")?.[1];
    if (!cursor || attempts.length >= most) return attempts;
  }
}

/** What failed by the attempts of a list, newest first, and by what was known before. What any attempt brought has not. */
export function failedBy<Known extends FailedDelivery>(
  attempts: readonly DeliveryAttempt[],
  known: ReadonlyMap<string, Known> = new Map(),
): ReadonlyMap<string, FailedDelivery | Known> {
  const failed = new Map<string, FailedDelivery | Known>(known);
  for (const attempt of attempts.toReversed()) {
    const at = Date.parse(attempt.deliveredAt);
    const before = failed.get(attempt.guid);
    failed.set(attempt.guid, {
      ...(before ?? { firstAt: at }),
      ...{ newest: attempt, lastAt: Math.max(at, before?.lastAt ?? at) },
    });
  }
  for (const { guid, status } of attempts) if (status >= 200 && status < 300) failed.delete(guid);
  return failed;
}

/** Asks GitHub to send a delivery again, under its old GUID. Harmless twice: the GUID is known then. */
export async function redeliver(app: AppClient, patience: Patience, id: number): Promise<void> {
  await patience.turn();
  await app.ask((apps) => apps.redeliverWebhookDelivery({ delivery_id: id }));
}

/** Undefined where the App has no webhook. GitHub never tells the secret, only that there is one. */
export async function readHook(app: AppClient): Promise<Hook | undefined> {
  const config = await app
    .ask((apps) => apps.getWebhookConfigForApp())
    .catch((error: unknown) => {
      if (refusedWith(error) === 404) return undefined;
      throw error;
    });
  if (!config?.url) return undefined;
  return {
    url: config.url,
    contentType: config.content_type ?? "form",
    checksTls: String(config.insecure_ssl ?? 0) === "0",
    signs: Boolean(config.secret),
  };
}
