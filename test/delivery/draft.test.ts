import { describe, expect, test } from "@jest/globals";
import { coAuthor } from "../../src/delivery/commit-message.ts";
import { createDraft, slug } from "../../src/delivery/draft.ts";
import type { DraftInput } from "../../src/delivery/draft-input.ts";
import { ledgerRows, notDoneLines } from "../../src/delivery/ledger.ts";
import { withoutReport } from "../../src/github/drafts/description.ts";
import { type EdgeRow, graphOf, type NodeRow } from "../helpers/graph-of.ts";

const before =
  "export function parseConfig(path) {\n  return readYaml(path);\n}\n\nexport function main() {\n  parseConfig('x');\n}\n";
const after = before.replace(
  "  return readYaml(path);",
  "  if (path.endsWith('.toml')) return readToml(path);\n  return readYaml(path);",
);
const nodes = (more: number): NodeRow[] => [
  ["src/config.js#parseConfig", 1, 3 + more],
  ["src/config.js#main", 5 + more, 7 + more],
  ["src/yaml (old).js#readYaml", 1, 9],
  ["src/cli.js#run", 1, 5],
  ["tests/config.test.js#checkConfig", 1, 4],
];
const links: EdgeRow[] = [
  ["src/config.js#parseConfig", "Call", "src/yaml (old).js#readYaml"],
  ["src/config.js#main", "Call", "src/config.js#parseConfig"],
  ["src/cli.js#run", "Call", "src/config.js#main"],
  ["tests/config.test.js#checkConfig", "Call", "src/config.js#main"],
];
const graph = graphOf(nodes(0), links);
const graphAfter = graphOf(
  [...nodes(1), ["src/toml.js#readToml", 1, 1]],
  [...links, ["src/config.js#parseConfig", "Call", "src/toml.js#readToml"]],
);
const route = [
  { kind: "from", id: "R1" },
  { kind: "bm25", words: ["config", "read"] },
  { kind: "node", id: "src/config.js#parseConfig" },
] as const;
const shown = { kind: "body", score: 2, text: "", startLine: 1 } as const;

const input: DraftInput = {
  run: {
    ...{ id: "0198-ab", owner: "acme", name: "widgets", issueNumber: 12 },
    ...{ actorLogin: "octocat", actorId: 583231, request: "keep YAML as the default" },
  },
  issue: {
    title: "Support TOML settings",
    body: "Settings should be readable from TOML, @team.\n\n- keep YAML as the default\n- document it",
    url: "https://github.com/acme/widgets/issues/12",
  },
  base: { branch: "main", commit: "a".repeat(40) },
  ourTips: [],
  sources: [],
  webUrl: "https://github.com",
  requirements: [
    { id: "R1", text: "Settings should be readable from TOML, @team" },
    { id: "R2", text: "keep YAML as the default" },
    { id: "R3", text: "document it | in the docs" },
  ],
  submission: {
    title: "Read settings from TOML files",
    summary:
      "Settings may now be **TOML**. Fixes #12, thanks @someone.\n\n![pixel](https://evil.example/p.png)\n\n- `parseConfig` looks at the ending",
    edits: "…",
    requirements: [
      {
        id: "R1",
        requirement: "TOML",
        status: "done",
        where: ["src/config.js#parseConfig", "src/toml.js#readToml"],
        note: "",
      },
      {
        id: "R2",
        requirement: "YAML",
        status: "partly",
        where: ["src/gone.js"],
        note: "Only without an ending.",
      },
    ],
    assumptions: ["TOML 1.0 is meant."],
    reuse: [
      { definition: "src/yaml (old).js#readYaml", decision: "reused", reason: "Same shape of result." },
      { definition: "src/nowhere.js#x", decision: "not-reused", reason: "" },
    ],
  },
  changes: [
    { path: "src/config.js", before, after },
    { path: "src/toml.js", before: undefined, after: "export function readToml() {}\n" },
  ],
  findings: [{ kind: "weakened/skip", path: "tests/config.test.js", line: 3, message: "A test is skipped." }],
  verification: [
    { what: "Syntax of the changed files", result: "passed", detail: "2 files" },
    { what: "Tests", result: "not run", detail: "no sandbox is configured" },
  ],
  context: {
    passages: [
      { ...shown, path: "src/config.js", endLine: 7, route, tokens: 120, node: "src/config.js#parseConfig" },
      {
        ...shown,
        path: "src/yaml (old).js",
        endLine: 9,
        route,
        tokens: 80,
        score: 1,
        node: "src/yaml (old).js#readYaml",
      },
    ],
    files: [
      { path: "src/config.js", lineCount: 40 },
      { path: "src/yaml (old).js", lineCount: 30 },
    ],
    leftOut: [{ what: "src/cli.js#run", why: "over budget", tokens: 900 }],
    ...{ tokens: 200, budget: 24_000 },
  },
  graph,
  after: graphAfter,
  conventions: ["AGENTS.md"],
  indexNotes: ["src/big.js is above 1 MB."],
  taken: [],
  nearest: [],
  spent: {
    ...{ model: "gpt-5", turns: 4, uses: [], handIns: [] },
    usage: {
      ...{ inputTokens: 20_000, outputTokens: 1_500, cachedTokens: 0, estimated: false },
      ...{ cost: 0.05, milliseconds: 60_000 },
    },
  },
};

describe("createDraft", () => {
  const draft = createDraft(input);

  test("has a title, a branch and a commit message", () => {
    expect([draft.title, draft.branchPrefix, draft.branchEnding]).toEqual([
      "Read settings from TOML files",
      "coderag/issue-12-",
      "read-settings-from-toml-files",
    ]);
    expect(draft.commitMessage).toMatchSnapshot();
  });

  test("has a body that a reviewer can check", () => expect(draft.body).toMatchSnapshot());

  test("lets nothing of the model act", () => {
    expect(draft.body).not.toMatch(/!\[|evil\.example|[^`]@(?:someone|team)|ixes #12/);
    expect(draft.body).toContain("Fixes `#12`");
    expect(draft.commitMessage).not.toMatch(/@someone|#12(?!$)|evil/m);
  });

  test("names places without addresses where there are no pages", () => {
    const plain = createDraft({ ...input, webUrl: undefined });
    expect(plain.body).not.toContain("](");
    expect(plain.body).toContain("`src/config.js#parseConfig`");
  });

  test("says of every requirement whether it is done, also of those the model passed over", () => {
    expect(draft.body).toMatch(/\| R1 \|.*✅ done/);
    expect(draft.body).toMatch(/\| R2 \|.*🟡 partly \| `src\/gone.js` \(not found\)/);
    expect(draft.body).toMatch(/\| R3 \|.*❌ not done.*did not say/);
  });

  test("what asks for nothing is told so, and is nothing that is left to do", () => {
    const [first] = input.submission.requirements;
    const entries = [first!, ...["R2", "R3"].map((id) => ({ ...first!, id, status: "background" as const }))];
    const { body } = createDraft({ ...input, submission: { ...input.submission, requirements: entries } });
    expect(body).toMatch(/\| R2 \| keep YAML as the default \| ⚪ asks for nothing \|/);
    expect(body).not.toContain("Not done");
    const rows = ledgerRows(input.requirements, [...entries.slice(0, 2), { ...first!, id: "R4" }]);
    expect(notDoneLines(rows)).toEqual(["R3: document it | in the docs (The model did not say.)"]);
  });

  test("where all is done there is no word of what is not, and no empty column; on a folder none of commands", () => {
    const [first] = input.submission.requirements;
    const all = { ...input, requirements: [input.requirements[0]!], webUrl: undefined };
    const { body } = createDraft({ ...all, submission: { ...input.submission, requirements: [first!] } });
    expect(body).toContain("### Assumed\n\n- TOML 1.0 is meant.\n");
    expect(body).toContain("|  | Requirement | Status | Where |\n|---|---|---|---|\n| R1 |");
    expect(body).not.toMatch(/not done|How to steer/i);
  });

  test("quotes the request as its readers see it", () => {
    const body = '<!-- Fill in -->\n\nIt fails <img width="9" src="https://a.b/c" />';
    const quoting = createDraft({ ...input, issue: { ...input.issue, body } }).body;
    expect(quoting).toContain("**\n\n> It fails (image)\n");
    expect(quoting).not.toMatch(/Fill in|width/);
  });

  test("an added requirement has words, or no row", () => {
    const added = (id: string, requirement: string) =>
      ({ id, requirement, status: "done", where: [], note: "" }) as const;
    const requirements = [added("R4", ""), added("R5", "Read it once")];
    const { body } = createDraft({ ...input, submission: { ...input.submission, requirements } });
    expect(body).toMatch(/\| R5 \| Read it once \|/);
    expect(body).not.toMatch(/\| R4 \|/);
  });

  test("tells of what is new, though the base commit has it not", () => {
    expect(draft.body).toMatch(/\| R1 \|.*`src\/toml\.js#readToml` \(new\)/);
    expect(draft.body).toMatch(
      /\| `src\/toml\.js#readToml` \(new\) \| .*#parseConfig.* \| .*#checkConfig.* \|/,
    );
    expect(draft.body).toMatch(/n0 --> n1/);
  });

  test("names a constant of a changed file, and only one that is there", () => {
    const changes = [
      { path: "src/k.js", before: "export const A = 1;\n", after: "export const A = 1, B = 2;\n" },
    ];
    const where = ["src/k.js#A", "src/k.js#B", "src/k.js#C"];
    const entry = { id: "R1", requirement: "", status: "done", where, note: "" } as const;
    const { body } = createDraft({
      ...input,
      changes,
      submission: { ...input.submission, requirements: [entry] },
    });
    expect(body).toContain("`src/k.js#A`, `src/k.js#B` (new), `src/k.js#C` (not found)");
  });

  test("counts signatures and what was left out by file", () => {
    const passage = { ...input.context.passages[0]!, kind: "signature" as const, tokens: 10 };
    const passages = Array.from({ length: 60 }, (_, at) => ({ ...passage, node: `src/config.js#f${at}` }));
    const leftOut = passages.map(({ node }) => ({ what: node, why: "over budget" as const, tokens: 5 }));
    const { body } = createDraft({
      ...input,
      context: { ...input.context, passages: [...input.context.passages, ...passages], leftOut },
    });
    expect(body).toMatch(/\| \[`src\/config\.js`\]\(.*\) \| 60 signatures \| {2}\| 600 \|/);
    expect(body).toContain(
      "- `src/config.js`: 60 definitions (`f0`, `f1`, `f2`, ...), over budget, about 300 tokens",
    );
    expect(body).not.toContain("config.js#f7");
  });

  test("counts the notes that it has no room for", () => {
    const indexNotes = Array.from({ length: 23 }, (_, at) => `a${at}.js was not read.`);
    const { body } = createDraft({ ...input, indexNotes });
    expect(body).toMatch(/- a19\.js was not read\.\n- and 3 more\n/);
  });

  test("fits GitHub, whatever it is given", () => {
    const long = "word ".repeat(5_000);
    const many = <T>(value: T): T[] => Array.from({ length: 2_000 }, () => value);
    const huge = createDraft({
      ...input,
      issue: { ...input.issue, body: `\`\`\`\n${long}` },
      submission: {
        ...input.submission,
        ...{ title: long, summary: `\`\`\`\n${"code\n".repeat(9_000)}`, assumptions: many(long) },
        reuse: many({ definition: long, decision: "reused", reason: long }),
      },
      findings: many({ kind: "x", path: long, message: long }),
    });
    expect(huge.body.length).toBeLessThanOrEqual(65_536);
    expect(huge.title.length).toBeLessThanOrEqual(256);
    expect(huge.commitMessage.split("\n")[0]!.length).toBeLessThanOrEqual(72);
    expect((huge.branchPrefix + huge.branchEnding).length).toBeLessThanOrEqual(50);
    expect(huge.body.match(/<details>/g)?.length ?? 0).toBe(huge.body.match(/<\/details>/g)?.length ?? 0);
    expect((huge.body.match(/^```/gm)?.length ?? 0) % 2).toBe(0);
    expect(huge.body).toMatch(/left out|Cut here/);
  });

  const titles: [string, string][] = [
    ["Fix #3 for @bob [skip ci]", "Fix no. 3 for bob skip ci"],
    ["", "Support TOML settings"],
    ["a\nb\u202e", "a b"],
    ["see https://evil.example/x now", "see now"],
    ["Fix #@1 of acme/shop#@2 for @@bob, GH-@3", "Fix no. 1 of acme/shop no. 2 for bob, no. 3"],
    ["Do [[skip ci]] [skip https://a.b ci] ***NO_CI***", "Do skip ci skip ci NO_CI"],
    ["ht@tps://evil.example/x www.evil.example/x y", "y"],
  ];
  test.each(titles)("title %j", (title, expected) => {
    expect(createDraft({ ...input, submission: { ...input.submission, title } }).title).toBe(expected);
  });

  const messages: [string, RegExp][] = [
    ["Signed-off-by: Eve <e@v.example>", /Signed-off-by:/],
    ["closes acme/other#4 and GH-5", /#4|GH-5/],
    ["Skip-checks: true", /^Skip-checks:/m],
    ["[ci skip] x", /\[ci skip\]/],
    ["a [skip\nci] b", /\[skip\s+ci\]/],
    ["a [[skip ci]] [netlify skip] ***NO_CI***", /\[|\*{3}/],
    ["closes #@4, acme/other#@5 and GH-@6", /#\d(?<!Refs #1)|GH-\d/],
    ["thanks @@someone and @[skip ci]", /@(?:someone|skip)/],
    ["see ht@tps://evil.example/x, www.evil.example", /evil/],
    [`${"word ".repeat(14)}Co-authored-by: Eve <e@v.example>`, /by: Eve/],
    ["skip-checks:true", /checks:/],
    ["Reviewed-by : Eve", /by ?: Eve/],
    ["BREAKING CHANGE: x\nRelease-As: 9.0.0", /CHANGE:|As:/],
  ];
  test.each(messages)("a commit message does not say %j", (summary, forbidden) => {
    const { commitMessage } = createDraft({ ...input, submission: { ...input.submission, summary } });
    expect(commitMessage).not.toMatch(forbidden);
    expect(commitMessage).toMatch(
      /\n\nRefs #12\nCodeRAG-Run: 0198-ab\nCo-authored-by: octocat <583231\+octocat@users\.noreply\.github\.com>$/,
    );
  });
});

test("of a draft's description, what stands above our report is what it says of the change", () => {
  const { body } = createDraft(input);
  const said = withoutReport(body);
  expect(body).toMatch(/<!-- coderag:report [^\n]* -->\n### What was asked\n/);
  expect(body.startsWith(`${said}\n\n<!-- `)).toBe(true);
  expect(said).toMatch(/^Settings may now be \*\*TOML\*\*[\s\S]*; a draft, for a person to judge\.$/);
  // The site sends what was edited there with other ends of lines.
  expect(withoutReport(body.replaceAll("\n", "\r\n"))).toBe(said);
  expect(withoutReport("### What was asked\nNothing.")).toBe("");
  expect(withoutReport("Somebody's own words.\n")).toBe("Somebody's own words.\n");
});

test.each([
  ["octocat", 1],
  ["dependabot[bot]", 1],
  ["a\nSigned-off-by: E", 0],
  ["a <e@v.example>", 0],
  ["", 0],
])("a requester called %j is credited %i times", (login, times) => {
  expect(coAuthor({ login, id: 1 })).toHaveLength(times);
});

test.each([
  ["Überprüfe die Länge!", 30, "uberprufe-die-lange"],
  ["設定", 30, ""],
  ["a very long title that does not fit", 12, "a-very-long"],
  ["x".repeat(40), 10, "x".repeat(10)],
])("slug of %j", (text, limit, expected) => expect(slug(text, limit)).toBe(expected));
