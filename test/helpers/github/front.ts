import { verify } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { isGitRequest, serveGit } from "../git-server.ts";
import { type Listening, listen } from "../listen.ts";
import type { Faults } from "./faults.ts";
import {
  type Answer,
  type Call,
  forbidden,
  type Json,
  now,
  type Route,
  refusal,
  type Who,
  type World,
} from "./world.ts";

/** One request to the API as it came, and what was answered. */
export interface RecordedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  /** Parsed, where it was JSON. */
  readonly body: unknown;
  readonly who: Who;
  /** 0 where the connection was cut or nothing was ever answered. */
  readonly status: number;
}

export interface FrontOptions {
  readonly world: World;
  readonly faults: Faults;
  readonly requests: RecordedRequest[];
  /** Folder of the bare repositories. */
  readonly root: string;
  /** First come, first served; a route may decline by answering undefined. */
  readonly routes: readonly Route[];
  readonly pass: (call: Call) => Promise<Answer>;
}

/** A server without routes yet: its address must be known before the emulator is. */
export async function startFront(): Promise<Listening & { readonly server: Server }> {
  // Who asks may be in this process: while that is busy, no kept connection goes under its next request.
  const server = createServer({ keepAliveTimeout: 600_000 });
  return { server, ...(await listen(server)) };
}

export function answerWith(server: Server, options: FrontOptions): void {
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const work = isGitRequest(request)
      ? serveGit(request, response, {
          root: options.root,
          authorise: (asked) => mayUseGit(options.world, asked),
        })
      : serveApi(request, response, options);
    work.catch((error: unknown) => {
      if (!response.headersSent) send(response, refusal(500, String((error as Error).stack ?? error)));
      else response.destroy();
    });
  });
}

async function serveApi(
  request: IncomingMessage,
  response: ServerResponse,
  options: FrontOptions,
): Promise<void> {
  const { world, faults, requests } = options;
  const url = new URL(request.url ?? "/", world.url);
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)]);
  const who = senderOf(world, request.headers.authorization);
  const call: Call = {
    method: request.method ?? "GET",
    path: url.pathname.replace(/^\/api\/v3(?=\/)/, ""),
    query: url.searchParams,
    headers: Object.fromEntries(headers) as Record<string, string>,
    body: Buffer.concat(parts),
    who: who ?? { kind: "nobody" },
  };
  const record = (status: number): void => {
    const { method, path, query, body } = call;
    requests.push({ method, path, query: query.toString(), body: parsed(body), who: call.who, status });
  };
  const fault = faults.next(call.method, call.path);
  if (fault === "hang") return record(0);
  if (fault === "reset") {
    record(0);
    request.socket.resetAndDestroy();
    return;
  }
  if (typeof fault === "object" && "meanwhile" in fault) await fault.meanwhile();
  else if (typeof fault === "object") {
    record(fault.status);
    send(response, {
      status: fault.status,
      headers: fault.headers ?? {},
      json: fault.body ?? { message: "fault" },
    });
    return;
  }
  const answer = who
    ? (untimely(options.world, request.headers.authorization) ?? (await route(call, options)))
    : stranger(request.headers.authorization);
  if (fault === "drop-after-write") {
    record(0);
    request.socket.resetAndDestroy();
    return;
  }
  record(answer.status);
  send(response, answer);
}

async function route(call: Call, { routes, pass }: FrontOptions): Promise<Answer> {
  for (const { method, path, answer } of routes) {
    const match = method === call.method ? path.exec(call.path) : null;
    const parts = Object.entries(match?.groups ?? {}).map(([name, part]) => [
      name,
      decodeURIComponent(part ?? ""),
    ]);
    const given = match && (await answer(call, Object.fromEntries(parts) as Record<string, string>));
    if (given) return given;
  }
  return pass(call);
}

/** Undefined for a token that this GitHub never gave out or has taken back. */
function senderOf(world: World, authorization: string | undefined): Who | undefined {
  const token = authorization?.replace(/^(bearer|token) /i, "");
  if (!token) return { kind: "nobody" };
  if (!token.startsWith("eyJ")) return world.tokens.get(token);
  const [head, claims = "", signature = ""] = token.split(".");
  const { iss } = JSON.parse(Buffer.from(claims, "base64url").toString()) as { iss?: unknown };
  const signed = Buffer.from(`${head}.${claims}`);
  const isSigned = [...world.keys].some((key) =>
    verify("sha256", signed, key, Buffer.from(signature, "base64url")),
  );
  return isSigned && Number(iss) === world.app.id ? { kind: "app" } : undefined;
}

/** GitHub tells the App, whose web tokens begin like this, apart from all others. */
const stranger = (authorization = ""): Answer =>
  refusal(401, / eyJ/.test(authorization) ? "A JSON web token could not be decoded" : "Bad credentials");

/** The App's own clock must agree with GitHub's, whose time stands in each answer. */
function untimely(world: World, authorization = ""): Answer | undefined {
  const claims = / eyJ[^.]*\.([^.]*)/.exec(authorization)?.[1];
  if (claims === undefined) return undefined;
  const { iat, exp } = JSON.parse(Buffer.from(claims, "base64url").toString()) as Json;
  const date = now(world);
  const second = Math.floor(date.getTime() / 1000);
  const fault =
    Number(exp) <= second
      ? "'Expiration time' claim ('exp') must be a numeric value representing the future time at which the assertion expires"
      : Number(exp) > second + 600
        ? "'Expiration time' claim ('exp') is too far in the future"
        : Number(iat) > second + 60
          ? "'Issued at' claim ('iat') must be an Integer representing the time that the assertion was issued"
          : undefined;
  return fault === undefined ? undefined : { ...refusal(401, fault), headers: { date: date.toUTCString() } };
}

function mayUseGit(world: World, request: IncomingMessage): boolean {
  const url = new URL(request.url ?? "/", world.url);
  const [, owner, name] = /^\/([^/]+)\/([^/]+)\.git\//.exec(url.pathname) ?? [];
  const repository = world.repositories.get(`${owner}/${name}`);
  if (!repository) return false;
  const [scheme, value = ""] = (request.headers.authorization ?? "").split(" ");
  const basic = Buffer.from(value, "base64").toString();
  const token = scheme?.toLowerCase() === "basic" ? basic.slice(basic.indexOf(":") + 1) : value;
  const who = token ? world.tokens.get(token) : { kind: "nobody" as const };
  const pushes = url.search.includes("git-receive-pack") || url.pathname.endsWith("/git-receive-pack");
  const call = { who } as Call;
  return (
    who !== undefined &&
    !forbidden(world, call, repository, pushes ? { write: ["contents"] } : { read: ["contents"] })
  );
}

function send(response: ServerResponse, { status, headers = {}, json, text }: Answer): void {
  const body = text ?? (json === undefined ? "" : JSON.stringify(json));
  const limits = {
    "content-type": "application/json; charset=utf-8",
    "x-ratelimit-limit": "5000",
    "x-ratelimit-remaining": "4999",
    "x-ratelimit-resource": "core",
    "x-ratelimit-reset": String(Math.floor(Date.now() / 1000) + 3600),
  };
  response.writeHead(status, { ...limits, ...headers }).end(status === 204 ? "" : body);
}

function parsed(body: Buffer): unknown {
  try {
    return body.length ? JSON.parse(body.toString()) : undefined;
  } catch {
    return body.toString();
  }
}
