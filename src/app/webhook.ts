import { AsyncLocalStorage } from "node:async_hooks";
import { Probot } from "probot";
import { z } from "zod";
import type { StoreAndEnqueue } from "../command/delivery.ts";
import type { AppConfig } from "../github/app-settings.ts";
import type { Logger } from "../log.ts";
import { isUnavailable } from "../store/unavailable.ts";
import { type FollowedEvent, followed } from "./followed.ts";
import { installation, type Reading, type Received, type Us } from "./payload.ts";
import { probotLog } from "./probot-log.ts";

/** What GitHub is told. Anything but 2xx shows the delivery as failed, and the sweeper asks for it again. */
export interface Answer {
  readonly status: 200 | 202 | 500 | 503;
  readonly text: string;
}

/** Takes one delivery whose signature is verified. */
export type Receive = (received: Received) => Promise<Answer>;

export interface WebhookOptions {
  readonly app: Pick<AppConfig, "appId" | "privateKey" | "webhookSecret">;
  readonly apiUrl: string;
  readonly us: Us;
  readonly enqueue: StoreAndEnqueue;
  readonly log: Logger;
  /** Milliseconds within which a delivery must be stored; GitHub waits 10 s. */
  readonly patience?: number;
}

/**
 * The whole work of a webhook: a delivery becomes a stored run, a refresh, or nothing. No network, no model, no clone; a comment
 * that is not addressed to us does not even touch the database.
 */
export async function createReceiver(options: WebhookOptions): Promise<Receive> {
  // Probot's handlers return nothing: the answer travels beside them.
  const answers = new AsyncLocalStorage<{ answer: Answer }>();
  const handle = async (reading: Reading): Promise<void> => {
    const slot = answers.getStore();
    const answer = await store(reading, options);
    if (slot) slot.answer = answer;
  };
  const probot = new Probot({
    appId: options.app.appId,
    privateKey: options.app.privateKey,
    secret: options.app.webhookSecret,
    baseUrl: options.apiUrl,
    log: probotLog(options.log),
  });
  await probot.ready();
  for (const [event, read] of Object.entries(followed))
    probot.on(event as FollowedEvent, ({ id, name, payload }) =>
      handle(read({ guid: id, event: name, payload }, options.us)),
    );
  // GitHub signs the body alone: the event's name is whatever a sender writes, and Probot looks it up in a plain object.
  const events = new Set(Object.keys(followed).map((event) => event.split(".")[0]));
  return async (received) => {
    if (!events.has(received.event) || !isInstalled(received.payload))
      return { status: 200, text: "ignored" };
    const slot = { answer: { status: 200, text: "ignored" } satisfies Answer as Answer };
    const event = { id: received.guid, name: received.event, payload: received.payload };
    return answers.run(slot, async () => {
      await probot.webhooks.receive(event as Parameters<typeof probot.webhooks.receive>[0]);
      return slot.answer;
    });
  };
}

/** Probot makes a client of the installation for every event, and fails where there is no number. */
const isInstalled = (payload: unknown): boolean => z.object({ installation }).safeParse(payload).success;

async function store(reading: Reading, options: WebhookOptions): Promise<Answer> {
  if (reading.kind === "ignored") return { status: 200, text: `ignored: ${reading.reason}` };
  const { delivery } = reading;
  const log = options.log.child({ delivery: delivery.guid, kind: delivery.kind });
  try {
    const outcome = await within(options.patience ?? 8000, options.enqueue(delivery));
    if (outcome === "late") {
      log.warn("The delivery could not be stored in time.");
      return { status: 503, text: "the database does not answer, deliver again" };
    }
    log.info(`The delivery is ${outcome}.`);
    return { status: outcome === "stored" || outcome === "coalesced" ? 202 : 200, text: outcome };
  } catch (error) {
    log.error("The delivery could not be stored.", { error });
    return isUnavailable(error)
      ? { status: 503, text: "the database cannot be reached, deliver again" }
      : { status: 500, text: "the delivery could not be stored" };
  }
}

/** A late result is not lost: if it was stored after all, the delivery that comes again is a duplicate. */
async function within<T>(milliseconds: number, work: Promise<T>): Promise<T | "late"> {
  const { promise: late, resolve } = Promise.withResolvers<"late">();
  const timer = setTimeout(resolve, milliseconds, "late");
  // Once nobody waits any more, a failure has been told as lateness.
  work.catch(() => undefined);
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}
