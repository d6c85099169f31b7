import { resolveCommit } from "./git.ts";
import {
  type HostedRepository,
  type Json,
  jsonOf,
  type Route,
  refusal,
  repositoryRoute,
  type World,
} from "./world.ts";

/** A check run as it stands, with every annotation that was ever added. */
export interface StoredCheck {
  readonly id: number;
  readonly repository: HostedRepository;
  readonly commit: string;
  name: string;
  externalId: string;
  status: string;
  conclusion: string | null;
  output: { title?: string; summary?: string; text?: string };
  readonly annotations: Json[];
  actions: readonly Json[];
  /** Whose it is; ours unless given. */
  readonly app?: Json;
}

/** What a test says of a check run that somebody else's program made. */
export interface ForeignCheck {
  readonly name: string;
  readonly commit: string;
  /** `null`: it is not done. */
  readonly conclusion: string | null;
  readonly app?: string;
  readonly output?: StoredCheck["output"];
  readonly annotations?: readonly Json[];
}

/** Adds a check run of GitHub Actions, or of another App. */
export function addForeign(
  checks: StoredCheck[],
  repository: HostedRepository,
  { conclusion, app = "github-actions", output = {}, annotations = [], ...more }: ForeignCheck,
): StoredCheck {
  const check: StoredCheck = {
    ...{ id: 5_000 + checks.length, repository, externalId: "", actions: [], output, ...more },
    ...{ status: conclusion === null ? "in_progress" : "completed", conclusion },
    annotations: [...annotations],
    app: { id: app === "github-actions" ? 15_368 : 9_999, slug: app, name: app },
  };
  checks.push(check);
  return check;
}

/** Check runs with GitHub's limits; `checks` keeps them, oldest first. */
export function checkRunRoutes(world: World, checks: StoredCheck[]): readonly Route[] {
  const route = repositoryRoute(world, ["checks"]);
  const found = (repository: HostedRepository, part: Record<string, string>): StoredCheck | undefined =>
    checks.find((one) => one.repository === repository && one.id === Number(part["id"]));
  return [
    route("POST", "check-runs", async (repository, call) => {
      const wish = jsonOf(call);
      const commit = await resolveCommit(repository.repository.dir, String(wish["head_sha"]));
      if (!commit || !wish["name"]) return refusal(422, "No commit found for SHA");
      const check: StoredCheck = {
        ...{ id: 5_000 + checks.length, repository, commit, name: "", externalId: "", annotations: [] },
        ...{ status: "queued", conclusion: null, output: {}, actions: [] },
      };
      const fault = take(check, wish);
      if (fault) return refusal(422, fault);
      checks.push(check);
      return { status: 201, json: json(world, check) };
    }),
    route("PATCH", "check-runs/(?<id>\\d+)", async (repository, call, part) => {
      const check = found(repository, part);
      if (!check) return refusal(404, "Not Found");
      const fault = take(check, jsonOf(call));
      return fault ? refusal(422, fault) : { status: 200, json: json(world, check) };
    }),
    route("GET", "check-runs/(?<id>\\d+)", async (repository, _call, part) => {
      const check = found(repository, part);
      return check ? { status: 200, json: json(world, check) } : refusal(404, "Not Found");
    }),
    route("GET", "check-runs/(?<id>\\d+)/annotations", async (repository, _call, part) => {
      const check = found(repository, part);
      return check ? { status: 200, json: check.annotations } : refusal(404, "Not Found");
    }),
    route("GET", "commits/(?<ref>[^/]+)/check-runs", async (repository, call, part) => {
      const name = call.query.get("check_name");
      const here = checks.filter(
        (one) =>
          one.repository === repository && one.commit === part["ref"] && (name === null || one.name === name),
      );
      const [page, size] = [Number(call.query.get("page") ?? 1), Number(call.query.get("per_page") ?? 30)];
      const shown = here.slice((page - 1) * size, page * size).map((one) => json(world, one));
      return { status: 200, json: { total_count: here.length, check_runs: shown } };
    }),
  ];
}

/** Puts what was sent into the check run, or says what GitHub does not take. */
function take(check: StoredCheck, wish: Json): string | undefined {
  const output = (wish["output"] ?? {}) as {
    title?: string;
    summary?: string;
    text?: string;
    annotations?: Json[];
  };
  const { annotations = [], ...texts } = output;
  if (wish["output"] && (!output.title || output.summary === undefined))
    return "title and summary are needed";
  if (annotations.length > 50) return "No more than 50 annotations a request";
  if (Math.max(output.summary?.length ?? 0, output.text?.length ?? 0) > 65_535) return "too long";
  if (annotations.some((one) => !one["path"] || !one["message"] || !one["start_line"] || !one["end_line"]))
    return "an annotation lacks a field";
  const actions = (wish["actions"] ?? check.actions) as Record<string, string>[];
  const tooLong = actions.some(
    ({ label = "", identifier = "", description = "" }) =>
      label.length > 20 || identifier.length > 20 || description.length > 40,
  );
  if (actions.length > 3 || tooLong) return "actions are too many or too long";
  if (wish["conclusion"] && wish["status"] !== "completed")
    return "only a completed check run has a conclusion";
  if (wish["status"] === "completed" && !wish["conclusion"]) return "a completed check run has a conclusion";
  check.actions = actions;
  check.annotations.push(...annotations);
  Object.assign(check.output, texts);
  if (wish["name"]) check.name = String(wish["name"]);
  if (wish["external_id"]) check.externalId = String(wish["external_id"]);
  if (wish["status"]) check.status = String(wish["status"]);
  if (wish["status"]) check.conclusion = (wish["conclusion"] as string | undefined) ?? null;
  return undefined;
}

export function json(world: World, check: StoredCheck): Json {
  const { id, name, externalId, status, conclusion, commit, output, annotations, repository } = check;
  return {
    ...{ id, name, external_id: externalId, status, conclusion, head_sha: commit },
    html_url: `${world.url}/${repository.owner}/${repository.name}/runs/${id}`,
    output: { title: null, summary: null, text: null, ...output, annotations_count: annotations.length },
    app: check.app ?? world.app,
    pull_requests: [],
  };
}
