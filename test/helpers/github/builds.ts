import { createServer, type Server } from "node:http";
import { listen } from "../listen.ts";
import { type Route, refusal, repositoryRoute, type World } from "./world.ts";

/** One artifact as a test makes it; the rest of what GitHub says of it is filled in. */
export interface BuildArtifact {
  readonly name: string;
  readonly archive: Buffer;
  readonly commit: string;
  readonly branch?: string;
  readonly createdAt?: string;
  readonly expired?: boolean;
  /** From a run of somebody else's pull request. */
  readonly fork?: boolean;
  /** What GitHub says of the size, where that is not the archive's. */
  readonly size?: number;
}

/** What a build says of a commit in the older way; the newest of each context counts. */
interface CommitStatus {
  readonly commit: string;
  readonly context: string;
  readonly state: "error" | "failure" | "pending" | "success";
  readonly description?: string;
  readonly target_url?: string;
}

/** The artifacts of a repository's builds and what their jobs printed, with the other host that hands them out. */
export interface Builds {
  /** Oldest first. */
  readonly statuses: CommitStatus[];
  readonly artifacts: BuildArtifact[];
  /** By the id of a job. GitHub has given the rest away. */
  readonly logs: Map<number, string>;
  /** What the other host was sent with each download. */
  readonly downloads: { readonly authorization: string | undefined }[];
  readonly routes: readonly Route[];
  /** What the other host does instead of sending the archive. */
  storage: "sends" | "endless" | "refuses" | "redirects";
  close(): Promise<void>;
}

/** As GitHub does it: a list by name, and for each artifact a redirect to storage that needs no token. */
export async function createBuilds(world: World): Promise<Builds> {
  const server = createServer();
  const { url, close } = await listen(server);
  const route = repositoryRoute(world, ["actions"], "actions/artifacts");
  const job = repositoryRoute(world, ["actions"], "actions/jobs");
  const status = repositoryRoute(world, ["statuses"]);
  const builds: Builds = {
    statuses: [],
    artifacts: [],
    logs: new Map(),
    downloads: [],
    storage: "sends",
    routes: [
      route("GET", "", (_repository, { query }) => {
        const json = builds.artifacts.map(jsonOf).filter(({ name }) => name === query.get("name"));
        return { status: 200, json: { total_count: json.length, artifacts: json } };
      }),
      route("GET", "/(?<id>\\d+)/zip", (_repository, _call, { id }) => ({
        status: 302,
        headers: { location: `${url}/${id}?sig=secret` },
        text: "",
      })),
      job("GET", "/(?<id>\\d+)/logs", (_repository, _call, { id }) =>
        builds.logs.has(Number(id))
          ? { status: 302, headers: { location: `${url}/log/${id}?sig=secret` }, text: "" }
          : refusal(410, "Server Error"),
      ),
      status("GET", "commits/(?<ref>[^/]+)/status", (_repository, { query }, { ref }) => {
        const here = builds.statuses.filter(({ commit }) => commit === ref);
        const newest = [...new Map(here.map((one) => [one.context, one])).values()];
        const page = newest.slice(0, Number(query.get("per_page") ?? 30));
        const none = { description: null, target_url: null };
        return {
          status: 200,
          json: { total_count: newest.length, statuses: page.map((one) => ({ ...none, ...one })) },
        };
      }),
    ],
    close,
  };
  serve(server, builds);
  return builds;
}

const jsonOf = ({ name, archive, commit, ...more }: BuildArtifact, index: number) => ({
  id: index + 1,
  name,
  size_in_bytes: more.size ?? archive.length,
  expired: more.expired ?? false,
  created_at: more.createdAt ?? "2026-01-01T00:00:00Z",
  workflow_run: {
    head_branch: more.branch ?? "main",
    head_sha: commit,
    repository_id: 1,
    head_repository_id: more.fork ? 2 : 1,
  },
});

function serve(server: Server, builds: Builds): void {
  server.on("request", (request, response) => {
    builds.downloads.push({ authorization: request.headers.authorization });
    if (builds.storage === "refuses") return response.writeHead(403).end();
    // To what would be sent: whoever follows has it.
    const isLed = request.url!.endsWith("?led");
    if (builds.storage === "redirects" && !isLed)
      return response.writeHead(302, { location: `${request.url}?led` }).end();
    const job = /^\/log\/(\d+)/.exec(request.url!)?.[1];
    const sent = job
      ? builds.logs.get(Number(job))
      : builds.artifacts[Number.parseInt(request.url!.slice(1), 10) - 1]!.archive;
    if (builds.storage === "sends" || isLed) return response.writeHead(200).end(sent);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536)));
    };
    response.on("drain", more);
    return more();
  });
}
