import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { probeSandbox } from "../../src/sandbox/bubblewrap.ts";
import { edits, handIn, handInWith, lookUp, shop, wish } from "../end-to-end/shop.ts";
import { beginCoderag, runCoderag } from "../helpers/coderag.ts";
import { type ModelEndpoint, type ScriptedAnswer, startModelEndpoint } from "../helpers/model-endpoint.ts";
import { makeRepository, type TestRepository } from "../helpers/repository.ts";

const { available } = await probeSandbox();

/** The command line as a person starts it: a process of its own, a real repository, a real HTTP model endpoint. */
let home: string;
let issue: string;
let model: ModelEndpoint;
let answers: ScriptedAnswer[] = [];
let repository: TestRepository;

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), "coderag-cli-"));
  issue = join(home, "wish.md");
  await writeFile(issue, `# ${wish.title}\n\n${wish.body}`);
  model = await startModelEndpoint({
    script: () => answers.shift() ?? { content: "I have nothing to add." },
  });
  repository = await makeRepository(shop);
});

afterAll(async () => {
  await model?.close();
  await repository?.remove();
  await rm(home, { recursive: true, force: true });
});

function coderag(
  argv: readonly string[],
  {
    input = "",
    interruptAt,
    web = "off",
    tests,
  }: { input?: string; interruptAt?: RegExp; web?: string; tests?: string } = {},
) {
  const { child, ended } = beginCoderag(home, argv, {
    OPENAI_BASE_URL: model.url,
    OPENAI_API_KEY: "sk-test-0123456789abcdef",
    CODERAG_MODEL: "scripted",
    CODERAG_WEB_SEARCH: web,
    ...(tests !== undefined && { CODERAG_TEST_COMMAND: tests }),
  });
  let [err, interrupted] = ["", false];
  child.stderr.on("data", (chunk) => {
    err += chunk;
    if (interruptAt?.test(err) && !interrupted) interrupted = child.kill("SIGINT");
  });
  child.stdin.end(input);
  return ended;
}

const local = (...more: string[]): string[] => [
  "implement",
  "--repo",
  repository.dir,
  "--issue",
  issue,
  ...more,
];

describe("coderag implement", () => {
  test("is a dry run that shows plan, ledger, diff and cost, in plain lines in a pipe", async () => {
    answers = [lookUp, handIn];
    const tip = await repository.git("rev-parse", "HEAD");
    const { code, out, err } = await coderag(local());
    expect({ code, err }).toEqual({
      code: 0,
      err: expect.stringMatching(/✓ Draw its code graph: \d+ files/),
    });
    expect(out).toContain("Add Cart.discounted");
    expect(out).toContain("| R1 |");
    expect(out).toContain("+    def discounted(self, percent: Decimal) -> Decimal:");
    expect(out).toMatch(/3,500 tokens in, 340 out/);
    expect(out).toContain("Dry run: nothing was written.");
    expect(out).toMatch(/In the draft, too \(--json prints it\): What changed, and for what; .*Cost\./);
    expect(out).not.toContain("<details>");
    expect(out + err).not.toContain("\u001b");
    expect(await repository.git("for-each-ref", "--format=%(objectname)")).toBe(tip);
  });

  test("--write makes a branch with one commit and leaves the work tree alone", async () => {
    answers = [handIn];
    const { code, out } = await coderag(local("--write"));
    expect(code).toBe(0);
    const branch = /Written: branch (\S+), commit/.exec(out)![1]!;
    expect(branch).toBe("coderag/issue-1-add-cart-discounted");
    expect(await repository.git("diff", "--stat", "HEAD", branch)).toContain("2 files changed");
    expect(await repository.git("rev-list", "--count", `HEAD..${branch}`)).toBe("1");
    expect(await repository.git("status", "--porcelain")).toBe("");
  });

  test("--record leaves a recording, which `replay` goes through again without a model", async () => {
    const file = join(home, "run.json");
    answers = [lookUp, handIn];
    const run = await coderag(local("--record", file));
    expect(run).toMatchObject({
      code: 0,
      err: expect.stringMatching(/Recorded in .*run\.json\. It holds code/),
    });
    const asked = model.requests.length;
    const again = await coderag(local("--record", file));
    expect(again).toMatchObject({
      code: 1,
      err: expect.stringContaining("run.json cannot be made: it is there"),
    });
    expect(model.requests).toHaveLength(asked);
    // The last two lines of the run are about writing.
    const said = run.out.slice(0, run.out.indexOf("Dry run:"));
    const replayed = await runCoderag(home, "replay", file, "--repo", repository.dir);
    expect(replayed).toMatchObject({
      ...{ code: 0, err: expect.stringMatching(/^i implement on local\/.* recorded by CodeRAG \d/) },
      out: expect.stringMatching(/\nSame as recorded: 2 prompts, \d steps done again, and the end\.\n/),
    });
    expect(replayed.out).toContain(said);
    const other = (await readFile(file, "utf8")).replace(
      "Rounds to whole cents",
      "\\u001b[2JRounds to dimes",
    );
    await writeFile(file, other);
    const differs = await runCoderag(home, "replay", file, "--repo", repository.dir);
    expect(differs).toMatchObject({
      code: 1,
      out: expect.stringContaining("Differs from the recording in 1 place:\n"),
    });
    expect(differs.out).not.toContain("\u001b");
  });

  test("--write takes another name where the branch holds something else", async () => {
    answers = [handIn];
    const { out } = await coderag(local("--write"));
    const first = /Written: branch (\S+), commit/.exec(out)![1]!;
    await repository.git("branch", "--force", first, "HEAD");
    await repository.add({ "mine.txt": "by hand\n" }, { branch: first });
    answers = [handIn];
    const again = await coderag(local("--write"));
    expect(again.out).toMatch(/Written: branch coderag\/issue-1-[0-9a-f]{8}, commit/);
    const message = await repository.git("log", "-1", "--format=%B", /branch (\S+),/.exec(again.out)![1]!);
    expect(message).not.toMatch(/Refs #|Co-authored-by/);
    for (const branch of (await repository.git("for-each-ref", "--format=%(refname:short)")).split("\n"))
      if (branch.startsWith("coderag/")) await repository.git("branch", "-D", branch);
  });

  (available ? test : test.skip)(
    "--attempts writes it several times, shows the last what passed, and takes the best",
    async () => {
      const careless = edits.replace('raise ValueError("percent must be from 0 to 100")', "percent = 0");
      const broken = { toolCalls: [handInWith({ edits: careless }).toolCalls![0]!] };
      const before = model.requests.length;
      // The second attempt breaks the test, and has nothing to say of it; so the first and the third are left.
      answers = [handIn, broken, { content: "It is what was asked." }, handIn];
      const { code, out, err } = await coderag(local("--attempts", "3"), {
        tests: "grep -q 'raise ValueError(.percent' shop/cart.py",
      });
      expect(code).toBe(0);
      expect(out).toContain('+            raise ValueError("percent must be from 0 to 100")');
      expect(out).toMatch(
        /Tests passed: .*; the best of 3 attempts, of which 3 broke no test; with it the tests of 1 of 1 other pass/,
      );
      expect(err).toMatch(
        /attempt 1 of 3\n[\s\S]* attempt 2 of 3; the tests run without the change\n[\s\S]* attempt 3 of 3; the one before broke no test\n/,
      );
      expect(err.match(/each attempt is put to the tests of the others/g)).toHaveLength(1);
      const asked = model.requests.slice(before).map(({ body }) => body.messages[1]!.content ?? "");
      expect(asked).toHaveLength(4);
      expect(asked[1]).not.toContain("in other ways that were set aside");
      expect(asked[3]).toMatch(
        /in other ways that were set aside[^<]*<data-\w+ from="functions">\n--- shop\/cart\.py#Cart\.discounted\n/,
      );
    },
  );

  test("--json is one object, and the issue may come on standard input", async () => {
    answers = [handIn];
    const argv = ["implement", "--repo", repository.dir, "--issue", "-", "--json"];
    const { code, out } = await coderag(argv, { input: `${wish.title}\n\n${wish.body}` });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({
      outcome: { kind: "delivered", title: "Add Cart.discounted" },
      written: false,
      diff: expect.stringContaining("+++ b/shop/cart.py"),
    });
  });

  test("says in the model's words why nothing was changed, and exits with 1", async () => {
    answers = [{ content: "The cart has this already." }, { content: "The cart has this already." }];
    const { code, out } = await coderag(local());
    expect(code).toBe(1);
    expect(out).toMatch(/^Nothing was changed\. The model found nothing/);
    expect(out).toContain("The cart has this already.");
  });

  test("Ctrl-C stops it and writes nothing", async () => {
    answers = [{ ...handIn, delay: 5_000 }];
    const before = await repository.git("for-each-ref");
    const { code, err } = await coderag(local("--write"), { interruptAt: /Find the code/ });
    expect(code).toBe(130);
    expect(err).toContain("Interrupted; nothing was written.");
    expect(await repository.git("for-each-ref")).toBe(before);
  });

  describe("with packages", () => {
    /** A package of the project's own source is asked for nowhere: these tests need no network. */
    const requirements = "--index-url https://pypi.example.com/simple\nhttpx==0.28\n";
    const adds = handInWith({ edits: `\`\`\`\n${edits}=== requirements.txt\n2+ <<\nsegno==1.6\n>>\n\`\`\`` });
    const givesUp: ScriptedAnswer = { content: "I cannot do without it." };
    const listed = "- [ ] `pypi:segno` `==1.6` in `requirements.txt`: no registry was asked for it";

    async function implement(config: string, web: "registries" | "off", ...more: string[]) {
      await repository.add({ "requirements.txt": requirements, ".github/coderag.yml": config });
      answers = [adds, givesUp, givesUp];
      const asked = model.requests.length;
      const ended = await coderag(local(...more), { web });
      return { ...ended, told: model.requests[asked]?.body.messages[0]?.content ?? "" };
    }

    test.each([
      ["the repository's own configuration lets them be added", "packages: { add: true }\n", []],
      ["a flag does", "", ["--add-packages"]],
    ])("%s, and the draft lists them", async (_name, config, more) => {
      const { code, out, told } = await implement(config, "registries", ...more);
      expect({ code, out }).toMatchObject({ code: 0, out: expect.stringContaining(listed) });
      expect(out).toContain("+segno==1.6");
      expect(told).toContain("Add a package only where the request needs one");
    });

    test.each([
      ["neither", "language: de\n", "registries"],
      ["no registry can be asked", "packages: { add: true }\n", "off"],
      ["the file has a fault", "packages: { add: true, remove: true }\n", "registries"],
    ] as const)("manifests stay as they are: %s", async (name, config, web) => {
      const { code, out, err, told } = await implement(config, web);
      expect({ code, out }).toMatchObject({
        code: 1,
        out: expect.stringContaining("may not be changed here"),
      });
      expect(told).toContain("Manifests cannot be changed");
      if (name === "the file has a fault")
        expect(err).toContain(
          ".github/coderag.yml cannot be used, so the defaults hold. Line 1: packages.remove is not a setting.",
        );
    });

    test("the flag needs registries, and says so before a model is asked", async () => {
      const { code, err, told } = await implement("", "off", "--add-packages");
      expect({ code, err }).toEqual({
        code: 1,
        err: expect.stringContaining("Set CODERAG_WEB_SEARCH=registries, or leave out --add-packages."),
      });
      expect(told).toBe("");
    });

    test("paths that the repository keeps back are neither read nor changed", async () => {
      const { code, out } = await implement(
        "paths: { protect: [shop/**] }\nmodels: { implement: theirs }\n",
        "off",
      );
      expect({ code, out }).toMatchObject({ code: 1, out: expect.stringContaining("shop/cart.py") });
    });
  });

  const wrong: readonly [string, readonly string[], number, RegExp][] = [
    ["no arguments", [], 2, /Usage: coderag/],
    ["an unknown verb", ["implemnt"], 2, /unknown command 'implemnt'[\s\S]*implement/],
    ["a missing option", ["implement", "--repo", "."], 2, /--issue/],
    [
      "a folder that is none",
      ["implement", "--repo", "/nowhere", "--issue", "wish.md"],
      1,
      /\/nowhere is not a folder/,
    ],
    [
      "an issue that is not there",
      ["implement", "--repo", ".", "--issue", "no.md"],
      1,
      /There is no file .*no\.md[\s\S]*Name a Markdown file/,
    ],
  ];
  test.each(wrong)("%s is answered with the cure", async (_name, argv, code, says) => {
    const ended = await coderag(argv);
    expect(ended.code).toBe(code);
    expect(ended.out + ended.err).toMatch(says);
    expect(ended.err).not.toMatch(/\n {4}at /);
  });

  test.each([[], ["implement"], ["serve"], ["worker"], ["doctor"]])("%s has a help text", async (...verb) => {
    const { code, out } = await coderag([...verb.filter(Boolean), "--help"]);
    expect(code).toBe(0);
    expect(out).toMatch(/^Usage: coderag/);
  });
});
