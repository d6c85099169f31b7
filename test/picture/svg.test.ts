import { describe, expect, test } from "@jest/globals";
import { SaxesParser } from "saxes";
import { select } from "../../src/picture/select.ts";
import { graphAsSvg } from "../../src/picture/svg.ts";
import { type EdgeRow, graphOf, type NodeRow } from "../helpers/graph-of.ts";

/** A hub that everything calls, in two files, and one definition that nothing touches. */
const leaves = Array.from({ length: 300 }, (_, index) => `src/leaf.ts#leaf${String(index).padStart(3, "0")}`);
const star = graphOf(
  [
    ["src/hub.ts#hub", 1, 3],
    ["src/hub.ts#alone", 5, 6],
    ["test/hub.test.ts#tries", 1, 2],
    ...leaves.map((id): NodeRow => [id, 1, 2]),
  ],
  [
    ["test/hub.test.ts#tries", "Call", "src/hub.ts#hub"],
    ...leaves.map((id): EdgeRow => [id, "Call", "src/hub.ts#hub", { sureness: "inferred" }]),
  ],
);

describe("a selection", () => {
  test("is the most connected, without tests and what stands alone, and says so", () => {
    const { nodes, edges, caption } = select(star, { limit: 10 });
    expect(nodes.map(({ id }) => id)).toEqual(["src/hub.ts#hub", ...leaves.slice(0, 9)]);
    expect(edges).toHaveLength(9);
    expect(caption).toContain("10 of 303 definitions");
  });
  test("around a symbol is its neighbourhood, and counts what is left out", () => {
    const { nodes, caption, marked } = select(star, { limit: 3, around: "src/hub.ts#hub" });
    expect([...marked!]).toEqual(["src/hub.ts#hub"]);
    expect(nodes).toHaveLength(3);
    expect(caption).toBe("3 nodes around hub; 298 more touch these and are left out, without tests");
  });
  test("around a test shows tests", () => {
    const { nodes } = select(star, { limit: 3, around: "test/hub.test.ts#tries" });
    expect(nodes.map(({ id }) => id).slice(0, 2)).toEqual(["test/hub.test.ts#tries", "src/hub.ts#hub"]);
  });
  test("of files where nothing calls anything is their imports", () => {
    const files = graphOf(
      [
        ["a.ts", 1, 1],
        ["b.ts", 1, 1],
      ],
      [["a.ts", "Import", "b.ts"]],
    );
    expect(select(files, { limit: 5 }).nodes.map(({ id }) => id)).toEqual(["a.ts", "b.ts"]);
  });
});

describe("an SVG", () => {
  test("is well-formed, at most 200 nodes large, and has a light and a dark side", async () => {
    const svg = await graphAsSvg(star, { limit: 1_000 });
    const parser = new SaxesParser();
    let boxes = 0;
    parser.on("error", (error) => {
      throw error;
    });
    parser.on("opentag", ({ attributes }) => {
      if (/^node /.test(String(attributes["class"]))) boxes++;
    });
    parser.write(svg).close();
    expect(boxes).toBe(200);
    expect(svg).toContain("prefers-color-scheme: dark");
    expect(svg).toContain("200 of 303 definitions");
  });
  test("says so where there is nothing to draw", async () => {
    expect(await graphAsSvg(graphOf([]), { limit: 5 })).toContain("0 of 0 files");
  });
});
