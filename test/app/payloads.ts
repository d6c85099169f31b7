import { createHmac, generateKeyPairSync } from "node:crypto";
import type { AppConfig } from "../../src/github/app-settings.ts";

/** Payloads as GitHub sends them, cut down to more than we read. */
export const secret = "0f1e2d3c4b5a69788796a5b4c3d2e1f00f1e2d3c";
export const previousSecret = "ffeeddccbbaa99887766554433221100ffeeddcc";

export const app: AppConfig = {
  appId: 12,
  privateKey: generateKeyPairSync("rsa", { modulusLength: 2048 })
    .privateKey.export({ type: "pkcs1", format: "pem" })
    .toString(),
  webhookSecret: secret,
  privateKeyPath: undefined,
  previousWebhookSecret: undefined,
};

export const ada = { login: "ada", id: 7, type: "User" };

const repository = {
  id: 55,
  node_id: "R_55",
  name: "parser",
  full_name: "acme/parser",
  owner: { login: "acme", id: 8, type: "Organization" },
  private: true,
  fork: false,
  archived: false,
  default_branch: "main",
};

const issue = {
  id: 900,
  number: 31,
  title: "Read TOML, too",
  body: "As the title says.",
  state: "open",
  locked: false,
  user: ada,
  html_url: "https://github.com/acme/parser/issues/31",
  closed_at: null,
};

const comment = {
  id: 4001,
  body: "/coderag implement keep it small",
  created_at: "2026-11-21T10:00:00Z",
  updated_at: "2026-11-21T10:00:00Z",
  html_url: "https://github.com/acme/parser/issues/31#issuecomment-4001",
  user: ada,
  author_association: "NONE",
  performed_via_github_app: null,
};

type Fields = Readonly<Record<string, unknown>>;

/** `issue_comment.created`; each part may be changed. */
export function commented(
  change: { comment?: Fields; issue?: Fields; repository?: Fields; top?: Fields } = {},
) {
  return {
    action: "created",
    installation: { id: 77 },
    repository: { ...repository, ...change.repository },
    issue: { ...issue, ...change.issue },
    comment: { ...comment, ...change.comment },
    sender: ada,
    ...change.top,
  };
}

/** `pull_request_review_comment.created`; each part may be changed. */
export function commentedOnDiff(change: { comment?: Fields; pull_request?: Fields; top?: Fields } = {}) {
  const place = { path: "src/a.ts", line: 7, start_line: null, original_line: 7, side: "RIGHT" };
  return {
    action: "created",
    installation: { id: 77 },
    repository,
    pull_request: { ...issue, draft: false, head: { ref: "x" }, ...change.pull_request },
    comment: { ...comment, ...place, diff_hunk: "@@ -1 +1 @@", ...change.comment },
    sender: ada,
    ...change.top,
  };
}

/** `issues.closed`. */
export function closed(change: { issue?: Fields } = {}) {
  return {
    action: "closed",
    installation: { id: 77 },
    repository,
    issue: { ...issue, state: "closed", closed_at: "2026-11-21T11:00:00Z", ...change.issue },
    sender: ada,
  };
}

/** `push`, to the default branch; times in it are seconds, as GitHub sends them in this event alone. */
export function pushed(change: { repository?: Fields; top?: Fields } = {}) {
  return {
    ref: "refs/heads/main",
    before: "1".repeat(40),
    after: "a1".repeat(20),
    created: false,
    deleted: false,
    forced: false,
    installation: { id: 77, node_id: "x" },
    repository: { ...repository, pushed_at: 1795255200, master_branch: "main", ...change.repository },
    pusher: { name: "ada", email: "ada@example.org" },
    sender: ada,
    commits: [],
    ...change.top,
  };
}

/** `installation.deleted`; other ends of it by `top`. */
export function uninstalled(top: Fields = {}) {
  return { action: "deleted", installation: { id: 77, account: ada }, repositories: [], sender: ada, ...top };
}

export function sign(body: string | Buffer, key: string = secret): string {
  return `sha256=${createHmac("sha256", key).update(body).digest("hex")}`;
}

/** Headers of a delivery as GitHub sends it. */
export function headers(body: string | Buffer, change: Fields = {}): Record<string, string> {
  const usual = {
    "content-type": "application/json",
    "user-agent": "GitHub-Hookshot/1",
    "x-github-event": "issue_comment",
    "x-github-delivery": "9c1f2f40-0000-4000-8000-000000000001",
    "x-hub-signature-256": sign(body),
    "x-github-hook-installation-target-id": "12",
    "x-github-hook-installation-target-type": "integration",
  };
  const merged = Object.entries({ ...usual, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(merged.map(([name, value]) => [name, String(value)]));
}
