/**
 * The living issue of dependency examples on three public repositories over three weeks: begun, a week without a
 * change, and a week in which one commit of their past bumped or added a dependency.
 *
 *     npm exec -c 'node bench/dependency-issue.ts --clones DIR [--pages DIR] [--write]'
 *
 * DIR holds clones with their whole history, bare ones will do, each under its name:
 *
 *     for r in probot/probot simonw/datasette etcd-io/bbolt expressjs/express simonw/sqlite-utils spf13/cobra \
 *       pallets/click pallets/jinja tj/commander.js; do git clone --bare https://github.com/$r DIR/${r#*\/}; done
 *
 * GitHub is emulated; what the dependencies published stands on its shelf as it was at a tag. `--pages` keeps the
 * issues of the last week as pages to look at.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { renderPage } from "../demo/page/page.ts";
import { watchPartsOnGitHub } from "../src/compose.ts";
import { loadConfig } from "../src/config.ts";
import type { DependencyEntry } from "../src/examples/entry.ts";
import { livingIssueTitle } from "../src/examples/render-issue.ts";
import type { Watch } from "../src/examples/watch.ts";
import { RateLimitedError } from "../src/github/failure.ts";
import { beginWatching, keepWatch } from "../src/jobs/watch/keep-watch.ts";
import type { LookOrder } from "../src/jobs/watch/look-order.ts";
import { queueDueLooks } from "../src/jobs/watch/schedule-looks.ts";
import { silentLogger } from "../src/log.ts";
import { createRedactor } from "../src/redact/redact.ts";
import { endSlot, findWatch } from "../src/store/watches.ts";
import { appOf } from "../test/helpers/github/app.ts";
import { startGitHub } from "../test/helpers/github/start.ts";
import { startPostgres } from "../test/helpers/postgres.ts";
import { startTestServer } from "../test/helpers/test-server.ts";
import { type Case, cases, published } from "./dependency-issue/cases.ts";
import { changedBy, filesAt, shelved } from "./dependency-issue/clones.ts";

const { values: options } = parseArgs({
  options: {
    clones: { type: "string" },
    pages: { type: "string" },
    write: { type: "boolean", default: false },
  },
});
const { clones, pages } = options;
if (!clones)
  throw new Error("Name the folder with the clones (--clones); the head of this file says how to get them.");

const signal = AbortSignal.timeout(3_600_000);
const week = 7 * 86_400_000;
const firstMonday = Date.parse("2026-11-02T12:00:00Z");
const stopServer = await startTestServer();
const postgres = await startPostgres();
const shelf = published.map((one) => shelved(clones, one));
const rows: string[] = [];
const entries: string[] = [];
try {
  for (const one of cases) await ofCase(one);
} finally {
  await postgres.stop();
  await stopServer();
}
tell();

/** Begins the issue, and looks at it in two more weeks. */
async function ofCase(one: Case): Promise<void> {
  const [owner = "", name = ""] = one.repository.split("/");
  const before = present(filesAt(clones!, one.repository, `${one.commit}^`));
  const after = present(
    filesAt(clones!, one.repository, one.commit, changedBy(clones!, one.repository, one.commit)),
  );
  const github = await startGitHub({ repositories: [{ owner, name, files: before }], shelf });
  const home = mkdtempSync(join(tmpdir(), "coderag-dependency-issue-"));
  const config = loadConfig({
    ...{ CODERAG_HOME: home, GITHUB_API_URL: github.apiUrl, GITHUB_URL: github.webUrl },
  });
  const { database } = postgres;
  const repositoryId = github.repository().id;
  const of = { repositoryId, installationId: github.installationId, owner, name };
  // Made anew where a limit was met: then its minute is over here, too.
  const redact = createRedactor(config.secrets);
  const parts = () => watchPartsOnGitHub({ config, database, app: appOf(github), redact }, of);
  const row = async () => (await findWatch(database, repositoryId))!;
  const measured = async (title: string, work: () => Promise<{ readonly kind: string }>): Promise<void> => {
    const since = github.requests.length;
    const start = performance.now();
    let waits = 0;
    const patient = (): ReturnType<typeof work> =>
      work().catch((error: unknown) => {
        if (!(error instanceof RateLimitedError)) throw error;
        waits += 1;
        github.shelf.nextMinute();
        return patient();
      });
    const { kind } = await patient();
    const seconds = (performance.now() - start) / 1000;
    const made = github.requests
      .slice(since)
      .filter(({ path }) => path.startsWith("/repos/") || path.startsWith("/search/"));
    const writes = made.filter(
      ({ method, path }) => method !== "GET" && /\/issues(\/\d+)?$/.test(path),
    ).length;
    const watch = (await row()).watch as Watch;
    const found = watch.entries.reduce((sum, { examples }) => sum + examples.length, 0);
    const searches = made.filter(({ path }) => path.startsWith("/search/")).length;
    rows.push(
      `| ${one.repository} | ${title} | ${kind} | ${made.length} | ${searches} | ${waits} | ${writes} | ${watch.entries.length} | ${watch.waiting.length} | ${found} | ${seconds.toFixed(1)} s |`,
    );
    console.log(rows.at(-1));
  };
  const nextSlot = (weeks: number) => async (): Promise<{ readonly kind: string }> => {
    const orders: LookOrder[] = [];
    await queueDueLooks({
      ...{ database, log: silentLogger, now: () => new Date(firstMonday + weeks * week) },
      enqueuer: { enqueueLook: async (order) => void orders.push(order) },
    });
    const order = orders.find((order) => order.repositoryId === repositoryId)!;
    const kept = await keepWatch(await row(), parts(), undefined, signal);
    await endSlot(database, repositoryId, order.slot);
    return kept;
  };
  try {
    await measured("begun", () => beginWatching(of, parts(), signal));
    // What one look leaves over is looked up in the next ones.
    let weeks = 0;
    while (((await row()).watch as Watch).waiting.length > 0)
      await measured("what was left over", nextSlot(weeks++));
    await measured("nothing changed", nextSlot(weeks++));
    await github.push(after);
    await measured(one.bump, nextSlot(weeks));
    const issue = await github.issue((await row()).issueNumber!);
    entries.push(...describe(one, (await row()).watch as Watch, issue.body ?? ""));
    if (pages) keepPageOf(one, issue.number, issue.body ?? "", github.botLogin);
  } finally {
    await github.close();
    rmSync(home, { recursive: true, force: true });
  }
}

function describe({ repository }: Case, { entries }: Watch, body: string): readonly string[] {
  const said = ({ name, version, before, apis, examples, changes }: DependencyEntry): string =>
    `| ${repository} | ${name} | ${before === undefined ? "" : `${before} → `}${version ?? ""} | ${apis.length} | ${examples.map(({ repository, path, from, to }) => `${repository.fullName} ${path}:${from}-${to}`).join("<br>")} | ${changes ? `${changes.entries.length} of ${changes.count}` : ""} |`;
  return [
    ...entries.map(said),
    `| ${repository} | all | | | ${body.length.toLocaleString("en-US")} characters | |`,
  ];
}

function keepPageOf({ repository }: Case, number: number, body: string, author: string): void {
  mkdirSync(pages!, { recursive: true });
  const issue = { number, title: livingIssueTitle, author, body };
  const page = renderPage({ repository, issue, comments: [], changes: [] });
  writeFileSync(join(pages!, `${repository.replace("/", "-")}.html`), page);
  writeFileSync(join(pages!, `${repository.replace("/", "-")}.md`), body);
}

function present(files: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(files).flatMap(([path, text]) => (text === undefined ? [] : [[path, text]])),
  );
}

function tell(): void {
  const report = [
    "# The living issue of dependency examples over three weeks",
    "",
    "Made by `npm exec -c 'node bench/dependency-issue.ts --clones DIR --write'`: three public repositories at the parent of a commit of their past, then at that commit, in the emulated GitHub. On its shelf stand six dependencies as they published themselves; all others are not found there, which is the dear case, for then searches are made too. Registries were not asked. One state of a dependency stands for all of its tags.",
    "",
    "| repository | week | issue | API calls | of them searches | waits for a limit | writes | entries | waiting | examples | time |",
    "|---|---|---|--:|--:|--:|--:|--:|--:|--:|--:|",
    ...rows,
    "",
    "What the issue says in the last week. Changes: entries of the change log that are shown, of those between the two versions.",
    "",
    "| repository | dependency | version | names called | examples | changes |",
    "|---|---|---|--:|---|--:|",
    ...entries,
    "",
    `Load average ${loadavg()[0]!.toFixed(1)}, Node ${process.versions.node}.`,
    "",
  ].join("\n");
  console.log(report);
  if (options.write) writeFileSync(join(import.meta.dirname, "results", "dependency-issue.md"), report);
}
