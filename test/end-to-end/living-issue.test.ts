import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createEnqueuer, type Enqueuer } from "../../src/jobs/durable/queue.ts";
import { queueDueLooks } from "../../src/jobs/watch/schedule-looks.ts";
import { silentLogger } from "../../src/log.ts";
import { findWatch } from "../../src/store/watches.ts";
import { eventually } from "../helpers/runs.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** One issue a repository, over some weeks: what is said, and how rarely. */
let app: WholeApp;
let enqueuer: Enqueuer;
let living: number;

const week = 7 * 86_400_000;
const monday = Date.parse("2026-11-23T12:00:00Z");
const uses = "import parcel\n\n\ndef ship(address):\n    return parcel.Box().send(address)\n";

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        {
          owner: "acme",
          name: "shop",
          files: { ...shop, "requirements.txt": "parcel==1.2.0\n", "shipping.py": uses },
        },
      ],
      users: { ada: "write", eve: "read" },
      shelf: [
        {
          ...{ fullName: "makers/parcel", language: "Python", licence: "MIT", tags: ["v1.2.0", "v2.0.0"] },
          files: {
            "pyproject.toml": '[project]\nname = "parcel"\n',
            "examples/send.py": "import parcel\n\n\ndef main():\n    parcel.Box().send('home')\n",
            "CHANGELOG.md": "## 2.0.0\n- `Box.send` wants an address\n\n## 1.2.0\n- old\n",
          },
        },
      ],
    },
    {},
  );
  enqueuer = await createEnqueuer(app.postgres.database, { log: silentLogger });
});
afterAll(async () => {
  await enqueuer?.close();
  await app?.close();
});

/** Writes to issues of the repository since then. */
const writes = (since: number): readonly string[] =>
  app.github.requests
    .slice(since)
    .filter(({ method, path }) => method !== "GET" && /\/issues(\/\d+)?$/.test(path))
    .map(({ method }) => method);
const watch = async () => (await findWatch(app.postgres.database, app.github.repository().id))!;
const weekLater = (weeks: number): Promise<number> =>
  queueDueLooks({
    ...{ database: app.postgres.database, enqueuer, log: silentLogger },
    now: () => new Date(monday + weeks * week),
  });
/** Queues the looks of a week and waits for their end. */
async function lookInWeek(weeks: number): Promise<void> {
  const before = (await watch()).slot;
  expect(await weekLater(weeks)).toBe(1);
  await eventually(
    `the look of week ${weeks}`,
    async () => (await watch()).slot !== before || (await watch()).stopped !== undefined,
  );
}

test("the command begins the issue, which shows what is called: one of it, also where GitHub's answer is lost", async () => {
  const { number } = await app.github.openIssue("Please", "x", { as: "ada" });
  app.github.faults.add({ method: "POST", path: /\/issues$/, do: "drop-after-write" });
  const run = await app.command(number, "/coderag examples", "ada");
  if (run.state !== "delivered") console.log(run, app.log.filter((line) => !line.includes("debug")).join(""));
  expect(run.state).toBe("delivered");
  living = (await watch()).issueNumber!;
  expect(living).toBe(number + 1);
  expect((await app.said(number))[0]).toMatch(new RegExp(`(?<!\`)#${living}(?!\`)`));
  const issue = await app.github.issue(living);
  expect(issue).toMatchObject({
    title: "Examples of our dependencies",
    state: "open",
    user: { login: app.github.botLogin },
  });
  expect(issue.body).toContain("### `parcel` 1.2.0");
  expect(issue.body).toContain("examples/send.py");
});

test("a week without a change touches nothing, and a slot has one look on however many machines", async () => {
  const since = app.github.requests.length;
  await lookInWeek(0);
  expect(await weekLater(0)).toBe(0);
  expect(writes(since)).toEqual([]);
  const looks = app.log.filter((line) => line.includes("Looked at the dependencies"));
  await Promise.all([weekLater(1), weekLater(1), weekLater(1)]);
  await eventually("the look", async () => (await watch()).slot === "2026-11-30");
  expect(app.log.filter((line) => line.includes("Looked at the dependencies"))).toHaveLength(
    looks.length + 1,
  );
  expect(writes(since)).toEqual([]);
});

test("a bump of the major is shown with what it did to our calls, in one edit, also where GitHub's answer is lost", async () => {
  await app.github.push({ "requirements.txt": "parcel==2.0.0\n" });
  const since = app.github.requests.length;
  app.github.faults.add({ method: "PATCH", path: /\/issues\/\d+$/, do: "drop-after-write" });
  await lookInWeek(2);
  const { body } = await app.github.issue(living);
  expect(body).toContain("### `parcel` 1.2.0 → 2.0.0");
  expect(body).toContain("**called here: `parcel.Box.send`.**");
  expect(new Set(writes(since))).toEqual(new Set(["PATCH"]));
});

test("what was ticked while a look wrote over it is obeyed all the same", async () => {
  const press = (action: string, body: string): string => {
    const pressed = body.replace(
      `- [ ] <!-- coderag:box ["${action}"`,
      `- [x] <!-- coderag:box ["${action}"`,
    );
    expect(pressed).not.toBe(body);
    return pressed;
  };
  const asAda = async (action: string): Promise<void> => {
    const { body } = await app.github.issue(living);
    await app.github.editIssue(living, press(action, body), { as: "ada" });
  };
  const isShown = async (): Promise<boolean> =>
    (await app.github.issue(living)).body.includes("### `parcel`");
  // The second write is the look's own.
  const meanwhile = { meanwhile: () => asAda("ignore") };
  app.github.faults.add({ method: "PATCH", path: /\/issues\/\d+$/, nth: 2, do: meanwhile });
  await asAda("look-up");
  await eventually("the box to be obeyed", async () => !(await isShown()));
  const { body } = await app.github.issue(living);
  await app.github.editIssue(living, body.replace("- [x]", "- [ ]"), { as: "ada" });
  await eventually("the package to be back", isShown);
});

test("a ticked box is obeyed for who may write, and taken back for who may not", async () => {
  const shown = (await app.github.issue(living)).body;
  const ticked = shown.replace(/- \[ \] (<!-- coderag:box \["ignore")/, "- [x] $1");
  expect(ticked).not.toBe(shown);
  await app.github.editIssue(living, ticked, { as: "eve" });
  await eventually("the edit to be taken back", async () => (await app.github.issue(living)).body === shown);
  await app.github.editIssue(living, ticked, { as: "ada" });
  await eventually(
    "the box to be obeyed",
    async () => !(await app.github.issue(living)).body.includes("### `parcel`"),
  );
  expect((await app.github.issue(living)).body).toMatch(
    /<summary>Ignored<\/summary>[\s\S]*- \[x\] .*`parcel`/,
  );
});

test("asked for again where nothing changed: the open issue is named, and a closed one gets a successor", async () => {
  const { number } = await app.github.openIssue("Where?", "x", { as: "ada" });
  const since = app.github.requests.length;
  expect((await app.command(number, "/coderag examples", "ada")).state).toBe("delivered");
  expect((await app.said(number))[0]).toContain(`#${living}`);
  expect(writes(since)).toEqual([]);
  await app.github.closeIssue(living, { as: "ada" });
  for (const change of [
    {},
    { "requirements.txt": "parcel==2.0.0\nthird==1.0.0\n", "x.py": "import third\nthird.go()\n" },
  ]) {
    await app.github.push({ "notes.txt": JSON.stringify(change), ...change });
    const asked = await app.github.openIssue("Once more", "x", { as: "ada" });
    expect((await app.command(asked.number, "/coderag examples", "ada")).state).toBe("delivered");
    const successor = (await watch()).issueNumber!;
    expect(successor).toBeGreaterThan(living);
    expect((await app.github.issue(living)).state).toBe("closed");
    expect((await app.said(asked.number))[0]).toContain(`#${successor}`);
    living = successor;
    await app.github.closeIssue(living, { as: "ada" });
  }
  const { number: last } = await app.github.openIssue("Last", "x", { as: "ada" });
  expect((await app.command(last, "/coderag examples", "ada")).state).toBe("delivered");
  living = (await watch()).issueNumber!;
});

test("an issue that a person closed is left alone until somebody asks again", async () => {
  await app.github.closeIssue(living, { as: "ada" });
  await app.github.push({
    "requirements.txt": "parcel==2.0.0\nother==1.0.0\n",
    "more.py": "import other\nother.run()\n",
  });
  const since = app.github.requests.length;
  await lookInWeek(3);
  expect((await watch()).stopped).toBe("closed");
  expect(writes(since)).toEqual([]);
  expect(await weekLater(4)).toBe(0);
});

test("opened again by somebody who may write, it goes on; closed again, whoever asks gets a successor", async () => {
  const looks = (): number => app.log.filter((line) => line.includes("Looked at the dependencies")).length;
  const [stopped, before] = [(await app.github.issue(living)).body, looks()];
  await app.github.reopenIssue(living, { as: "eve" });
  await eventually("eve's wish to be read", async () => looks() > before);
  expect((await watch()).stopped).toBe("closed");
  expect((await app.github.issue(living)).body).toBe(stopped);
  await app.github.closeIssue(living, { as: "ada" });
  await app.github.reopenIssue(living, { as: "ada" });
  await eventually("the issue to go on", async () => (await watch()).stopped === undefined);
  expect((await watch()).issueNumber).toBe(living);
  expect((await app.github.issue(living)).body).toContain("`other`");
  await app.github.closeIssue(living, { as: "ada" });
  const { number } = await app.github.openIssue("Again", "x", { as: "ada" });
  expect((await app.command(number, "/coderag examples", "ada")).state).toBe("delivered");
  const again = (await watch()).issueNumber!;
  expect(again).not.toBe(living);
  expect((await app.github.issue(again)).body).toContain("`other`");
});

test("an archived repository is asked once a week, and its issue is kept when it is open again", async () => {
  const body = { default_branch: app.github.repository().defaultBranch, archived: true };
  app.github.faults.add({ method: "GET", path: /^\/repos\/acme\/shop$/, do: { status: 200, body } });
  const since = app.github.requests.length;
  await lookInWeek(5);
  const asked = app.github.requests.slice(since).filter(({ path }) => /^\/(?:repos|search)\//.test(path));
  expect(asked.length).toBeLessThan(4);
  expect((await watch()).stopped).toBeUndefined();
  await app.github.push({ "requirements.txt": "parcel==1.2.0\n" });
  const open = app.github.requests.length;
  await lookInWeek(6);
  expect(writes(open)).toEqual(["PATCH"]);
});
