import { describe, expect, test } from "@jest/globals";
import { lintCypherQuery } from "@neo4j-cypher/language-support";
import { instance } from "@viz-js/viz";
import fc from "fast-check";
import { SaxesParser } from "saxes";
import type { CodeGraph } from "../../src/graph/graph.ts";
import { graphAsCypher, literal } from "../../src/picture/cypher.ts";
import { graphAsDot } from "../../src/picture/dot.ts";
import { graphAsGraphml } from "../../src/picture/graphml.ts";
import { graphAsJson } from "../../src/picture/json.ts";
import { anyText } from "../helpers/any-text.ts";
import { graphOf } from "../helpers/graph-of.ts";

/** Every exporter is read back by a parser of its format that is not ours. */
const whole = (pieces: Iterable<string>): string => [...pieces].join("");

const nasty = `it's "q" \\ \\u0041 \\n <b>&amp; ]]> -->\n\r\t\0\u0007 é 漢 😀 ; // \``;
const shop = graphOf(
  [
    ["src/cart.py#Cart", 1, 9, { doc: nasty, signature: nasty }],
    ["src/cart.py#Cart.add", 2, 5, { visibility: "private", decorators: ["cached", nasty] }],
    ["src/sale.py#Sale", 1, 4],
    ["src/sale.py#price", 6, 9, { doc: "What it costs." }],
    [`src/we'ird "name" \\u.py#f`, 1, 2],
  ],
  [
    ["src/sale.py", "Import", "src/cart.py"],
    ["src/sale.py#Sale", "Inherit", "src/cart.py#Cart"],
    ["src/sale.py#price", "Call", "src/cart.py#Cart.add", { sureness: "inferred", line: 8 }],
    [`src/we'ird "name" \\u.py#f`, "Call", "src/sale.py#price", { sureness: "ambiguous" }],
  ],
);

const text = fc.oneof(
  anyText(),
  fc
    .array(fc.constantFrom("\\", "u", "0041", "'", '"', "&", "<", ">", "]]>", "\n", "\r", "\0", "\ud800"), {
      maxLength: 8,
    })
    .map((parts) => parts.join("")),
);

const graphs = fc.array(fc.tuple(text, text), { minLength: 1, maxLength: 4 }).map((rows) =>
  graphOf(
    rows.map(([doc, signature], index) => [`a${index}.py#f${index}`, 1, 2, { doc, signature }] as const),
    rows.map((_, index) => [`a0.py#f0`, "Call", `a${index}.py#f${index}`] as const),
  ),
);

interface ReadXml {
  readonly nodes: ReadonlyMap<string, Readonly<Record<string, string>>>;
  readonly edges: readonly (readonly [string, string])[];
}

function readGraphml(xml: string): ReadXml {
  const parser = new SaxesParser({ xmlns: false });
  const nodes = new Map<string, Record<string, string>>();
  const edges: [string, string][] = [];
  let [data, key]: [Record<string, string>, string] = [{}, ""];
  parser.on("error", (error) => {
    throw error;
  });
  parser.on("opentag", ({ name, attributes }) => {
    if (name === "node") {
      data = {};
      nodes.set(String(attributes["id"]), data);
    }
    if (name === "edge") {
      data = {};
      edges.push([String(attributes["source"]), String(attributes["target"])]);
    }
    if (name === "data") {
      key = String(attributes["key"]);
      data[key] = "";
    }
  });
  parser.on("text", (read) => {
    if (key !== "") data[key] += read;
  });
  parser.on("closetag", () => {
    key = "";
  });
  parser.write(xml).close();
  return { nodes, edges };
}

describe("JSON", () => {
  const checkJson = (graph: CodeGraph): void => {
    const read = JSON.parse(whole(graphAsJson(graph)));
    expect(read.nodes).toEqual(JSON.parse(JSON.stringify(graph.nodes)));
    expect(read.edges).toHaveLength(graph.edgeCount);
  };
  test("reads back as it was", () => checkJson(shop));
  test("of any text", () => fc.assert(fc.property(graphs, checkJson)));
  test("of nothing", () =>
    expect(JSON.parse(whole(graphAsJson(graphOf([]))))).toEqual({ nodes: [], edges: [] }));
});

describe("GraphML", () => {
  const cleaned = (value: string): string =>
    value.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, "\ufffd");
  const checkXml = (graph: CodeGraph): void => {
    const { nodes, edges } = readGraphml(whole(graphAsGraphml(graph)));
    expect([...nodes.values()].map((node) => node["node-doc"])).toEqual(
      graph.nodes.map((node) => (node.doc === undefined ? undefined : cleaned(node.doc))),
    );
    expect([...nodes.values()].map((node) => node["node-id"])).toEqual(graph.nodes.map((node) => node.id));
    expect([...nodes.values()].map((node) => [node["node-visibility"], node["node-decorators"]])).toEqual(
      graph.nodes.map(({ visibility, decorators }) => [
        visibility,
        decorators.length === 0 ? undefined : cleaned(decorators.join("\n")),
      ]),
    );
    expect(edges).toHaveLength(graph.edgeCount);
    expect(edges.flat().filter((end) => !nodes.has(end))).toEqual([]);
  };
  test("is well-formed and reads back", () => checkXml(shop));
  test("of any text", () => fc.assert(fc.property(graphs, checkXml)));
});

describe("dot", () => {
  test("is drawn by Graphviz with every label as it is", async () => {
    const viz = await instance();
    const drawn = viz.renderString(whole(graphAsDot(shop)), { format: "svg" });
    expect(drawn).toContain("src/we&#39;ird &quot;name&quot; \\u.py");
    expect(drawn.match(/class="edge"/g)).toHaveLength(shop.edgeCount);
  });
  test("of any text, without a complaint", async () => {
    const viz = await instance();
    fc.assert(
      fc.property(text, (name) => {
        const graph = graphOf([["a.py#f", 1, 2, { qualifiedName: name }]]);
        const { status, errors } = viz.render(whole(graphAsDot(graph)), { format: "dot" });
        // Graphviz has no font here and says which letters it measures by guess.
        expect([status, errors.filter(({ message }) => !/no value for width/.test(message))]).toEqual([
          "success",
          [],
        ]);
      }),
      { numRuns: 30 },
    );
  });
});

describe("Cypher", () => {
  const complaints = (statements: string): readonly string[] =>
    lintCypherQuery(statements, {}).diagnostics.map(({ message }) => String(message));

  test("is accepted by Neo4j's own parser and semantic check", () => {
    expect(complaints(whole(graphAsCypher(shop)))).toEqual([]);
  });
  test("which does find faults", () => {
    expect(complaints("UNWIND [{a: 'it's'}] AS row CREATE (n) SET n = row;")).not.toEqual([]);
    expect(complaints("UNWIND [1] AS row CREATE (n) SET n = rows;")).not.toEqual([]);
  });
  test("comes in batches, each a whole statement", () => {
    const many = graphOf(Array.from({ length: 600 }, (_, index) => [`a.py#f${index}`, 1, 2] as const));
    const statements = whole(graphAsCypher(many)).split(/;\n/);
    expect(statements.filter((one) => one.includes("SET n:Function"))).toHaveLength(2);
    expect(statements.at(-1)).toBe("");
  });
  test.each([
    ["plain", "'plain'"],
    ["it's", "'it\\'s'"],
    ["a\\b", "'a\\\\b'"],
    ["\\u0041", "'\\\\\\u00750041'"],
    ["\0\n", "'\\u0000\\n'"],
    [["a", "it's"], "['a', 'it\\'s']"],
  ])("literal %j", (value, expected) => expect(literal(value)).toBe(expected));
  test("literals read back, unicode escapes before or after the others", () => {
    const unescaped = (value: string): string =>
      value.replace(/\\(?:u([0-9a-f]{4})|(.))/gs, (_, hex, plain) =>
        hex
          ? String.fromCharCode(Number.parseInt(hex, 16))
          : ({ n: "\n", r: "\r", t: "\t" }[plain as string] ?? plain),
      );
    fc.assert(
      fc.property(text, (value) => {
        const written = literal(value).slice(1, -1);
        expect(unescaped(written)).toBe(value.toWellFormed());
        expect(written.replace(/\\(?:u[0-9a-f]{4}|.)/gs, "")).not.toMatch(/['\\\n]/);
      }),
    );
  });
});
