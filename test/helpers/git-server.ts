import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { type Listening, listen } from "./listen.ts";
import { startProgram } from "./programs.ts";

/** What a git server over smart HTTP needs to know. */
export interface GitServerOptions {
  /** Folder with the bare repositories: `root/owner/name.git` is served at `/owner/name.git`. */
  readonly root: string;
  /** Decides about each request; false is answered with 401. Everybody may read and push unless given. */
  readonly authorise?: (request: IncomingMessage) => boolean | Promise<boolean>;
  /** Called after a push was taken, with the repository as `owner/name`. */
  readonly onPush?: (repository: string) => void | Promise<void>;
}

/** What GitHub's git server allows and a plain git does not: partial clones, any commit by its SHA, pushes. */
const serverConfiguration: readonly (readonly [string, string])[] = [
  ["uploadpack.allowFilter", "true"],
  ["uploadpack.allowAnySHA1InWant", "true"],
  ["http.receivepack", "true"],
  ["safe.bareRepository", "all"],
];

/** True where the path is one that `serveGit` answers: `/owner/name.git/...`. */
export function isGitRequest(request: IncomingMessage): boolean {
  return /^\/[^/]+\/[^/]+\.git\/(info\/refs|HEAD|git-(upload|receive)-pack|objects\/)/.test(
    request.url ?? "",
  );
}

/** Answers one smart HTTP request with the machine's own `git http-backend`. Mountable in any node:http server. */
export async function serveGit(
  request: IncomingMessage,
  response: ServerResponse,
  options: GitServerOptions,
): Promise<void> {
  if (options.authorise && !(await options.authorise(request))) {
    request.resume();
    response.writeHead(401, { "www-authenticate": 'Basic realm="git"' }).end("Bad credentials\n");
    return;
  }
  const url = new URL(request.url ?? "/", "http://localhost");
  const env = environmentOf(request, url, options.root);
  const backend = startProgram({ argv: ["git", "http-backend"], env, input: request });
  response.on("close", backend.kill);
  const taken = await sendAnswer(backend.output, response, () =>
    url.pathname.endsWith("/git-receive-pack") ? options.onPush?.(repositoryOf(url)) : undefined,
  );
  if (!taken) response.writeHead(500).end("git http-backend gave no answer\n");
}

/** A git server on a free port of 127.0.0.1. */
export async function startGitServer(options: GitServerOptions): Promise<Listening> {
  const server = createServer((request, response) => {
    serveGit(request, response, options).catch((error) => response.destroy(error as Error));
  });
  return listen(server);
}

const repositoryOf = (url: URL): string => decodeURIComponent(url.pathname).slice(1).split(".git/")[0]!;

function environmentOf(request: IncomingMessage, url: URL, root: string): NodeJS.ProcessEnv {
  const environment: NodeJS.ProcessEnv = {
    PATH: process.env["PATH"],
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_CONFIG_GLOBAL: "/dev/null",
    GIT_PROJECT_ROOT: root,
    GIT_HTTP_EXPORT_ALL: "1",
    REQUEST_METHOD: request.method ?? "GET",
    PATH_INFO: decodeURIComponent(url.pathname),
    QUERY_STRING: url.search.slice(1),
    CONTENT_TYPE: request.headers["content-type"] ?? "",
    REMOTE_ADDR: "127.0.0.1",
    GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
    HTTP_CONTENT_ENCODING: request.headers["content-encoding"] ?? "",
    GIT_CONFIG_COUNT: String(serverConfiguration.length),
  };
  const length = request.headers["content-length"];
  if (length !== undefined) environment["CONTENT_LENGTH"] = length;
  serverConfiguration.forEach(([key, value], index) => {
    environment[`GIT_CONFIG_KEY_${index}`] = key;
    environment[`GIT_CONFIG_VALUE_${index}`] = value;
  });
  return environment;
}

/** Turns the CGI answer (headers, empty line, body) into an HTTP one. False if the backend said nothing. */
async function sendAnswer(
  output: AsyncIterable<Buffer>,
  response: ServerResponse,
  beforeEnd: () => unknown,
): Promise<boolean> {
  let head: Buffer | undefined = Buffer.alloc(0);
  for await (const chunk of output) {
    if (head === undefined) {
      if (!response.write(chunk)) await once(response, "drain");
      continue;
    }
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const headers = head.subarray(0, end).toString("latin1").split("\r\n");
    let status = 200;
    for (const header of headers) {
      const [, name, value] = /^([^:]+):\s*(.*)$/.exec(header) ?? [];
      if (name?.toLowerCase() === "status") status = Number.parseInt(value!, 10);
      else if (name) response.setHeader(name, value!);
    }
    response.writeHead(status);
    response.write(head.subarray(end + 4));
    head = undefined;
  }
  if (head !== undefined) return false;
  await beforeEnd();
  response.end();
  return true;
}
