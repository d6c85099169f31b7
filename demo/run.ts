/**
 * `npm run demo`: the main job on this machine. An emulated GitHub with a real git server, a real PostgreSQL, a real
 * HTTP model endpoint, and between them the product as it is deployed. The repository is zod's published source.
 * Without OPENAI_API_KEY the model's answers are replayed from `demo/recording.json`, which says that it is one.
 */
import { createWriteStream } from "node:fs";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { webhookPath } from "../src/app/server.ts";
import { styleDiff } from "../src/cli/style.ts";
import { appHandlers } from "../src/compose.ts";
import { loadConfig, takeEnvironment } from "../src/config.ts";
import { openText } from "../src/delivery/open-text.ts";
import { unifiedDiff } from "../src/edits/diff.ts";
import { parseIssue } from "../src/github/folder.ts";
import { start } from "../src/main.ts";
import { count } from "../src/source/counted.ts";
import { startGitHub } from "../test/helpers/github/start.ts";
import { changesOf } from "./changes.ts";
import { checkDemo } from "./check.ts";
import { startModel } from "./model.ts";
import { renderPage } from "./page/page.ts";
import { copyZod } from "./project.ts";
import { createStage } from "./stage.ts";
import { watchRun } from "./watch.ts";

const root = resolve(import.meta.dirname, "..");
const out = join(root, "demo", "out");
const stage = createStage(process.stdout);
await using opened = new AsyncDisposableStack();

const work = await mkdtemp(join(tmpdir(), "coderag-demo-"));
opened.defer(() => rm(work, { recursive: true, force: true }));
// PostgreSQL, started by root, runs as another user, who must be able to enter.
await chmod(work, 0o755);
await mkdir(out, { recursive: true });
const environment = takeEnvironment();

stage.title("CodeRAG: a comment becomes a draft pull request");
const project = await copyZod(join(work, "zod"));
stage.say(
  `The repository: zod ${project.version}, ${count(project.files)} files, ${count(project.lines)} lines of TypeScript (MIT).`,
);

const github = await startGitHub({
  repositories: [{ owner: "acme", name: "zod", fromFolder: project.folder }],
  users: { ada: "write", linus: "none" },
});
opened.defer(() => github.close());
const model = await startModel(environment, join(root, "demo", "recording.json"));
opened.defer(() => model.close());
stage.say(`The emulated GitHub: ${github.webUrl}`);
stage.say(model.notice);

const log = createWriteStream(join(out, "coderag.log"));
const config = loadConfig(
  {
    ...environment,
    ...model.environment,
    APP_ID: String(github.appId),
    PRIVATE_KEY: github.privateKey,
    WEBHOOK_SECRET: github.webhookSecret,
    DATABASE_URL: undefined,
    GITHUB_API_URL: github.apiUrl,
    GITHUB_URL: github.webUrl,
    CODERAG_HOME: join(work, "home"),
    PORT: "0",
  },
  ["app", "model"],
);
const running = await start({
  config,
  listens: true,
  handlers: appHandlers,
  writeLog: (line) => void log.write(line),
});
opened.defer(() => running.stop());
github.sendWebhooksTo(`http://127.0.0.1:${running.port}${webhookPath}`);
stage.say("PostgreSQL and the App are up.");

const wish = parseIssue(await readFile(join(root, "demo", "issue.md"), "utf8"));
const issue = await github.openIssue(wish.title, wish.body, { as: "linus" });
stage.title(`linus opens issue #${issue.number}: ${wish.title}`);
stage.quote(wish.body);
const command = await github.comment(issue.number, "/coderag implement", { as: "ada" });
stage.title("ada, who may write to the repository, comments: /coderag implement");

const end = await watchRun(github, issue.number, command.id, stage);
const pull = (await github.pulls())[0];
if (!pull) {
  stage.say(`No pull request was opened. CodeRAG says:\n${end}`);
  process.exitCode = 1;
} else {
  const changes = await changesOf(github, pull);
  stage.title(`Draft pull request #${pull.number}: ${pull.title}`);
  const { open, folded } = openText(pull.body);
  stage.quote(`${open}\n\nFolded in the draft: ${folded.join("; ")}.`);
  stage.title("Its diff");
  for (const change of changes) process.stdout.write(styleDiff(process.stdout, unifiedDiff(change)));
  stage.title("Does it hold? The branch is cloned, compiled by the TypeScript compiler, and used");
  for (const line of await checkDemo(github.gitUrl("acme", "zod"), pull.head.ref, join(work, "check")))
    stage.say(line);
  const page = join(out, "index.html");
  const reactions = await github.reactions(command.id);
  const comments = await github.comments(issue.number);
  await writeFile(
    page,
    renderPage({
      repository: "acme/zod",
      issue: { number: issue.number, ...wish, author: "linus" },
      comments: comments.map(({ id, user, body, created_at }) => ({
        author: user.login,
        app: user.login === github.botLogin,
        body,
        createdAt: created_at,
        reactions: id === command.id ? reactions.map(({ content }) => content) : [],
      })),
      pullRequest: {
        ...{ number: pull.number, title: pull.title, body: pull.body, draft: pull.draft },
        ...{ head: pull.head.ref, base: pull.base.ref, commit: pull.head.sha },
      },
      changes,
      notice: model.notice,
    }),
  );
  stage.title("As GitHub would show it");
  stage.say(
    `Open ${relative(process.cwd(), page)} in a browser. The App's log: ${relative(process.cwd(), join(out, "coderag.log"))}`,
  );
}
