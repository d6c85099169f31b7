import type { DeliveryAttempt, Hook } from "../../github/deliveries.ts";
import type { Check } from "./check.ts";
import { checkDeliveries, checkHook } from "./deliveries.ts";

/** What GitHub says of the App, asked as the App itself. */
export interface AppInfo {
  /** The name in the App's address, for example `coderag`. */
  readonly slug: string;
  /** What the App's registration asks for: permission to level. */
  readonly permissions: Readonly<Record<string, string>>;
  /** Webhook events that it is subscribed to. */
  readonly events: readonly string[];
  readonly installations: readonly AppInstallation[];
  /** Undefined where the App has none. */
  readonly hook: Hook | undefined;
  /** The newest attempts at deliveries, newest first. */
  readonly attempts: readonly DeliveryAttempt[];
}

export interface AppInstallation {
  /** The user or organisation. */
  readonly account: string;
  /** What that account has granted; may lag behind what the registration asks for. */
  readonly permissions: Readonly<Record<string, string>>;
  readonly suspended: boolean;
}

interface NeededPermission {
  readonly name: string;
  readonly level: "read" | "write";
  readonly lost: string;
}

/** Least privilege: all without which no run works, and what is lost without each. */
export const neededPermissions: readonly NeededPermission[] = [
  { name: "metadata", level: "read", lost: "nobody's rights can be checked" },
  { name: "contents", level: "write", lost: "no branch can be pushed" },
  { name: "pull_requests", level: "write", lost: "no pull request can be opened" },
  { name: "issues", level: "write", lost: "nobody can be answered" },
];

/** Asked for by mistake; without it GitHub itself refuses every change of a workflow file. */
const unwanted = ["workflows", "administration", "secrets", "members", "environments"];

const neededEvents = ["issue_comment", "issues"];
const levels = ["none", "read", "write", "admin"];

/** One check for the App as such, some for its registration, one for each installation. */
export function checkApp(info: AppInfo): readonly Check[] {
  const place = "On the App's page, under Permissions & events,";
  const registration = checkPermissions(
    "app permissions",
    info.permissions,
    (list) => `${place} set ${list}.`,
  );
  const installations = info.installations.flatMap((installation) => checkInstallation(installation));
  return [
    { name: "github", state: "ok", detail: `reached as the App ${info.slug}` },
    registration,
    checkEvents(info.events),
    checkHook(info.hook),
    ...(info.hook ? [checkDeliveries(info.attempts)] : []),
    ...(info.installations.length > 0 ? installations : [notInstalled(info.slug)]),
  ];
}

function checkInstallation({ account, permissions, suspended }: AppInstallation): readonly Check[] {
  const name = `installed at ${account}`;
  if (suspended)
    return [
      {
        name,
        state: "warning",
        detail: "suspended",
        cure: `An owner of ${account} can lift that in its settings.`,
      },
    ];
  return [
    checkPermissions(
      name,
      permissions,
      (list) => `An owner of ${account} has to accept the App's new permissions (${list}) in its settings.`,
    ),
  ];
}

function checkPermissions(
  name: string,
  granted: Readonly<Record<string, string>>,
  cure: (list: string) => string,
): Check {
  const has = (permission: NeededPermission) =>
    levels.indexOf(granted[permission.name] ?? "none") >= levels.indexOf(permission.level);
  const missing = neededPermissions.filter((permission) => !has(permission));
  const tooMany = unwanted.filter((permission) => granted[permission] !== undefined);
  if (missing.length > 0)
    return {
      name,
      state: "failed",
      detail: `missing: ${missing.map((one) => `${one.name}:${one.level} (${one.lost})`).join(", ")}`,
      cure: cure(missing.map((one) => `${one.name} to ${one.level}`).join(", ")),
    };
  if (tooMany.length > 0)
    return {
      name,
      state: "warning",
      detail: `more than needed: ${tooMany.join(", ")}`,
      cure: "Take them away on the App's page: CodeRAG does not use them, and whoever breaks in would.",
    };
  return { name, state: "ok", detail: neededPermissions.map((one) => `${one.name}:${one.level}`).join(" ") };
}

function checkEvents(events: readonly string[]): Check {
  const missing = neededEvents.filter((event) => !events.includes(event));
  if (missing.length === 0 && !events.includes("push"))
    return {
      name: "app events",
      state: "warning",
      detail: "not subscribed to push: each run reads by itself what changed since the last one",
      cure: "On the App's page, under Permissions & events, subscribe to push; or leave it so, runs then begin a little later.",
    };
  if (missing.length === 0) return { name: "app events", state: "ok", detail: events.join(" ") };
  return {
    name: "app events",
    state: "failed",
    detail: `not subscribed to ${missing.join(", ")}: commands do not arrive`,
    cure: `On the App's page, under Permissions & events, subscribe to ${missing.join(", ")}.`,
  };
}

const notInstalled = (slug: string): Check => ({
  name: "installations",
  state: "warning",
  detail: "installed nowhere",
  cure: `Install it on a repository: GitHub, the App's public page (/apps/${slug}), Install.`,
});
