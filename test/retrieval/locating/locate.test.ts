import { describe, expect, test } from "@jest/globals";
import { createSearchIndex } from "../../../src/retrieval/documents.ts";
import { locate } from "../../../src/retrieval/locating/locate.ts";
import type { Located } from "../../../src/retrieval/locating/location.ts";
import type { History } from "../../../src/workspace/history.ts";
import { graphOf } from "../../helpers/graph-of.ts";
import { timeOf } from "../../helpers/time-of.ts";

const files = new Map([
  [
    "src/config.ts",
    "/** Parses the settings file. */\nexport function parseConfig(path) {\n  return readYaml(path);\n}\n",
  ],
  ["src/yaml.ts", "export function readYaml(path) {\n  return decode(path);\n}\nfunction decode() {}\n"],
  ["src/server.ts", "export class Server {\n  start() {}\n  stop() { close(); }\n}\n"],
  ["src/cli/serve.ts", "export function serveCommand() {\n  start();\n}\n"],
  ["src/cli/check.ts", "export function checkCommand() {\n  parse();\n}\n"],
  ["examples/simple.ts", "export function simple() {\n}\n"],
  ["tests/config.test.ts", "function checkConfig() {\n  parseConfig('x');\n}\n"],
]);
const graph = graphOf(
  [
    ["src/config.ts#parseConfig", 1, 4, { doc: "Parses the settings file." }],
    ["src/yaml.ts#readYaml", 1, 3],
    ["src/yaml.ts#decode", 4, 4],
    ["src/server.ts#Server", 1, 4],
    ["src/server.ts#Server.start", 2, 2],
    ["src/server.ts#Server.stop", 3, 3],
    ["src/cli/serve.ts#serveCommand", 1, 3],
    ["src/cli/check.ts#checkCommand", 1, 3],
    ["examples/simple.ts#simple", 1, 2],
    ["tests/config.test.ts#checkConfig", 1, 3],
  ],
  [
    ["src/config.ts#parseConfig", "Call", "src/yaml.ts#readYaml"],
    ["tests/config.test.ts#checkConfig", "Call", "src/config.ts#parseConfig"],
  ],
);
const read = async (paths: readonly string[]) =>
  new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!] as const] : [])));
const ask = async (title: string, body = "", options = {}): Promise<Located> =>
  locate({ title, body, comments: [] }, graph, await createSearchIndex(graph, read), read, options);
const history: History = {
  commits: [
    { commit: "a".repeat(40), message: "fix: the daemon hangs on exit", paths: ["src/server.ts"] },
    { commit: "b".repeat(40), message: "feat: colours", paths: ["src/cli/serve.ts", "README.md"] },
  ],
};

test.each([
  ["source in a language that is not read", "Wrapped comments lose their prefix", "src/CodeWriter.kt"],
  ["a style sheet", "The animation of the bar stops", "src/bar.sass"],
  ["a program without an ending", "Rulers are drawn twice", "bin/fancy-diff"],
  ["documentation where it is asked for", "More examples of comments in the docs", "docs/README.md"],
])("finds %s", async (_, title, expected) => {
  const paths = [
    ...["LICENSE", "bin/fancy-diff", "docs/README.md", "license", "notes.json"],
    ...["src/CodeWriter.kt", "src/bar.sass", "src/other.ts"],
  ];
  const unread = graphOf([...paths.map((path) => [path, 1, 3] as const), ["src/other.ts#other", 1, 1]]);
  const texts = new Map([
    ["docs/README.md", "# Comments\n\nExamples of wrapped comments.\n"],
    ["notes.json", '{ "comments": "wrapped prefix animation bar" }\n'],
    ["src/CodeWriter.kt", "fun emit() {\n  wrapped(comments, prefix)\n}\n"],
    ["src/bar.sass", ".bar\n  animation: move\n"],
    ["bin/fancy-diff", "#!/usr/bin/env perl\nsub draw_ruler {\n}\n"],
    ...["LICENSE", "license"].map((path) => [path, "Rulers are drawn twice.\n"] as const),
    ["src/other.ts", "export function other() {}\n"],
  ]);
  const readAll = async () => texts;
  const index = await createSearchIndex(unread, readAll);
  const { files: found } = await locate({ title, body: "", comments: [] }, unread, index, readAll);
  expect(found[0]?.node.path).toBe(expected);
  for (const other of ["notes.json", "LICENSE", "license"])
    expect(found.map(({ node }) => node.path)).not.toContain(other);
});

test("something new stands beside files of a language that is not read, too", async () => {
  const paths = ["Sources/Help/HelpCommand.swift", "Sources/Help/HelpGenerator.swift", "Scripts/format.sh"];
  const unread = graphOf([...paths.map((path) => [path, 1, 3] as const), ["Scripts/format.sh#run", 1, 1]]);
  const readAll = async () =>
    new Map(
      paths.map((path) => [path, path.endsWith(".sh") ? "run() { swift format; }\n" : "struct Help {}\n"]),
    );
  const index = await createSearchIndex(unread, readAll);
  const request = { title: "Add help in another format", body: "", comments: [] };
  const { newPlaces } = await locate(request, unread, index, readAll);
  expect(newPlaces[0]?.folder).toBe("Sources/Help/");
});

describe("locate", () => {
  const first: [string, string, string, string | undefined, RegExp][] = [
    [
      "words",
      "the settings file is not parsed",
      "",
      "parseConfig",
      /shares words with the request: .*settings/,
    ],
    ["a name", "`Server.stop` hangs", "", "Server.stop", /the request names it: "Server.stop"/],
    ["a file", "look at src/yaml.ts", "", "readYaml", /the request names its file: "src\/yaml.ts"/],
    ["a frame", "Broken", "```\n    at decode (/app/src/yaml.ts:9:1)\n```", "decode", /stack trace/],
  ];
  test.each(first)("finds a definition by %s and says why", async (_, title, body, name, reason) => {
    const { definitions } = await ask(title, body);
    expect(definitions[0]?.node.qualifiedName).toBe(name);
    expect(definitions[0]?.reasons.map(({ text }) => text).join("\n")).toMatch(reason);
    expect(definitions[0]?.score).toBe(1);
  });

  test("ranks files by their definitions and by their own words", async () => {
    const { files: found } = await ask("the settings file is not parsed");
    expect(found[0]?.node.id).toBe("src/config.ts");
    expect(found.every(({ node }) => node.kind === "Module")).toBe(true);
    expect(found[0]?.reasons[0]?.share).toBeGreaterThan(0);
  });

  test("finds a file by what commits like the request changed", async () => {
    const { files: found } = await ask("daemon hangs", "", { history });
    expect(found[0]?.node.id).toBe("src/server.ts");
    expect(found[0]?.reasons.map(({ text }) => text)).toContain(
      'changed by commits whose messages resemble the request: aaaaaaa "fix: the daemon hangs on exit"',
    );
    expect((await ask("daemon hangs")).files).toEqual([]);
  });

  test("names the folder and the files beside which something new would stand", async () => {
    const { newPlaces } = await ask("Add a cli command that prints the version");
    expect(newPlaces[0]?.folder).toBe("src/cli/");
    expect(newPlaces[0]?.siblings.map(({ name }) => name).sort()).toEqual(["check.ts", "serve.ts"]);
    expect(newPlaces[0]?.reasons.join("\n")).toMatch(
      /the request mentions the (?:name of the folder|words of its path)/,
    );
    expect((await ask("`Server.stop` hangs")).newPlaces).toEqual([]);
    expect((await ask("`Server.stop` hangs after a listener is added")).newPlaces).toEqual([]);
    expect((await ask("`Server.stop` hangs", "I've added a sleep, see src/new/a.ts")).newPlaces).toEqual([]);
    expect(
      (await ask("`Server.stop` hangs", "```\n$ cli build\n```\nMy proposal: a sleep")).newPlaces,
    ).toEqual([]);
    for (const told of [
      "The cli supports `Server`, but it hangs",
      "In order to implement stopping, it waits",
      "I didn't write this",
      "Some new errors since 2.0",
      "I believe that #12 introduced this",
      "The row was already split, so the cells are wrong",
      'The "new entry" is below the old one',
      "var server = new Server();\nserver.Stop(); // hangs",
    ])
      expect((await ask("`Server.stop` hangs", told)).newPlaces).toEqual([]);
    expect((await ask("Adds a command to the cli")).newPlaces).not.toEqual([]);
    expect((await ask("a command should be added to the cli")).newPlaces).not.toEqual([]);
    expect((await ask("Feature request: a cli")).newPlaces).not.toEqual([]);
    expect((await ask("Split the cli into two commands")).newPlaces).not.toEqual([]);
  });

  test("an example that a request gives is no folder of examples, one that it asks for is", async () => {
    const first = async (title: string, body = "") => (await ask(title, body)).newPlaces[0]?.folder;
    expect(await first("Add a check command", "For example, of settings.")).not.toBe("examples/");
    expect(await first("Add an example of a check command")).toBe("examples/");
  });

  // Whether something new is asked for is a question of every word: one long word took it minutes.
  test.each(["x", "refactor a ", "is added ", "no way "])("a long run of %j stops nobody", async (part) => {
    const milliseconds = await timeOf(async () => {
      const { files } = await ask("Stop the server", part.repeat(Math.ceil(300_000 / part.length)));
      expect(files.length).toBeGreaterThan(0);
    });
    expect(milliseconds).toBeLessThan(20_000);
  });

  test("answers the same every time, within the limit, and nothing for a request without words", async () => {
    const [once, twice] = [await ask("stop the server"), await ask("stop the server")];
    expect(once).toEqual(twice);
    expect((await ask("stop the server", "", { limit: 1 })).files).toEqual(once.files.slice(0, 1));
    expect(await ask("???")).toEqual({ files: [], definitions: [], newPlaces: [] });
  });
});
