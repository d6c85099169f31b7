import { secondsOf } from "./git.ts";
import {
  type Call,
  type HostedRepository,
  type Json,
  jsonOf,
  now,
  permissionOf,
  type Route,
  refusal,
  repositoryRoute,
  type World,
} from "./world.ts";

interface StoredReaction {
  readonly id: number;
  readonly user: { readonly login: string; readonly type: string };
  readonly content: string;
  readonly created_at: string;
}

const target = "(?<target>issues/comments/\\d+|pulls/comments/\\d+|issues/\\d+)";
const contents = ["+1", "-1", "laugh", "confused", "heart", "hooray", "rocket", "eyes"];

/** What people may do, what they feel, and what the App may reach. */
export function peopleRoutes(world: World): readonly Route[] {
  const reactions = new Map<string, StoredReaction[]>();
  let lastId = 0;
  // Anybody who may read may react; an App needs the permission to write.
  const writes = ({ method, who }: Call): boolean => method !== "GET" && who.kind === "installation";
  const route = repositoryRoute(world, ["issues", "pull_requests"], "", writes);
  const listOf = (repository: HostedRepository, part: Record<string, string>): StoredReaction[] => {
    const key = `${repository.id}/${part["target"]}`;
    const known = reactions.get(key) ?? [];
    reactions.set(key, known);
    return known;
  };
  return [
    route("GET", "collaborators/(?<login>[^/]+)/permission", (repository, _call, part) => {
      const login = part["login"]!;
      if (!world.permissions.has(login)) return refusal(404, "Not Found");
      const role = permissionOf(world, repository, login);
      const legacy = role === "maintain" ? "write" : role === "triage" ? "read" : role;
      const json = { permission: legacy, role_name: role === "none" ? "" : role, user: { login } };
      return { status: 200, json };
    }),
    route("GET", `${target}/reactions`, (repository, call, part) => {
      const content = call.query.get("content");
      const size = Number(call.query.get("per_page") ?? 30);
      const start = (Number(call.query.get("page") ?? 1) - 1) * size;
      const found = listOf(repository, part).filter((one) => content === null || one.content === content);
      return { status: 200, json: found.slice(start, start + size) };
    }),
    route("POST", `${target}/reactions`, (repository, call, part) => {
      const content = String(jsonOf(call)["content"]);
      if (!contents.includes(content)) return refusal(422, "Validation Failed");
      const list = listOf(repository, part);
      const user = userOf(world, call);
      const known = list.find((one) => one.content === content && one.user.login === user.login);
      if (known) return { status: 200, json: known };
      lastId += 1;
      const added = { id: lastId, user, content, created_at: secondsOf(now(world)) };
      list.push(added);
      return { status: 201, json: added };
    }),
    route("DELETE", `${target}/reactions/(?<id>\\d+)`, (repository, call, part) => {
      const list = listOf(repository, part);
      const at = list.findIndex(({ id }) => id === Number(part["id"]));
      if (at < 0) return refusal(404, "Not Found");
      if (list[at]!.user.login !== userOf(world, call).login)
        return refusal(403, "Resource not accessible by integration");
      list.splice(at, 1);
      return { status: 204 };
    }),
    {
      method: "GET",
      path: /^\/installation\/repositories$/,
      async answer({ who }) {
        if (who.kind !== "installation")
          return refusal(403, "You must authenticate with an installation token");
        const reached = [...world.repositories.values()].filter(
          ({ id }) => who.repositoryIds === undefined || who.repositoryIds.includes(id),
        );
        const list = reached.map(({ id, owner, name, private: hidden, defaultBranch }) => ({
          id,
          name,
          full_name: `${owner}/${name}`,
          private: hidden,
          default_branch: defaultBranch,
          owner: { login: owner },
        }));
        return { status: 200, json: { total_count: list.length, repositories: list } };
      },
    },
  ];
}

const userOf = (world: World, { who }: Call): { login: string; type: string } =>
  who.kind === "user" ? { login: who.login, type: "User" } : { login: world.botLogin, type: "Bot" };

/** Comments as GitHub shows them: dates to the second, and the App that wrote them. */
export function createCommentDecorator(world: World): {
  readonly edited: (id: number) => void;
  readonly decorate: (comment: Json) => Json;
} {
  const created = new Map<number, string>();
  const edits = new Map<number, string>();
  return {
    edited: (id) => void edits.set(id, secondsOf(now(world))),
    decorate(comment) {
      const id = comment["id"] as number;
      const first = created.get(id) ?? secondsOf(now(world));
      created.set(id, first);
      const ours = (comment["user"] as Json | null)?.["login"] === world.botLogin;
      return {
        ...comment,
        created_at: first,
        updated_at: edits.get(id) ?? first,
        performed_via_github_app: ours ? { ...world.app } : null,
      };
    },
  };
}
