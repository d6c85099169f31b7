import { createHmac, randomUUID } from "node:crypto";
import { secondsOf } from "./git.ts";
import { type Json, now, type Route, refusal, type World } from "./world.ts";

/** One attempt at a delivery, as `GET /app/hook/deliveries` has it, with its payload. */
export interface Delivery {
  readonly id: number;
  readonly guid: string;
  readonly event: string;
  readonly payload: Json;
  readonly deliveredAt: string;
  readonly redelivery: boolean;
  /** What the App answered; 0 where nobody was there. */
  readonly status: number;
}

/** A delivery to send by hand. `guid` repeats an earlier one; `secret` signs with a wrong one, as a stranger would. */
export interface DeliverOptions {
  readonly event: string;
  readonly payload: Json;
  readonly guid?: string;
  readonly secret?: string;
}

export interface Deliveries {
  /** Every attempt, oldest first. */
  readonly log: readonly Delivery[];
  /** Where the App listens; until then every delivery fails, as with a server that is down. */
  sendTo(url: string | undefined): void;
  /** Signs and sends; the attempt with the App's answer. */
  deliver(options: DeliverOptions): Promise<Delivery>;
  /** What will end in a delivery is on its way from now on. */
  underWay<T>(preparing: Promise<T>): Promise<T>;
  /** GitHub lists no longer what has failed until now, so that no sweep has it delivered again. */
  forgetFailed(): void;
  /** Waits until nothing is on its way. */
  settled(): Promise<void>;
  readonly routes: readonly Route[];
}

export function createDeliveries(world: World): Deliveries {
  const log: Delivery[] = [];
  const unlisted = new Set<number>();
  const pending = new Set<Promise<unknown>>();
  let target: string | undefined;
  let lastId = 0;

  async function attempt(options: DeliverOptions, redelivery: boolean): Promise<Delivery> {
    lastId += 1;
    const guid = options.guid ?? randomUUID();
    const { event, payload } = options;
    const base = { id: lastId, guid, event, payload, redelivery, deliveredAt: secondsOf(now(world)) };
    const body = JSON.stringify(payload);
    const secret = options.secret ?? world.webhookSecret;
    const status = await post(target, body, {
      "content-type": "application/json",
      "user-agent": "GitHub-Hookshot/emulated",
      "x-github-event": event,
      "x-github-delivery": guid,
      "x-github-hook-installation-target-type": "integration",
      "x-github-hook-installation-target-id": String(world.app.id),
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(body).digest("hex")}`,
    });
    const done = { ...base, status };
    // GitHub did not send it, so it neither lists it nor sends it again.
    if (secret !== world.webhookSecret) unlisted.add(done.id);
    log.push(done);
    return done;
  }
  const underWay = <T>(work: Promise<T>): Promise<T> => {
    const counted = work.finally(() => pending.delete(counted));
    pending.add(counted);
    return counted;
  };
  const deliver = (options: DeliverOptions, redelivery = false): Promise<Delivery> =>
    underWay(attempt(options, redelivery));

  return {
    log,
    sendTo(url) {
      target = url;
    },
    deliver: (options) => deliver(options),
    underWay,
    forgetFailed() {
      for (const { id, status } of log) if (status === 0) unlisted.add(id);
    },
    async settled() {
      while (pending.size) await Promise.all(pending);
    },
    routes: [
      {
        method: "GET",
        path: /^\/app\/hook\/config$/,
        async answer(call) {
          if (call.who.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
          return world.hook ? { status: 200, json: world.hook } : refusal(404, "Not Found");
        },
      },
      {
        method: "GET",
        path: /^\/app\/hook\/deliveries$/,
        async answer(call) {
          if (call.who.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
          const size = Number(call.query.get("per_page") ?? 30);
          const before = Number(call.query.get("cursor") ?? Number.MAX_SAFE_INTEGER);
          const older = log
            .filter(({ id }) => id < before && !unlisted.has(id))
            .sort((one, two) => two.id - one.id);
          const page = older.slice(0, size);
          const next = `<${world.url}/app/hook/deliveries?per_page=${size}&cursor=${page.at(-1)?.id}>; rel="next"`;
          const headers = older.length > size ? { link: next } : {};
          return { status: 200, headers, json: page.map(deliveryJson) };
        },
      },
      {
        method: "POST",
        path: /^\/app\/hook\/deliveries\/(?<id>\d+)\/attempts$/,
        async answer(call, part) {
          if (call.who.kind !== "app") return refusal(401, "A JSON web token could not be decoded");
          const known = log.find(({ id }) => id === Number(part["id"]));
          if (!known) return refusal(404, "Not Found");
          void deliver({ event: known.event, payload: known.payload, guid: known.guid }, true);
          return { status: 202, json: {} };
        },
      },
    ],
  };
}

async function post(url: string | undefined, body: string, headers: Record<string, string>): Promise<number> {
  if (!url) return 0;
  try {
    const answer = await fetch(url, {
      // The App closes a kept connection after five seconds, also while this process is too busy to hear of it.
      ...{ method: "POST", headers: { ...headers, connection: "close" }, body },
      signal: AbortSignal.timeout(120_000),
    });
    await answer.text();
    return answer.status;
  } catch {
    return 0; // nobody listens: GitHub shows it as failed
  }
}

function deliveryJson({ id, guid, event, payload, deliveredAt, redelivery, status }: Delivery): Json {
  return {
    id,
    guid,
    event,
    action: payload["action"] ?? null,
    delivered_at: deliveredAt,
    redelivery,
    duration: 0.1,
    status: status >= 200 && status < 300 ? "OK" : status ? "Invalid HTTP Response" : "failed to connect",
    status_code: status,
    installation_id: (payload["installation"] as Json | undefined)?.["id"] ?? null,
    repository_id: (payload["repository"] as Json | undefined)?.["id"] ?? null,
  };
}
