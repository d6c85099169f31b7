import { randomUUID } from "node:crypto";
import type { Deliveries } from "./deliveries.ts";
import type { EmulatorProxy } from "./proxy.ts";
import { decoratePull } from "./pulls.ts";
import type { RefListener } from "./refs.ts";
import {
  type Answer,
  type Call,
  type HostedRepository,
  type Json,
  jsonOf,
  permissionOf,
  type Route,
  refusal,
  type World,
} from "./world.ts";

/** Answers and webhooks of the emulator, made true to GitHub on their way through. */
export interface Overlay {
  readonly routes: readonly Route[];
  readonly moved: RefListener;
  pass(call: Call): Promise<Answer>;
}

export interface OverlayParts {
  readonly world: World;
  readonly proxy: EmulatorProxy;
  readonly deliveries: Deliveries;
  readonly comments: { edited(id: number): void; decorate(comment: Json): Json };
  readonly emulatorUrl: string;
}

export function overlayRoutes({ world, proxy, deliveries, comments, emulatorUrl }: OverlayParts): Overlay {
  const repositoryAt = (path: string) =>
    world.repositories.get(/^\/repos\/([^/]+\/[^/]+)/.exec(path)?.[1] ?? "");

  async function decorate(path: string, value: Json): Promise<Json> {
    const repository = repositoryAt(path);
    if (/\/issues\/(\d+\/comments|comments\/\d+|comments)$/.test(path) && "body" in value)
      return comments.decorate(value);
    if (repository && "head" in value && "base" in value) return decoratePull(repository, value);
    if (repository && /\/issues(\/\d+)?$/.test(path) && repository.pulls.has(value["number"] as number))
      return { ...value, pull_request: { url: `${world.url}/repos/${repository.owner}/${repository.name}` } };
    return value;
  }

  async function pass(call: Call): Promise<Answer> {
    const repository = repositoryAt(call.path);
    // What one may not see does not exist; the emulator would say that it is forbidden.
    if (repository?.private && !sees(world, call, repository)) return refusal(404, "Not Found");
    const edit = /\/issues\/comments\/(\d+)$/.exec(call.path);
    if (edit && call.method === "PATCH") comments.edited(Number(edit[1]));
    const answer = await proxy.pass(call);
    if (!answer.text || answer.status >= 300) return answer;
    const { text: _text, ...rest } = answer;
    const json: unknown = JSON.parse(answer.text);
    rememberToken(world, call, json as Json);
    const all = Array.isArray(json)
      ? await Promise.all(json.map((value) => decorate(call.path, value as Json)))
      : await decorate(call.path, json as Json);
    return { ...rest, json: all };
  }

  async function forward(event: string, sent: Json): Promise<void> {
    const { owner, name } = (sent["repository"] ?? {}) as { owner?: { login: string }; name?: string };
    const repository = world.repositories.get(`${owner?.login}/${name}`);
    const payload: Json = { ...sent };
    if (payload["comment"]) payload["comment"] = comments.decorate(payload["comment"] as Json);
    const pull = payload["pull_request"] as Json | undefined;
    if (pull) payload["number"] = pull["number"];
    if (repository && pull) payload["pull_request"] = await decoratePull(repository, pull);
    const issue = payload["issue"] as Json | undefined;
    if (issue && repository?.pulls.has(issue["number"] as number))
      payload["issue"] = { ...issue, pull_request: { url: issue["url"] } };
    await deliveries.deliver({ event, payload, guid: randomUUID() });
  }

  return {
    pass,
    /** A push event for every branch that the API moved; the emulator does not see our branches. */
    async moved(repository, ref, { before, after, call }) {
      if (repository.forkOf) return;
      const { owner, name } = repository;
      const zero = "0".repeat(40);
      const login = call.who.kind === "user" ? call.who.login : world.botLogin;
      const payload = {
        ref,
        before: before ?? zero,
        after: after ?? zero,
        created: before === undefined,
        deleted: after === undefined,
        repository: await proxy.json(`/repos/${owner}/${name}`),
        sender: { login, type: login === world.botLogin ? "Bot" : "User" },
        installation: { id: world.installationId },
      };
      void deliveries.deliver({ event: "push", payload });
    },
    routes: [
      {
        method: "POST",
        path: /^\/_emulator\/webhook$/,
        async answer(call) {
          const text = call.body.toString().replaceAll(emulatorUrl, world.url);
          const event = call.headers["x-github-event"]!;
          // The emulator waits for this answer before it goes on; the App's answer is not its concern.
          void deliveries.underWay(forward(event, jsonOf({ ...call, body: Buffer.from(text) })));
          return { status: 204 };
        },
      },
    ],
  };
}

/** A token counts from the moment that it is minted, with what it was narrowed to. */
function rememberToken(world: World, call: Call, answer: Json): void {
  if (call.method !== "POST" || !/^\/app\/installations\/\d+\/access_tokens$/.test(call.path)) return;
  const { repository_ids: ids } = jsonOf(call) as { repository_ids?: number[] };
  world.tokens.set(answer["token"] as string, {
    kind: "installation",
    permissions: answer["permissions"] as Record<string, string>,
    repositoryIds: ids,
  });
}

function sees(world: World, { who }: Call, repository: HostedRepository): boolean {
  if (who.kind === "user") return permissionOf(world, repository, who.login) !== "none";
  if (who.kind !== "installation") return false;
  return who.repositoryIds === undefined || who.repositoryIds.includes(repository.id);
}
