import type { Patience } from "./patience.ts";
import type { AppClient } from "./session.ts";

/** A webhook delivery that never reached us. GitHub does not send it again by itself. */
export interface FailedDelivery {
  /** Of the attempt; what `redeliver` wants. */
  readonly id: number;
  /** Of the delivery; the same for every attempt. */
  readonly guid: string;
  readonly event: string;
  readonly action: string | undefined;
  /** ISO 8601. */
  readonly deliveredAt: string;
  readonly installationId: number | undefined;
  readonly repositoryId: number | undefined;
}

/** Reads back, page by page, to `since`. A delivery that any later attempt brought to us has not failed. */
export async function listFailedDeliveries(app: AppClient, since: Date): Promise<readonly FailedDelivery[]> {
  const arrived = new Set<string>();
  const failed = new Map<string, FailedDelivery>();
  for await (const attempt of attemptsSince(app, since)) {
    if (attempt.status_code >= 200 && attempt.status_code < 300) arrived.add(attempt.guid);
    // Newest first: the newest attempt stands for its delivery.
    else if (!failed.has(attempt.guid))
      failed.set(attempt.guid, {
        id: attempt.id,
        guid: attempt.guid,
        event: attempt.event,
        action: attempt.action ?? undefined,
        deliveredAt: attempt.delivered_at,
        installationId: attempt.installation_id ?? undefined,
        repositoryId: attempt.repository_id ?? undefined,
      });
  }
  return [...failed.values()].filter(({ guid }) => !arrived.has(guid)).reverse();
}

/** Asks GitHub to send a delivery again, under its old GUID. Harmless twice: the GUID is known then. */
export async function redeliver(app: AppClient, patience: Patience, id: number): Promise<void> {
  await patience.turn();
  await app.ask((apps) => apps.redeliverWebhookDelivery({ delivery_id: id }));
}

async function* attemptsSince(app: AppClient, since: Date) {
  // GitHub's dates are cut to the second.
  const from = Math.floor(since.getTime() / 1000) * 1000;
  for (let cursor: string | undefined; ; ) {
    let link: string | undefined;
    const page = await app.ask(async (apps) => {
      const answer = await apps.listWebhookDeliveries({ per_page: 100, ...(cursor && { cursor }) });
      link = answer.headers.link;
      return answer;
    });
    for (const attempt of page) {
      if (Date.parse(attempt.delivered_at) < from) return;
      yield attempt;
    }
    cursor = /[?&]cursor=([^&>]+)[^>]*>;\s*rel="next"/.exec(link ?? "")?.[1];
    if (!cursor) return;
  }
}
