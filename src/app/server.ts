import {
  createServer as createHttpServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
} from "node:http";
import { usualCommand } from "../command/parse.ts";
import type { AppConfig } from "../github/app-settings.ts";
import { type Budget, readBody } from "./body.ts";
import { isSigned } from "./signature.ts";
import { createReceiver, type Receive, type WebhookOptions } from "./webhook.ts";

export interface ServerOptions extends Omit<WebhookOptions, "app"> {
  readonly app: AppConfig;
  /** Whether the database can be asked. */
  readonly ready: () => Promise<boolean>;
  /** Hears the status of every answer to a delivery. */
  readonly onAnswer?: (status: number) => void;
  readonly bounds?: Partial<Bounds>;
}

/** What a stranger may cost us before the signature is checked. */
export interface Bounds {
  /** Bytes of one body; GitHub sends at most 25 MB. */
  readonly body: number;
  /** Bytes of all bodies that are being read. */
  readonly bodies: number;
  /** Milliseconds for the headers, and for the whole request. */
  readonly patience: number;
}

/** Where GitHub delivers to; `app.yml` and the guide name it too. */
export const webhookPath = "/api/github/webhooks";

const usual: Bounds = { body: 25 * 1024 * 1024, bodies: 256 * 1024 * 1024, patience: 10_000 };

interface Reply {
  readonly status: number;
  readonly text: string;
  /** The request was not read to its end, so the connection cannot be used again. */
  readonly close?: true;
}

/**
 * The HTTP server: one address for deliveries, two for health, and a sentence for people who follow the link on the
 * App's page. Everything else is 404, Probot's set-up pages included. Not listening yet.
 */
export async function createServer(options: ServerOptions): Promise<Server> {
  const bounds = { ...usual, ...options.bounds };
  const state: State = {
    ...options,
    bounds,
    receive: await createReceiver(options),
    budget: { used: 0, most: bounds.bodies },
    refused: 0,
  };
  return createHttpServer(
    {
      headersTimeout: bounds.patience,
      requestTimeout: bounds.patience,
      connectionsCheckingInterval: Math.min(1000, bounds.patience / 2),
    },
    (request, response) => {
      route(request, state)
        .catch((error: unknown): Reply => {
          options.log.error("A request failed.", { error });
          return { status: 500, text: "something went wrong on our side", close: true };
        })
        .then((reply) => send(request, response, reply));
    },
  );
}

interface State extends ServerOptions {
  readonly bounds: Bounds;
  readonly receive: Receive;
  readonly budget: Budget;
  /** Wrong signatures so far: told at 1, 2, 4, 8, ..., so that a stranger cannot fill the log. */
  refused: number;
}

async function route(request: IncomingMessage, state: State): Promise<Reply> {
  const path = (request.url ?? "").split("?", 1)[0]!;
  const reads = request.method === "GET" || request.method === "HEAD";
  if (path === webhookPath && request.method === "POST") {
    const reply = await takeDelivery(request, state);
    state.onAnswer?.(reply.status);
    return reply;
  }
  if (path === "/" && reads) return { status: 200, text: welcome(state.us.command) };
  if (path === "/healthz" && reads) return { status: 200, text: "alive" };
  if (path === "/ping" && reads) return { status: 200, text: "PONG" };
  if (path === "/readyz" && reads)
    return (await isReady(state)) ? { status: 200, text: "ready" } : { status: 503, text: "no database" };
  return { status: 404, text: "not found", close: true };
}

const welcome = (command = usualCommand): string =>
  `This is CodeRAG, a GitHub App. Comment \`/${command} help\` on an issue or a pull request to see what it does.`;

async function isReady(state: State): Promise<boolean> {
  const slow = new Promise<false>((resolve) => setTimeout(resolve, 3000, false).unref());
  return Promise.race([state.ready().catch(() => false), slow]);
}

async function takeDelivery(request: IncomingMessage, state: State): Promise<Reply> {
  const header = (name: string): string | undefined => request.headers[name]?.toString();
  const [guid, event] = [header("x-github-delivery"), header("x-github-event")];
  const signature = header("x-hub-signature-256");
  if (!guid || !event || !signature || guid.length > 100)
    return { status: 400, text: "not a signed delivery of GitHub", close: true };
  if (!/^application\/json\b/i.test(header("content-type") ?? ""))
    return { status: 415, text: "set the webhook's content type to application/json", close: true };

  const body = await readBody(request, state.bounds.body, state.budget);
  if (body.kind === "too-large") return { status: 413, text: "too large", close: true };
  if (body.kind === "busy") return { status: 503, text: "busy, deliver again", close: true };
  if (body.kind === "gone") return { status: 400, text: "incomplete", close: true };

  const { webhookSecret, previousWebhookSecret, appId } = state.app;
  const secrets = [webhookSecret, previousWebhookSecret].filter((secret) => secret !== undefined);
  if (!isSigned(body.bytes, signature, secrets)) {
    tellRefusal(state);
    return { status: 401, text: "wrong signature" };
  }
  const sentFor = header("x-github-hook-installation-target-id");
  if (sentFor !== undefined && sentFor !== String(appId))
    return { status: 200, text: "ignored: another App" };
  const payload = parseJson(body.bytes);
  if (payload === undefined) return { status: 400, text: "not JSON" };
  return state.receive({ guid, event, payload });
}

function tellRefusal(state: State): void {
  state.refused += 1;
  if (!Number.isInteger(Math.log2(state.refused))) return;
  state.log.warn(
    "A delivery with a wrong signature was refused. If GitHub sent it, WEBHOOK_SECRET is not the secret on the App's page.",
    { refused: state.refused },
  );
}

function parseJson(bytes: Buffer): object | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function send(request: IncomingMessage, response: ServerResponse, reply: Reply): void {
  if (response.destroyed) return;
  response.writeHead(reply.status, {
    "content-type": "text/plain; charset=utf-8",
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    ...(reply.close && { connection: "close" }),
  });
  // What is still coming in is not read: the answer goes out, then the connection ends.
  response.end(`${reply.text}\n`, () => reply.close && request.destroy());
}
