/**
 * The transport rules of a model endpoint, below the client library: no redirect is followed (a key would travel to
 * another host), a web page is not an answer, an answer has a size, a stream that falls silent is given up.
 */

export type TransportFaultKind =
  | "redirect"
  | "html"
  | "not-json"
  | "too-large"
  | "stalled"
  | "timeout"
  | "truncated";

/** What went wrong below HTTP's status; `message` is a clause that never holds a key. */
export class TransportFault extends Error {
  readonly kind: TransportFaultKind;
  constructor(kind: TransportFaultKind, message: string) {
    super(message);
    this.name = "TransportFault";
    this.kind = kind;
  }
}

export interface GuardOptions {
  /** Longest silence within a streamed answer, and before it. */
  readonly idleTimeoutMs: number;
  /** Longest time for the whole answer. */
  readonly requestTimeoutMs: number;
  readonly maxBytes: number;
  readonly streaming: boolean;
}

export interface GuardedFetch {
  readonly fetch: typeof fetch;
  /** True once the stream said `[DONE]`: it ended by itself and was not cut off. */
  sawEnd(): boolean;
}

/** A `fetch` for ONE request. Without streaming only the whole time counts: nothing is sent while the model thinks. */
export function guardedFetch(options: GuardOptions): GuardedFetch {
  let ended = false;
  const guarded: typeof fetch = async (input, init = {}) => {
    const watch = startWatch(options);
    const signal = init.signal ? AbortSignal.any([init.signal, watch.signal]) : watch.signal;
    try {
      const dispatcher = patientDispatcher();
      const waiting = dispatcher === undefined ? init : { ...init, dispatcher };
      const response = await fetch(input, { ...waiting, signal, redirect: "manual" });
      refuseWrongAnswer(response);
      const body = response.body?.pipeThrough(
        watchedBody(watch, options.maxBytes, () => {
          ended = true;
        }),
      );
      const { status, statusText, headers } = response;
      const watched = new Response(body ?? null, { status, statusText, headers });
      if (body === undefined) watch.stop();
      if (!options.streaming || !response.ok || !isJson(response)) return watched;
      ended = true;
      return asStream(await watched.text());
    } catch (error) {
      watch.stop();
      throw error;
    }
  };
  return { fetch: guarded, sawEnd: () => ended };
}

type Dispatcher = NonNullable<RequestInit["dispatcher"]>;

let patient: Dispatcher | undefined;

/**
 * Node's `fetch` gives up by itself after five minutes without an answer, which a slow local model may need and is
 * allowed: only the bounds above count. Undefined where another dispatcher than Node's own was set.
 */
function patientDispatcher(): Dispatcher | undefined {
  // Node makes its dispatcher when it is first used, and has no other name for the class.
  new Request("http://localhost/");
  const usual = Reflect.get(globalThis, Symbol.for("undici.globalDispatcher.1")) as Dispatcher | undefined;
  if (usual?.constructor.name !== "Agent") return undefined;
  const Agent = usual.constructor as new (bounds: object) => Dispatcher;
  patient ??= new Agent({ headersTimeout: 0, bodyTimeout: 0 });
  return patient;
}

interface Watch {
  readonly signal: AbortSignal;
  /** Something came: the silence starts anew. */
  alive(): void;
  stop(): void;
}

/**
 * Silence is counted in halves: a busy process sees one timer fire before it reads what has long arrived, and must
 * not take its own slowness for the endpoint's.
 */
function startWatch(options: GuardOptions): Watch {
  const controller = new AbortController();
  const giveUp = (kind: "stalled" | "timeout", message: string) =>
    controller.abort(new TransportFault(kind, message));
  const whole = setTimeout(
    () => giveUp("timeout", `took longer than ${options.requestTimeoutMs / 1000} s`),
    options.requestTimeoutMs,
  ).unref();
  let silentHalves = 0;
  const idle = options.streaming
    ? setInterval(() => {
        silentHalves += 1;
        if (silentHalves > 2) giveUp("stalled", `sent nothing for ${options.idleTimeoutMs / 1000} s`);
      }, options.idleTimeoutMs / 2).unref()
    : undefined;
  return {
    signal: controller.signal,
    alive: () => {
      silentHalves = 0;
    },
    stop: () => {
      clearTimeout(whole);
      clearInterval(idle);
    },
  };
}

function watchedBody(watch: Watch, maxBytes: number, onEnd: () => void) {
  let bytes = 0;
  let tail = "";
  const decoder = new TextDecoder("latin1");
  return new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      watch.alive();
      bytes += chunk.byteLength;
      if (bytes > maxBytes) {
        watch.stop();
        throw new TransportFault("too-large", `is larger than ${maxBytes / 2 ** 20} MB`);
      }
      const text = tail + decoder.decode(chunk);
      if (text.includes("[DONE]")) onEnd();
      tail = text.slice(-8);
      controller.enqueue(chunk);
    },
    flush: () => watch.stop(),
    cancel: () => watch.stop(),
  });
}

function refuseWrongAnswer(response: Response): void {
  if (response.status >= 300 && response.status < 400)
    throw new TransportFault("redirect", `redirects to ${originOf(response)}`);
  if (response.ok && /text\/html/i.test(contentType(response)))
    throw new TransportFault("html", "answered with a web page");
}

/** A server that ignores `stream` answers at once: its one JSON object becomes a stream of one event. */
function asStream(text: string): Response {
  let event: string;
  try {
    event = JSON.stringify(JSON.parse(text));
  } catch {
    throw new TransportFault("not-json", "answered with what is not JSON");
  }
  return new Response(`data: ${event}\n\ndata: [DONE]\n\n`, {
    headers: { "content-type": "text/event-stream" },
  });
}

function contentType(response: Response): string {
  return response.headers.get("content-type") ?? "";
}

function isJson(response: Response): boolean {
  return /\bjson\b/i.test(contentType(response));
}

function originOf(response: Response): string {
  const location = response.headers.get("location");
  if (location === null || !URL.canParse(location, response.url || undefined)) return "an unknown place";
  return new URL(location, response.url || undefined).origin;
}
