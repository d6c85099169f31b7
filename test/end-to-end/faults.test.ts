import { afterAll, afterEach, beforeAll, describe, expect, test } from "@jest/globals";
import type { Run } from "../../src/store/run.ts";
import type { FaultAction } from "../helpers/github/faults.ts";
import type { ScriptedAnswer, SpokenAnswer } from "../helpers/model-endpoint.ts";
import { builder, edits, handInWith, lookUp, shop, wish } from "./shop.ts";
import { modelKey, startWholeApp, type WholeApp } from "./whole-app.ts";

let app: WholeApp;

/** What a model may be talked into changing. */
const traps = {
  "basket.py": { mode: "120000", content: "shop/cart.py" },
  "package.json": '{\n  "name": "shop"\n}\n',
  "package-lock.json": '{\n  "lockfileVersion": 3\n}\n',
  ".gitattributes": "totals.dat linguist-generated\nsums.dat -diff\n",
  ...{ "totals.dat": "1\n", "sums.dat": "1\n" },
} as const;

beforeAll(async () => {
  app = await startWholeApp(
    {
      repositories: [{ owner: "acme", name: "shop", files: { ...shop, ...traps } }],
      users: { ada: "write" },
    },
    { settings: { CODERAG_MAX_TOKENS: "20000" }, silenceMs: 3_000 },
  );
});
afterEach(() => {
  app.github.faults.clear();
  app.github.world.drafts = "supported";
});
afterAll(() => app?.close());

interface Ended {
  readonly issue: number;
  readonly run: Run;
  readonly said: readonly string[];
  /** Of this issue's branch. */
  readonly branches: readonly string[];
  readonly pulls: Awaited<ReturnType<WholeApp["github"]["pulls"]>>;
}

async function implement(words = ""): Promise<Ended> {
  const { github } = app;
  const { number: issue } = await github.openIssue(wish.title, wish.body, { as: "ada" });
  const run = await app.command(issue, `/coderag implement ${words}`, "ada");
  const ofIssue = (name: string): boolean => name.startsWith(`coderag/issue-${issue}-`);
  return {
    issue,
    run,
    said: await app.said(issue),
    branches: [...(await github.branches()).keys()].filter(ofIssue),
    pulls: (await github.pulls()).filter(({ head }) => ofIssue(head.ref)),
  };
}

describe("GitHub fails, and the work is done once", () => {
  test.each<[string, string, RegExp, FaultAction]>([
    ["the answer to the comment is lost", "POST", /\/issues\/\d+\/comments$/, "drop-after-write"],
    ["the answer to the reaction is lost", "POST", /\/reactions$/, "drop-after-write"],
    ["the answer to the branch is lost", "POST", /\/git\/refs$/, "drop-after-write"],
    ["the answer to the pull request is lost", "POST", /\/pulls$/, "drop-after-write"],
    ["reading the repository fails", "GET", /\/repos\/acme\/shop$/, { status: 502 }],
    ["reading the issue is cut off", "GET", /\/issues\/\d+$/, "reset"],
    [
      "a rate limit asks for a second",
      "GET",
      /\/git\/ref\/heads/,
      { status: 403, headers: { "retry-after": "1" }, body: { message: "secondary rate limit" } },
    ],
  ])("%s", async (_name, method, path, fault) => {
    app.answerWith(builder);
    // The first comment of a test is the person's, through the same front.
    const nth = method === "POST" && path.test("/issues/1/comments") ? 2 : 1;
    app.github.faults.add({ method, path, nth, do: fault });
    const { run, said, branches, pulls } = await implement();
    expect(run.state).toBe("delivered");
    expect(said).toEqual([expect.stringMatching(/\*\*Done: \[#\d+\]/)]);
    expect([branches.length, pulls.length]).toEqual([1, 1]);
    expect((await app.github.reactions(run.commentId!)).map(({ content }) => content)).toEqual(["rocket"]);
  });

  test("a repository without drafts gets a pull request that says so", async () => {
    app.answerWith(builder);
    app.github.world.drafts = "refused";
    const { pulls } = await implement();
    expect(pulls).toMatchObject([{ draft: false, title: "[draft] Add Cart.discounted" }]);
  });
});

describe("a model fails, and one comment names cause and cure", () => {
  const refusedEdits = handInWith({ edits: "```\n=== shop/cart.py\n999+ <<\n\nx = 1\n>>\n```" });
  test.each<[string, ScriptedAnswer, Run["state"], RegExp]>([
    [
      "it refuses",
      { refusal: "I will not." },
      "declined",
      /declined to answer this request\. Word the request/,
    ],
    [
      "it only talks",
      { content: "One could do it." },
      "declined",
      /found nothing that it could change.*what is missing[\s\S]*One could do it\./,
    ],
    [
      "its key is refused",
      { fault: "status", status: 401 },
      "failed",
      /refused the key \(401\)\. Check the API key/,
    ],
    [
      "it is unknown",
      { fault: "status", status: 404 },
      "failed",
      /does not know the model .*Check the model's name/,
    ],
    [
      "its quota is used up for hours",
      { fault: "status", status: 429, headers: { "retry-after": "7200" } },
      "failed",
      /quota of the model .* is used up.*Wait until it is renewed/,
    ],
    ["it falls silent", { fault: "stall", after: 1 }, "failed", /sent nothing for 3 s.*Try again later/],
    [
      "its hand-ins are refused",
      refusedEdits,
      "declined",
      /did not manage an answer that passes the checks\.[\s\S]*its last try<\/summary>[\s\S]*There is no line 993/,
    ],
    [
      "it uses up its tokens",
      { ...lookUp, usage: { input: 30_000, output: 10 } },
      "declined",
      /used [\d,]+ of [\d,]+ tokens\. Cut the request/,
    ],
  ])("%s", async (_name, answer, state, says) => {
    let asked = 0;
    app.answerWith(() => {
      asked += 1;
      if (!("toolCalls" in answer) || answer.toolCalls?.[0]?.name !== "submit-edits") return answer;
      return handInWith({ edits: refusedEditsOf(asked) });
    });
    const { run, said, branches, pulls } = await implement();
    expect(said).toEqual([expect.stringMatching(says)]);
    expect(run.state).toBe(state);
    expect([branches, pulls]).toEqual([[], []]);
    expect((await app.github.reactions(run.commentId!)).map(({ content }) => content)).toHaveLength(1);
  });
  const refusedEditsOf = (turn: number): string =>
    `\`\`\`\n=== shop/cart.py\n99${turn}+ <<\n\nx = ${turn}\n>>\n\`\`\``;
});

describe("a model that was talked into something", () => {
  const scripted = (answer: SpokenAnswer) => (): SpokenAnswer => answer;
  const newFile = (path: string, text = "x"): string => `\`\`\`\n=== ${path} (new)\n+: ${text}\n\`\`\``;

  const change = (path: string, line: number, text: string): string =>
    `\`\`\`\n=== ${path}\n${line}: ${text}\n\`\`\``;

  test.each([
    ["a workflow", newFile(".github/workflows/x.yml", "on: push"), /is protected: it decides what runs/],
    ["a path outside", newFile("../../etc/passwd"), /does not stay where it says/],
    ["an absolute path", newFile("/etc/passwd"), /is an absolute path/],
    ["the repository's own data", newFile(".git/config"), /lies in the repository's own/],
    ["a file with our key", newFile("key.txt", `key = "${modelKey}"`), /holds what looks like a secret/],
    ["what a symbolic link points at", change("basket.py", 1, "import os"), /is a symbolic link/],
    ["a symbolic link", newFile("basket.py", "import os"), /is a symbolic link/],
    [
      "a manifest",
      change("package.json", 2, '  "name": "shop", "scripts": {}'),
      /names what is installed and may not be changed/,
    ],
    ["a generated file", change("totals.dat", 1, "2"), /is marked as generated or vendored/],
    ["a file without a diff", change("sums.dat", 1, "2"), /has no diff by/],
    [
      "a lock file",
      change("package-lock.json", 2, '  "lockfileVersion": 4'),
      /names what is installed and may not be changed/,
    ],
  ])("pushes nothing, and the model is told why: %s", async (_name, wicked, why) => {
    let turn = 0;
    app.answerWith(() => {
      turn += 1;
      return handInWith({ edits: wicked, title: `Try ${turn}` });
    });
    const asked = app.model.requests.length;
    const { run, branches, pulls } = await implement();
    expect(run.state).not.toBe("delivered");
    expect([branches, pulls]).toEqual([[], []]);
    const second = app.model.requests[asked + 1]!.body.messages;
    const told = second.filter(({ role }) => role === "tool").map(({ content }) => content);
    expect(told).toEqual([expect.stringMatching(why)]);
  });

  test("changes a generated file where the command names it", async () => {
    app.answerWith(scripted(handInWith({ edits: change("totals.dat", 1, "2") })));
    const { run, pulls } = await implement("and bring totals.dat up to date");
    expect([run.state, pulls.length]).toEqual(["delivered", 1]);
  });

  test("leaks no secret, and its words call nobody", async () => {
    const { webhookSecret, requests } = app.github;
    const words = `@acme /coderag cancel ![x](http://evil.example/?q=1) ${modelKey} ${webhookSecret}`;
    app.answerWith(
      scripted(handInWith({ title: `Add it ${modelKey}`, summary: words, edits: `\`\`\`\n${edits}\`\`\`` })),
    );
    const before = requests.length;
    const { run, said, pulls } = await implement();
    expect(run.state).toBe("delivered");
    const sent = JSON.stringify(requests.slice(before).map(({ body }) => body));
    for (const secret of [modelKey, webhookSecret]) expect(sent).not.toContain(secret);
    for (const text of [said[0]!, pulls[0]!.body]) {
      expect(text).not.toMatch(/(^|\s)@acme/);
      expect(text).not.toMatch(/!\[x\]\(http/);
      expect(text).not.toMatch(/^\/coderag/m);
    }
  });
});
