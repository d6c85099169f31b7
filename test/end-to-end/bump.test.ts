import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { isFinal, type Run } from "../../src/store/run.ts";
import type { OpenedPull } from "../helpers/github/review-actions.ts";
import { eventually } from "../helpers/runs.ts";
import { shop } from "./shop.ts";
import { startWholeApp, type WholeApp } from "./whole-app.ts";

/** Pull requests of a bot that bump dependencies. */
let app: WholeApp;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [
        {
          owner: "acme",
          name: "shop",
          files: {
            ...shop,
            ".github/coderag.yml": "examples:\n  pullRequests: true\n",
            "requirements.txt": "parcel==1.2.0\n",
            "shipping.py": "import parcel\n\n\ndef ship(address):\n    return parcel.Box().send(address)\n",
          },
        },
      ],
      users: { ada: "write" },
      shelf: [
        {
          ...{ fullName: "makers/parcel", language: "Python", licence: "MIT", tags: ["v2.0.0", "v3.0.0"] },
          files: {
            "pyproject.toml": '[project]\nname = "parcel"\n',
            "examples/send.py": "import parcel\n\n\ndef main():\n    parcel.Box().send('home')\n",
            "CHANGELOG.md":
              "## 3.0.0\n- `Box.send` is slow\n\n## 2.0.0\n- `Box.send` wants an address\n\n## 1.2.0\n- old\n",
          },
        },
      ],
    },
    {},
  );
});
afterAll(() => app?.close());

interface Payload {
  readonly pull_request?: Readonly<Record<string, unknown>>;
}

/** Waits for the run that an event makes: also what is not wanted is a run, which ends at once. */
async function runOf(event: () => Promise<unknown>): Promise<Run> {
  const count = (await app.runs()).length;
  await event();
  return eventually("the run to end", async () => {
    const runs = await app.runs();
    return runs.length > count && isFinal(runs[0]!.state) && runs[0]!;
  });
}

/** Tells the App of a pull request as if that bot had opened it or pushed to it. */
async function told(action: "opened" | "synchronize", { number, head }: OpenedPull): Promise<Run> {
  const { github } = app;
  const payloads = github.deliveries.log.map(({ payload }) => payload as Payload);
  const payload = payloads.find(({ pull_request: about }) => about?.["number"] === number)!;
  const about = payload.pull_request!;
  const bot = { login: "renovate[bot]", id: 9, type: "Bot" };
  return runOf(() =>
    github.deliver({
      event: "pull_request",
      payload: {
        ...{ ...payload, action, sender: bot },
        pull_request: { ...about, user: bot, head: { ...(about["head"] as object), sha: head } },
      },
    }),
  );
}

/** As a person, whose pull requests get no such comment. */
async function open(files: Record<string, string>): Promise<OpenedPull> {
  let pull: OpenedPull | undefined;
  const run = await runOf(async () => {
    pull = await app.github.openPull(files, { as: "ada" });
  });
  expect(run).toMatchObject({ verb: "suggest", state: "declined" });
  expect(await app.said(pull!.number)).toEqual([]);
  return pull!;
}

test("a new major gets one comment, which is edited in place at a new head", async () => {
  const pull = await open({ "requirements.txt": "parcel==2.0.0\n" });
  const run = await told("opened", pull);
  if (run.state !== "delivered") console.log(run, app.log.filter((line) => !line.includes("debug")).join(""));
  expect(run).toMatchObject({ state: "delivered", verb: "examples" });
  const [said, ...others] = await app.said(pull.number);
  expect(others).toEqual([]);
  expect(said).toContain("### `parcel` 1.2.0 → 2.0.0");
  expect(said).toContain("**called here: `parcel.Box.send`.**");
  const head = await app.unheard(() =>
    app.github.pushToPull(pull, { "requirements.txt": "parcel==3.0.0\n" }),
  );
  await told("synchronize", { ...pull, head });
  const now = await app.said(pull.number);
  expect(now).toHaveLength(1);
  expect(now[0]).toContain("### `parcel` 1.2.0 → 3.0.0");
  expect(app.github.checks()).toEqual([]);
});

test.each([
  ["a minor", { "requirements.txt": "parcel==1.3.0\n" }],
  ["more than what names dependencies", { "requirements.txt": "parcel==2.0.0\n", "more.py": "x = 1\n" }],
])("%s: nothing is said", async (_, files) => {
  const pull = await open(files);
  expect(await told("opened", pull)).toMatchObject({ verb: "examples", state: "delivered" });
  expect(await app.said(pull.number)).toEqual([]);
});
