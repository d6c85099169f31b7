import { describe, expect, test } from "@jest/globals";
import { findAnchors } from "../../src/retrieval/anchors.ts";
import { createSearchIndex, searchCode } from "../../src/retrieval/documents.ts";
import { routeText } from "../../src/retrieval/route.ts";
import { graphOf } from "../helpers/graph-of.ts";

const files = new Map([
  [
    "src/config.ts",
    [
      "import { readYaml } from './yaml.ts';",
      "/** Parses the settings file. */",
      "export function parseConfig(path) {",
      '  if (!path) throw new Error("no settings file at " + path);',
      "  return readYaml(path);",
      "}",
    ].join("\n"),
  ],
  ["src/yaml.ts", "export function readYaml(path) {\n  return decode(path);\n}\nfunction decode() {}\n"],
  ["src/server.ts", "export class Server {\n  start() {}\n  stop() { close(); }\n}\n"],
  ["tests/config.test.ts", "function checkConfig() {\n  parseConfig('x');\n}\n"],
]);
const graph = graphOf(
  [
    ["src/config.ts#parseConfig", 2, 6, { doc: "Parses the settings file." }],
    ["src/yaml.ts#readYaml", 1, 3],
    ["src/yaml.ts#decode", 4, 4],
    ["src/server.ts#Server", 1, 4],
    ["src/server.ts#Server.start", 2, 2],
    ["src/server.ts#Server.stop", 3, 3],
    ["tests/config.test.ts#checkConfig", 1, 3],
  ],
  [
    ["src/config.ts#parseConfig", "Call", "src/yaml.ts#readYaml"],
    ["src/yaml.ts#readYaml", "Call", "src/yaml.ts#decode"],
    ["tests/config.test.ts#checkConfig", "Call", "src/config.ts#parseConfig"],
  ],
);
const read = async (paths: readonly string[]) =>
  new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!] as const] : [])));
const options = { retrieval: "graph", limit: 10 } as const;
const ask = (title: string, body = "", more = {}) =>
  findAnchors({ title, body, comments: [] }, graph, read, { ...options, ...more });

describe("findAnchors", () => {
  test("goes from words to a definition and one hop on, and says so", async () => {
    const anchors = await ask("Settings may be missing", "The parser of the settings should return nothing.");
    const routes = anchors.map((anchor) => routeText(anchor.route));
    expect(anchors[0]?.node.id).toBe("src/config.ts#parseConfig");
    expect(anchors[0]?.requirements).toContain("R1");
    expect(routes.find((route) => route.endsWith("readYaml"))).toMatch(
      /^\S+ -> words "settings.*" -> src\/config\.ts#parseConfig -> calls -> src\/yaml\.ts#readYaml$/,
    );
    expect(routes.find((route) => route.endsWith("checkConfig"))).toContain(" -> is tested by -> ");
  });

  test("takes the whole of a name before its end: `Maps$Adapter.read` is no other `Adapter.read`", async () => {
    const adapters = ["src/a.java#Maps.Adapter.read", "src/b.java#Lists.Adapter.read"];
    const readers = graphOf(
      adapters.map((id) => [id, 1, 2]),
      [],
    );
    const request = { title: "`Maps$Adapter.read` throws", body: "", comments: [] };
    const found = await findAnchors(request, readers, async () => new Map(), options);
    const named = found.filter(({ route }) => routeText(route).includes("names"));
    expect(named.map(({ node }) => node.id)).toEqual(adapters.slice(0, 1));
  });

  const named: [string, string, string, RegExp][] = [
    ["a name", "`Server.stop` hangs", "src/server.ts#Server.stop", /^R1 -> names "Server.stop" -> /],
    ["a file and line", "look at server.ts:3", "src/server.ts#Server.stop", /names "server.ts:3"/],
    ["a file", "look at src/yaml.ts", "src/yaml.ts", /names "src\/yaml.ts"/],
    [
      "a message",
      'says "no settings file at /etc/x"',
      "src/config.ts#parseConfig",
      /names "no settings file at/,
    ],
    [
      "a frame by its function, not its line",
      "```\n    at readYaml (/srv/app/src/yaml.ts:400:1)\n```",
      "src/yaml.ts#readYaml",
      /names "at readYaml/,
    ],
  ];
  test.each(named)("takes %s as meant", async (_, text, id, route) => {
    const anchors = text.includes("\n") ? await ask("Broken", text) : await ask(text);
    expect(anchors[0]?.node.id).toBe(id);
    expect(routeText(anchors[0]!.route)).toMatch(route);
  });

  test("has baselines to compare with", async () => {
    expect(await ask("Settings", "", { retrieval: "none" })).toEqual([]);
    const plain = await ask("settings file", "`Server.stop`", { retrieval: "bm25" });
    expect(plain.length).toBeGreaterThan(0);
    expect(plain.every((anchor) => anchor.route.every((hop) => hop.kind !== "edge"))).toBe(true);
  });

  test("answers the same every time, within the limit, best first", async () => {
    const [once, twice] = [await ask("stop the server"), await ask("stop the server")];
    expect(once).toEqual(twice);
    expect(await ask("stop the server", "", { limit: 2 })).toEqual(once.slice(0, 2));
    const scores = once.map((anchor) => anchor.score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(Math.min(...scores)).toBeGreaterThan(0);
  });

  test("finds nothing for a request without words", async () => expect(await ask("???")).toEqual([]));
});

describe("searchCode", () => {
  test("finds definitions by the words of name, doc and body", async () => {
    const index = await createSearchIndex(graph, read);
    expect(searchCode(index, "parse settings", 1)[0]?.node.id).toBe("src/config.ts#parseConfig");
    expect(searchCode(index, "close", 1)[0]?.node.id).toBe("src/server.ts#Server.stop");
    expect(searchCode(index, "nothing like this: zebra", 5)).toEqual([]);
  });
});
