import type { Answer, Call, HostedRepository, Json } from "./world.ts";

/** The emulator behind the front server. */
export interface EmulatorProxy {
  /** Hands a request on as it is. */
  pass(call: Call): Promise<Answer>;
  /** Reads as the owner of everything; undefined for 404. */
  json(path: string): Promise<Json | undefined>;
  /** Sends as a user, by the emulator's own API. */
  send(method: string, path: string, body: Json, token: string): Promise<Json>;
  /** Makes sure that the emulator knows a branch of this name, at whatever commit. */
  makeBranch(repository: HostedRepository, branch: string): Promise<void>;
}

export interface ProxyOptions {
  /** Gives the token of the owner of a repository path. */
  readonly ownerToken: (path: string) => string;
  /** A web token of the App that the emulator knows: it was never told of a change of keys. */
  readonly appToken: () => string;
}

/**
 * The emulator closes a kept connection after five seconds, also while this process is too busy to hear of it: the next
 * request would go under with it.
 */
const unkept = { connection: "close" };

/** Addresses in answers become the front's. */
export function createProxy(
  emulatorUrl: string,
  frontUrl: string,
  { ownerToken, appToken }: ProxyOptions,
): EmulatorProxy {
  const rename = (text: string): string => text.replaceAll(emulatorUrl, frontUrl);
  const ask = async (method: string, path: string, token: string, body?: Json): Promise<Response> =>
    fetch(`${emulatorUrl}${path}`, {
      method,
      headers: { ...unkept, authorization: `Bearer ${token}`, "content-type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return {
    async pass(call) {
      const query = call.query.size ? `?${call.query}` : "";
      const { host: _host, connection: _connection, "content-length": _length, ...headers } = call.headers;
      const answer = await fetch(`${emulatorUrl}${call.path}${query}`, {
        method: call.method,
        headers: {
          ...{ ...headers, ...unkept },
          ...(call.who.kind === "app" && { authorization: `Bearer ${appToken()}` }),
        },
        redirect: "manual",
        ...(call.body.length ? { body: call.body } : {}),
      });
      const kept = [...answer.headers].filter(([name]) => /^(content-type|link|x-|location)/.test(name));
      return {
        status: answer.status,
        headers: Object.fromEntries(kept.map(([name, value]) => [name, rename(value)])),
        text: rename(await answer.text()),
      };
    },
    async json(path) {
      const answer = await ask("GET", path, ownerToken(path));
      if (answer.status === 404) return undefined;
      return JSON.parse(rename(await answer.text())) as Json;
    },
    async send(method, path, body, token) {
      const answer = await ask(method, path, token, body);
      const text = rename(await answer.text());
      if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
      return text ? (JSON.parse(text) as Json) : {};
    },
    async makeBranch({ owner, name, defaultBranch }, branch) {
      const api = `/repos/${owner}/${name}/git`;
      const token = ownerToken(api);
      const head = await ask("GET", `${api}/ref/heads/${defaultBranch}`, token);
      const { object } = (await head.json()) as { object: { sha: string } };
      // 422 where it is known already, which is what we want.
      await (
        await ask("POST", `${api}/refs`, token, { ref: `refs/heads/${branch}`, sha: object.sha })
      ).text();
    },
  };
}
