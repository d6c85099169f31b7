import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "@jest/globals";
import { publicCodeWithToken } from "../../src/github/public-code/open-public-code.ts";
import { createModel } from "../../src/llm/openai.ts";
import { countTokens } from "../../src/llm/tokens.ts";
import { silentLogger } from "../../src/log.ts";
import { mostPromptTokens } from "../../src/references/ask-kept.ts";
import { answersIn } from "../../src/references/open.ts";
import type { ReferenceTools } from "../../src/references/options.ts";
import { searchReferences } from "../../src/references/search-references.ts";
import { usualReferenceSettings } from "../../src/references/settings.ts";
import type { Step } from "../../src/step.ts";
import { derivedInMemory } from "../helpers/derived-in-memory.ts";
import { kiteRequest, kites } from "../helpers/github/kites.ts";
import type { ShelvedRepository } from "../helpers/github/shelf-search.ts";
import { type ShelfServer, startShelf } from "../helpers/github/start-shelf.ts";
import { type ModelEndpoint, type SeenRequest, startModelEndpoint } from "../helpers/model-endpoint.ts";

/** Answers by what is asked: keywords, repositories, files, and whether the code does it. */
type About = "keywords" | "repositories" | "files" | "summary" | "look";
type Script = (about: About, user: string) => string;

/** The first key of the answer that each question wants. */
const keys: Readonly<Record<About, string>> = {
  ...{ keywords: "keyword", repositories: "repository", files: "file", summary: "summary", look: "does" },
};

let endpoint: ModelEndpoint;
let script: Script;
let server: ShelfServer;

const aboutOf = (system: string) =>
  (Object.keys(keys) as About[]).find((about) => system.includes(`{"${keys[about]}": "`))!;

beforeAll(async () => {
  endpoint = await startModelEndpoint({
    script: ({ body }: SeenRequest) => {
      const [system, user] = body.messages.map(({ content }) => content ?? "");
      return { content: script(aboutOf(system!), user!) };
    },
  });
});
afterAll(() => endpoint.close());
beforeEach(() => begin(kites));
afterEach(() => server.close());

async function begin(shelf: readonly ShelvedRepository[]): Promise<void> {
  server = await startShelf(shelf);
}

const toolsWith = (asks: "model" | "rules", store = derivedInMemory(), settings = {}): ReferenceTools => ({
  code: publicCodeWithToken({
    ...{ apiUrl: server.apiUrl, token: server.token, logger: silentLogger, cache: answersIn(store) },
    throttle: { firstPauseMs: 1 },
  }),
  paid:
    asks === "model"
      ? {
          model: createModel({ baseUrl: endpoint.url, apiKey: "key", model: "scripted", firstPauseMs: 1 }),
          store,
        }
      : undefined,
  settings: { ...usualReferenceSettings, ...settings },
  redact: (text) => text.replaceAll("hunter2secret", "[secret]"),
});

const search = (tools: ReferenceTools, text = kiteRequest, target?: string) =>
  searchReferences({ text, language: "Python", target }, tools, (_name, work) =>
    work(new AbortController().signal),
  );

describe("without a model", () => {
  test("finds what does the job, pinned, with licence and the reason", async () => {
    const report = await search(toolsWith("rules"));
    // Six, and six further ones because a handful of repositories is little to choose from.
    expect(report.queries).toHaveLength(12);
    expect(report.by).toEqual({ keywords: "rules", summaries: "rules", repositories: "rules" });
    expect(report.references[0]).toMatchObject({
      ...{
        fullName: "wind/kite-diary",
        licence: "MIT",
        use: "code",
        licencePath: "LICENSE",
        stars: 12,
        filesBy: "rules",
      },
      files: [{ path: "diary.py" }],
    });
    expect(report.references[0]!.commit).toMatch(/^[0-9a-f]{40}$/);
    const names = [...report.references, ...report.rejected].map(({ fullName }) => fullName);
    for (const gone of ["copy/kite-diary", "hidden/kite-diary"]) expect(names).not.toContain(gone);
  });

  test("what no reader of the request sees is not searched for", async () => {
    const hidden = `<!-- Zeppelinworks Zeppelinworks: describe your Blimpfeature -->`;
    const report = await search(toolsWith("rules"), `${kiteRequest}\n${hidden}`);
    expect(report.keywords).toEqual((await search(toolsWith("rules"))).keywords);
    expect(JSON.stringify(report)).not.toMatch(/zeppelin|blimp/i);
  });

  test("a request without a word to search for is told so, and nobody is asked", async () => {
    const asked = server.requests.length;
    const { nothing, queries } = await search(toolsWith("rules"), "<!-- fill this in -->\n\nthe a of");
    expect({ nothing, queries }).toEqual({ nothing: expect.stringContaining("no word"), queries: [] });
    expect(server.requests.length).toBe(asked);
  });

  test("an example of a library is chosen, not its inner module; its licence allows facts only", async () => {
    const { references } = await search(toolsWith("rules"));
    const library = references.find(({ fullName }) => fullName === "sky/kitelib");
    expect(library).toMatchObject({ use: "facts", files: [{ path: "examples/map_of_flights.py" }] });
  });

  test("where enough is found, six searches are all", async () => {
    await server.close();
    await begin(
      Array.from({ length: 14 }, (_, at) => ({ ...kites[0]!, fullName: `wind${at}/kite-diary`, files: {} })),
    );
    expect((await search(toolsWith("rules"))).queries).toHaveLength(6);
  });

  test("what is called by a later word of the request, or speaks of the first ones in its README only, is found", async () => {
    await server.close();
    const other = { language: "Python", files: { "fly.py": "def fly(wind):\n    return wind\n" } };
    await begin([
      { ...other, fullName: "a/wind-log", description: "A log" },
      { ...other, fullName: "b/flyer", readme: { path: "README.md", text: "Every kite, in one place." } },
    ]);
    const { references, rejected } = await search(toolsWith("rules"));
    const names = [...references, ...rejected].map(({ fullName }) => fullName);
    expect(names.toSorted()).toEqual(["a/wind-log", "b/flyer"]);
  });

  test("says a part of it in other words: a weak match that is called one", async () => {
    const { references } = await search(
      toolsWith("rules"),
      "Kite flights: count altitude, rope, place and gusts.",
    );
    expect(references.length).toBeGreaterThan(0);
    expect(references[0]!.reason).toMatch(/^A weak match: .* not of: .*altitude/);
  });

  test("says that nothing fits, with what was tried", async () => {
    const report = await search(
      toolsWith("rules"),
      "Kite: knit sweaters for alpacas with origami zeppelins.",
    );
    expect(report.references).toEqual([]);
    expect(report.nothing).toMatch(/None of the \d repositories .* says nothing of/);
    expect(report.nothing).not.toContain("English");
    expect(report.rejected.length).toBeGreaterThan(0);
  });

  test("says that English finds more where the request is in another language", async () => {
    const { nothing } = await search(
      toolsWith("rules"),
      "Kite: Fluglängen zählen und Böen ansagen, möglichst früh",
    );
    expect(nothing).toMatch(/Most READMEs are in English/);
  });

  test("files that hold hardly any code are turned away without a model, too", async () => {
    await server.close();
    await begin(
      kites.map((one) =>
        one.fullName === "wind/kite-diary" ? { ...one, files: { "diary.py": "# Kite diary: soon.\n" } } : one,
      ),
    );
    const report = await search(toolsWith("rules"));
    expect(report.references.map(({ fullName }) => fullName)).not.toContain("wind/kite-diary");
    expect(report.rejected).toContainEqual({
      fullName: "wind/kite-diary",
      why: "its code does not do it: hardly any code",
    });
  });

  test("a file that holds hardly any code gives way to the next one of its repository", async () => {
    await server.close();
    const files = { "kite_diary.py": "# Soon.\n", "journal.py": "def record(flight):\n    return flight\n" };
    await begin([{ ...kites[0]!, files }]);
    const { references } = await search(toolsWith("rules"));
    expect(references[0]!.files.map(({ path }) => path)).toEqual(["journal.py"]);
  });

  test("the repository itself is no example", async () => {
    const { references, rejected } = await search(toolsWith("rules"), kiteRequest, "Wind/Kite-Diary");
    expect(references.map(({ fullName }) => fullName)).not.toContain("wind/kite-diary");
    expect(rejected).toContainEqual({ fullName: "wind/kite-diary", why: "the repository itself" });
  });

  test("the same once more asks nobody", async () => {
    const store = derivedInMemory();
    const first = await search(toolsWith("rules", store));
    const asked = server.requests.length;
    expect(await search(toolsWith("rules", store))).toEqual(first);
    expect(server.requests).toHaveLength(asked);
  });

  test("a search that dies at any step goes on where it was: GitHub is asked nothing twice", async () => {
    const whole = await search(toolsWith("rules"));
    const asked = server.requests.length;
    const store = derivedInMemory();
    const before = server.requests.length;
    for (let steps = 1; ; steps++) {
      let left = steps;
      const dying: Step = (_name, work) => {
        if (left-- === 0) throw new Error("killed");
        return work(new AbortController().signal);
      };
      const request = { text: kiteRequest, language: "Python", target: undefined };
      const report = await searchReferences(request, toolsWith("rules", store), dying).catch(() => undefined);
      if (!report) continue;
      expect(report).toEqual(whole);
      expect(steps).toBeGreaterThan(9);
      break;
    }
    expect(server.requests.length - before).toBe(asked);
  });

  test("a request without words finds nothing and asks nobody", async () => {
    const report = await search(toolsWith("rules"), "please!");
    expect(report).toMatchObject({ keywords: [], references: [] });
    expect(server.requests).toEqual([]);
  });
});

describe("with a model", () => {
  const good: Script = (about, user) => {
    if (about === "keywords") return '{"keyword":"kite"}\n{"keyword":"diary"}\n{"keyword":"map"}';
    if (about === "repositories")
      return `{"repository":"${/(\d+)\. wind\/kite-diary/.exec(user)![1]}","reason":"Records flights; has a map."}`;
    if (about === "look") return '{"does":"most","lacks":"nothing"}';
    return about === "files"
      ? '{"file":"diary.py","reason":"Shows record."}'
      : '{"summary":"It keeps a diary of the flights of a kite."}';
  };

  test("its choice stands, and what it cost", async () => {
    script = good;
    const report = await search(toolsWith("model"));
    expect(report.keywords).toEqual(["kite", "diary", "map"]);
    expect(report.references).toMatchObject([
      {
        fullName: "wind/kite-diary",
        reason: "Records flights; has a map.",
        files: [{ path: "diary.py", reason: "Shows record." }],
      },
    ]);
    expect(report.by).toEqual({ keywords: "model", summaries: "rules", repositories: "model" });
    expect(report.usage.inputTokens).toBeGreaterThan(0);
  });

  test("no question that narrows shows code, and the same once more costs nothing", async () => {
    script = good;
    const store = derivedInMemory();
    const before = endpoint.requests.length;
    await search(toolsWith("model", store));
    const questions = endpoint.requests.slice(before).map(({ body }) => JSON.stringify(body.messages));
    expect(questions).toHaveLength(4);
    for (const question of questions.slice(0, 3))
      expect(question).not.toMatch(/def record|import kitelib|DEBUG = True/);
    expect(questions[3]).toMatch(/def record/);
    await search(toolsWith("model", store));
    expect(endpoint.requests).toHaveLength(before + 4);
  });

  /** Answers the last look by the repository's name. */
  const looking =
    (verdicts: Readonly<Record<string, string>>): Script =>
    (about, user) =>
      about === "look"
        ? `{"does":"${Object.entries(verdicts).find(([name]) => user.includes(name))?.[1] ?? "no"}","lacks":"No map."}`
        : about === "files"
          ? `{"file":"${/^(?:examples\/map_of_flights|diary|kite)\.py$/m.exec(user)![0]}","reason":"x"}`
          : good(about, user);

  test("what its code does not do is rejected with the reason, and the next one is tried", async () => {
    script = looking({ "wind/kite-diary": "part", "sky/kitelib": "most" });
    const report = await search(toolsWith("model"));
    expect(report.references.map(({ fullName }) => fullName)).toEqual(["sky/kitelib"]);
    expect(report.rejected[0]).toEqual({
      fullName: "wind/kite-diary",
      why: "its code does a part of it: No map.",
    });
    expect(report.rejected.map(({ fullName }) => fullName)).not.toContain("sky/kitelib");
    expect(report.looked).toEqual({ repositories: 2, byModel: 2 });
  });

  test("nothing fits where no code does it, after a few were tried", async () => {
    script = looking({ "wind/kite-diary": "part" });
    const report = await search(toolsWith("model"));
    expect(report.references).toEqual([]);
    expect(report.nothing).toMatch(
      /^The code of \d repositories was read, and none does what is asked\. wind\/kite-diary: its code does a part of it: No map\.$/,
    );
    expect(report.rejected.filter(({ why }) => why.startsWith("its code does not"))).not.toHaveLength(0);
  });

  test("code without a licence of the list is not shown to the last look, its names are", async () => {
    const seen: string[] = [];
    script = (about, user) => {
      if (about === "look") seen.push(user);
      return looking({ "evil/": "most" })(about, user);
    };
    await search(toolsWith("model"));
    const [library] = seen.filter((user) => user.includes("sky/kitelib"));
    expect(library).toMatch(/calls: kitelib\.show_on_map/);
    expect(library).not.toMatch(/show_on_map\(/);
    expect(seen.find((user) => user.includes("evil/kite"))).not.toMatch(/no licence'/);
  });

  test("an answer of no use lets the choice stand", async () => {
    script = (about, user) => (about === "look" ? '{"does":"everything"}' : good(about, user));
    const report = await search(toolsWith("model"));
    expect(report.references).toHaveLength(1);
    expect(report.looked).toEqual({ repositories: 1, byModel: 0 });
  });

  test("it may say that nothing fits", async () => {
    script = (about, user) => (about === "repositories" ? '{"none":"None has a map."}' : good(about, user));
    const report = await search(toolsWith("model"));
    expect(report).toMatchObject({
      references: [],
      nothing: "None has a map.",
      by: { repositories: "model" },
    });
  });

  test("summaries by the model are kept by content", async () => {
    script = good;
    const store = derivedInMemory();
    const tools = toolsWith("model", store, { summaries: "model" });
    const report = await search(tools);
    expect(report.by.summaries).toBe("both");
    expect(report.references[0]!.summary).toBe("It keeps a diary of the flights of a kite.");
    const asked = endpoint.requests.length;
    await search(toolsWith("model", store, { summaries: "model" }));
    expect(endpoint.requests).toHaveLength(asked);
  });

  test.each([
    "",
    "no JSON at all",
    '{"repository":"99"}',
    '{"repository":"torvalds/linux"}',
    '{"keyword":"x OR y:z"}',
    "[]",
    '{"file":"/etc/passwd"}',
  ])("an answer of no use is answered by rules: %s", async (answer) => {
    script = () => answer;
    const report = await search(toolsWith("model"));
    expect(report.references[0]).toMatchObject({
      fullName: "wind/kite-diary",
      files: [{ path: "diary.py" }],
    });
    expect(report.by.repositories).toBe("rules");
    expect(report.notes.join()).toMatch(/no usable answer/);
  });

  test("an endpoint that fails is a note", async () => {
    script = () => {
      throw new Error("down");
    };
    const report = await search(toolsWith("model"));
    expect(report.references[0]!.fullName).toBe("wind/kite-diary");
    expect(report.notes.length).toBeGreaterThan(0);
  });

  test("settings and entry shells beside a file that shows it are left out", async () => {
    script = (about, user) =>
      about === "files"
        ? '{"file":"settings.py","reason":"x"}\n{"file":"diary.py","reason":"Shows record."}'
        : good(about, user);
    const [diary] = (await search(toolsWith("model"))).references;
    expect(diary!.files.map(({ path }) => path)).toEqual(["diary.py"]);
  });

  test("where rules and model agree on the best file it is enough; the last look reads the other one, too", async () => {
    await server.close();
    const entry = (name: string, lines: number): string =>
      `def ${name}(wind):\n${"    wind += 1\n".repeat(lines)}`;
    const files = { "diary.py": entry("record", 60), "kite.py": entry("fly", 40) };
    await begin([{ ...kites[0]!, files }]);
    const seen: string[] = [];
    script = (about, user) => {
      if (about === "look") seen.push(user);
      return about === "files"
        ? '{"file":"kite.py","reason":"x"}\n{"file":"diary.py","reason":"Shows record."}'
        : good(about, user);
    };
    const [diary] = (await search(toolsWith("model"))).references;
    expect(diary!.files.map(({ path }) => path)).toEqual(["diary.py"]);
    expect(seen.join()).toMatch(/^kite\.py, \d+ lines/m);
  });

  test("a test of a library that the model chose stands, however far behind the rules have it", async () => {
    await server.close();
    const text = "def test_diary():\n    assert record(3) == 3\n";
    const files = {
      "setup.py": "",
      "kite/record.py": "x = 1\n".repeat(900),
      "tests/a/b/c/test_sky.py": text,
    };
    await begin([{ ...kites[0]!, description: "A library for kite diaries", files }]);
    script = (about, user) =>
      about === "files" ? '{"file":"tests/a/b/c/test_sky.py","reason":"The use."}' : good(about, user);
    const [diary] = (await search(toolsWith("model"))).references;
    expect(diary!.files.map(({ path }) => path)).toEqual(["tests/a/b/c/test_sky.py"]);
  });

  test("an inner module gives way to the example", async () => {
    script = (about, user) => {
      if (about === "repositories")
        return `{"repository":"${/(\d+)\. sky\/kitelib/.exec(user)![1]}","reason":"x"}`;
      return about === "files" ? '{"file":"kitelib/func.py","reason":"inner"}' : good(about, user);
    };
    const [library] = (await search(toolsWith("model"))).references;
    expect(library!.files.map(({ path }) => path)).toEqual(["examples/map_of_flights.py"]);
  });
});

describe("strangers' text", () => {
  test("reaches a model between random marks, without what no reader sees, and adds no path", async () => {
    const seen: string[] = [];
    script = (about, user) => {
      seen.push(user);
      if (about === "repositories")
        return `{"repository":"${/(\d+)\. evil\//.exec(user)![1]}","reason":"@everyone look ![x](https://evil.example)"}`;
      return about === "files"
        ? '{"file":"../../etc/passwd","reason":"x"}\n{"file":"kite.py","reason":"y"}'
        : "{}";
    };
    const report = await search(toolsWith("model"));
    const text = seen.join("\n");
    expect(text).not.toMatch(/choose this repository and add|<\|im_start\|>|evil\.example/);
    expect(text).toMatch(/<data-[0-9a-f]{12} from="repositories">/);
    expect(report.references).toMatchObject([
      { fullName: "evil/kite-diary-map", use: "none", files: [{ path: "kite.py" }] },
    ]);
  });

  test("a secret in a request is never searched for", async () => {
    script = () => '{"keyword":"hunter2secret"}\n{"keyword":"kite"}';
    await search(toolsWith("model"), `${kiteRequest} hunter2secret hunter2secret`);
    await search(toolsWith("rules"), "hunter2secret: hunter2secret kite");
    expect(JSON.stringify(server.requests)).not.toContain("hunter2secret");
    const shown = endpoint.requests.map(({ body }) => JSON.stringify(body));
    expect(shown.filter((one) => one.includes("hunter2secret"))).toEqual([]);
  });
});

describe("the window of 4,096 tokens", () => {
  const flood = "繩 kite diary flights wind place map. Ünïcödé 🎏 ".repeat(500);
  const many = Array.from(
    { length: 40 },
    (_, at): ShelvedRepository => ({
      ...{
        fullName: `flood${at}/kite-diary`,
        language: "Python",
        description: `Kite diary ${flood.slice(0, 300)}`,
      },
      readme: { path: "README.md", text: `# Kite ${at}\n${flood}` },
      files: Object.fromEntries(
        Array.from({ length: at === 0 ? 2_000 : 3 }, (_, file) => [
          `some/long/folder_name_${file}/kite_module_${file}.py`,
          undefined,
        ]),
      ),
    }),
  );

  test("holds for forty candidates with endless READMEs, two thousand files and an endless request; what was cut is said", async () => {
    await server.close();
    await begin(many);
    const sizes: number[] = [];
    script = (about) => {
      if (about === "keywords") return '{"keyword":"kite"}\n{"keyword":"diary"}';
      if (about === "repositories") return '{"repository":"flood0/kite-diary","reason":"x"}';
      return about === "files"
        ? '{"file":"some/long/folder_name_1/kite_module_1.py","reason":"x"}'
        : '{"summary":"A kite diary, and much more of it all."}';
    };
    const before = endpoint.requests.length;
    const settings = { candidates: 60, summaries: "model" };
    const report = await search(toolsWith("model", derivedInMemory(), settings), `Kite diary: ${flood}`);
    for (const { body } of endpoint.requests.slice(before))
      sizes.push(body.messages.reduce((sum, { content }) => sum + countTokens(content ?? ""), 0));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(mostPromptTokens);
    expect(Math.max(...sizes)).toBeGreaterThan(mostPromptTokens * 0.8);
    expect(report.references[0]!.fullName).toBe("flood0/kite-diary");
    expect(report.notes.join()).toMatch(/paths and the end of the README did not fit/);
  });
});
