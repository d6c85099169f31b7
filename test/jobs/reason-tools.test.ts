import { expect, test } from "@jest/globals";
import { implementMessages } from "../../src/agent/implement-messages.ts";
import { readTools, type ToolName, toolNames } from "../../src/agent/tool-names.ts";
import type { IndexedRepository } from "../../src/jobs/reading/knowledge.ts";
import { reasonTools } from "../../src/jobs/reading/reason-tools.ts";
import { createModel } from "../../src/llm/openai.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { createReader } from "../../src/settings.ts";
import { overlay } from "../../src/workspace/overlay.ts";
import { graph, workspace } from "../agent/small-repository.ts";

const search = await createSearchIndex(graph, (paths) => workspace.readMany(paths));
const indexed = { workspace, graph, search } as unknown as IndexedRepository;

const format = "off" as const;
const model = createModel({ baseUrl: "http://localhost:9/v1", apiKey: "k", model: "m" });

/** Everything that the model is told of its tools. */
function toldOf(on: readonly ToolName[]): string {
  const web = { provider: undefined, redact: (text: string) => text };
  const tools = reasonTools(indexed, [], { checks: {}, tools: new Set(on), web, format }, model);
  const messages = implementMessages({
    ...{ boundary: "b0", repository: "o/r", request: "", context: "", tools },
    ...{
      issue: { number: 1, title: "t", body: "", comments: [] },
      requirements: [],
      nearest: [],
      conventions: [],
    },
  });
  return [
    ...messages.map(({ content }) => content),
    ...tools.map(({ name, description }) => `${name} ${description}`),
  ].join("\n");
}

test.each(toolNames)("nothing speaks of %s where it is switched off", (name) => {
  expect(toldOf(toolNames.filter((one) => one !== name))).not.toContain(name);
});

test.each(toolNames)("the first message says what %s is for", (name) => {
  expect(toldOf([name])).toMatch(new RegExp(`^- \`${name}\``, "m"));
});

test.each([
  ["the host searches nothing", { web: undefined, model }],
  [
    "there is no model to summarise",
    { web: { provider: undefined, redact: (text: string) => text }, model: undefined },
  ],
])("web-search is not there where %s", (_, { web, model }) => {
  const tools = reasonTools(indexed, [], { checks: {}, tools: new Set(toolNames), web, format }, model);
  expect(tools.map(({ name }) => name)).not.toContain("web-search");
});

test("the way out cannot be switched off", () => {
  expect(reasonTools(indexed, [], { checks: {}, tools: new Set(), format }).map(({ name }) => name)).toEqual([
    "submit-edits",
  ]);
});

test.each<[string | undefined, readonly string[], number]>([
  [undefined, toolNames, 0],
  ["read-file, graph-reason", ["graph-reason", "read-file"], 0],
  ["none", [], 0],
  ["read-file,grep", ["read-file"], 1],
])("CODERAG_TOOLS=%j", (given, expected, problems) => {
  const read = createReader(
    { CODERAG_TOOLS: given },
    { root: false, homeDirectory: "/", readFile: () => "" },
  );
  expect([...readTools(read)]).toEqual(expected);
  expect(read.problems).toHaveLength(problems);
});

test.each([
  ["on", "a.py: parses.\nLaid out as the formatter of the repository does:\nx = [1]"],
  ["off", "a.py: parses."],
] as const)("a snippet comes back laid out where that is switched %s", async (format, expected) => {
  const files = overlay(workspace, [{ path: "pyproject.toml", before: undefined, after: "[tool.black]\n" }]);
  const tools = reasonTools({ ...indexed, workspace: files as IndexedRepository["workspace"] }, [], {
    ...{ checks: {}, tools: new Set(["code-test"] as const), format, workers: 1 },
  });
  const codeTest = tools.find(({ name }) => name === "code-test")!;
  expect(await codeTest.run({ path: "a.py", code: "x = [ 1 ]" }, AbortSignal.timeout(240_000))).toBe(
    expected,
  );
});
