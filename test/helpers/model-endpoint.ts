/**
 * A model endpoint over real HTTP: `/v1/chat/completions`, `/v1/responses` and `/anthropic/v1/messages` (plain and streamed) and `/v1/models`,
 * answered from a script. Tests give it answers and faults; the demo gives it a recording (`recording.ts`).
 */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { listen } from "./listen.ts";
import { messageEvents, messageOf } from "./model-messages.ts";
import { responseEvents, responseOf } from "./model-responses.ts";
import { chunksOf, completion } from "./model-wire.ts";

/** One answer of the model, or a fault of the endpoint. */
export type ScriptedAnswer = SpokenAnswer | EndpointFault;

export interface SpokenAnswer {
  readonly content?: string;
  readonly refusal?: string;
  readonly toolCalls?: readonly ScriptedCall[];
  /** `stop`, `tool_calls`, `length`, ...; null as some servers say. By default what fits the content. */
  readonly finish?: string | null;
  /** Null: the endpoint gives no usage. */
  readonly usage?: {
    readonly input: number;
    readonly output: number;
    readonly cached?: number;
    /** Of the output. */
    readonly thought?: number;
  } | null;
  /** The name it answers with; the asked one by default. */
  readonly model?: string;
  /** Pause before the answer, in milliseconds: a demo reads better when a model seems to think. */
  readonly delay?: number;
}

export interface ScriptedCall {
  /** Undefined: a fresh one. Empty or repeated as given. */
  readonly id?: string;
  readonly name: string;
  /** An object is written as JSON; a string goes out as it stands. */
  readonly arguments: unknown;
}

export type EndpointFault =
  | {
      readonly fault: "status";
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      readonly body?: unknown;
    }
  /** Falls silent after this many chunks of `answer`, the connection stays open. */
  | { readonly fault: "stall"; readonly after: number; readonly answer?: SpokenAnswer }
  /** Ends cleanly after this many chunks, without a finish and without `[DONE]`. */
  | { readonly fault: "truncated"; readonly after: number; readonly answer?: SpokenAnswer }
  /** Breaks the connection after this many chunks. */
  | { readonly fault: "reset"; readonly after?: number; readonly answer?: SpokenAnswer }
  | { readonly fault: "html" }
  /** A body sent as it stands, with status 200. */
  | { readonly fault: "raw"; readonly contentType: string; readonly body: string };

/** A request as it came. */
export interface SeenRequest {
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: ChatBody;
}

export interface ChatBody {
  readonly model: string;
  readonly stream?: boolean;
  readonly messages: readonly {
    readonly role: string;
    readonly content: string | null;
    readonly tool_call_id?: string;
    readonly tool_calls?: readonly {
      readonly id: string;
      readonly function: { readonly name: string; readonly arguments: string };
    }[];
  }[];
  readonly tools?: readonly { readonly function: { readonly name: string; readonly parameters: unknown } }[];
  readonly [parameter: string]: unknown;
}

export type Script =
  | readonly ScriptedAnswer[]
  | ((request: SeenRequest, index: number) => ScriptedAnswer | Promise<ScriptedAnswer>);

export interface ModelEndpointOptions {
  readonly script: Script;
  readonly models?: readonly string[];
  /** Answers streamed requests with one JSON object, as some servers do. */
  readonly ignoresStream?: boolean;
  readonly port?: number;
}

export interface ModelEndpoint {
  /** Base address, ending in `/v1`. */
  readonly url: string;
  /** Chat requests, in order. */
  readonly requests: readonly SeenRequest[];
  close(): Promise<void>;
}

/** Starts it on a free port of the loopback interface. A script that has run out answers 400 and says so. */
export async function startModelEndpoint(options: ModelEndpointOptions): Promise<ModelEndpoint> {
  const requests: SeenRequest[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      if (!response.headersSent) sendJson(response, 500, { error: { message: `endpoint script: ${error}` } });
      else response.destroy();
    });
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = (request.url ?? "").split("?")[0]!;
    if (request.method === "GET" && path === "/v1/models") {
      const data = (options.models ?? ["scripted"]).map((id) => ({
        id,
        object: "model",
        created: 0,
        owned_by: "test",
      }));
      return sendJson(response, 200, { object: "list", data });
    }
    const text = await bodyOf(request);
    if (request.method !== "POST" || !Object.hasOwn(ways, path))
      return sendJson(response, 404, { error: { message: `no route ${path}` } });
    const seen = { path, headers: request.headers, body: JSON.parse(text) as ChatBody };
    const index = requests.push(seen) - 1;
    const next =
      typeof options.script === "function" ? await options.script(seen, index) : options.script[index];
    if (next === undefined)
      return sendJson(response, 400, { error: { message: `the script has only ${index} answers` } });
    await ("fault" in next
      ? sendFault(response, next, seen, index)
      : sendAnswer(response, next, seen, index, options));
  }

  const { url, close } = await listen(server, options.port);
  return { url: `${url}/v1`, requests, close };
}

async function sendAnswer(
  response: ServerResponse,
  answer: SpokenAnswer,
  seen: SeenRequest,
  index: number,
  options: ModelEndpointOptions,
): Promise<void> {
  if (answer.delay !== undefined) await sleep(answer.delay);
  if (seen.body.stream !== true || options.ignoresStream === true)
    return sendJson(response, 200, wayOf(seen).whole(answer, seen, index));
  openStream(response);
  for (const chunk of eventsOf(answer, seen, index)) response.write(event(chunk));
  response.end(wayOf(seen).end);
}

async function sendFault(
  response: ServerResponse,
  fault: EndpointFault,
  seen: SeenRequest,
  index: number,
): Promise<void> {
  switch (fault.fault) {
    case "status":
      return sendJson(
        response,
        fault.status,
        fault.body ?? { error: { message: `status ${fault.status}` } },
        fault.headers,
      );
    case "html":
      return send(response, 200, "text/html; charset=utf-8", "<!doctype html><title>Sign in</title>");
    case "raw":
      return send(response, 200, fault.contentType, fault.body);
    case "stall":
    case "truncated":
    case "reset": {
      const after = fault.after ?? 0;
      if (after > 0) {
        openStream(response);
        const answer = fault.answer ?? { content: "one two three four" };
        for (const chunk of eventsOf(answer, seen, index).slice(0, after)) response.write(event(chunk));
        // The bytes must be on their way before the connection is cut.
        await sleep(20);
      }
      if (fault.fault === "truncated") response.end();
      if (fault.fault === "reset") response.socket?.destroy();
    }
  }
}

function openStream(response: ServerResponse): void {
  response.writeHead(200, {
    "content-type": "text/event-stream; charset=utf-8",
    "cache-control": "no-cache",
  });
}

/** The APIs that are spoken. */
const ways: Readonly<Record<string, { whole: typeof completion; events: typeof chunksOf; end: string }>> = {
  "/v1/chat/completions": { whole: completion, events: chunksOf, end: "data: [DONE]\n\n" },
  "/v1/responses": { whole: responseOf, events: responseEvents, end: "" },
  "/anthropic/v1/messages": { whole: messageOf, events: messageEvents, end: "" },
};
const wayOf = ({ path }: SeenRequest) => ways[path]!;

const eventsOf: typeof chunksOf = (answer, seen, index) => wayOf(seen).events(answer, seen, index);

/** Events of the Responses API have names. */
function event(chunk: unknown): string {
  const { type } = chunk as { readonly type?: string };
  return `${type ? `event: ${type}\n` : ""}data: ${JSON.stringify(chunk)}\n\n`;
}

function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): void {
  const text = typeof body === "string" ? body : JSON.stringify(body);
  send(response, status, "application/json", text, headers);
}

function send(
  response: ServerResponse,
  status: number,
  type: string,
  body: string,
  headers: Readonly<Record<string, string>> = {},
): void {
  response.writeHead(status, { "content-type": type, ...headers });
  response.end(body);
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("utf8");
}
