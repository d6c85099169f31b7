import { expect, test } from "@jest/globals";
import { nearestDefinitions } from "../../src/context/nearest.ts";
import { createSearchIndex } from "../../src/retrieval/documents.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf([
  [
    "src/text.py#slugify",
    1,
    3,
    { signature: "def slugify(title)", doc: "Turns a title into a slug for addresses." },
  ],
  [
    "src/text.pyi#slugify",
    1,
    1,
    { signature: "def slugify(title: str) -> str", doc: "Turns a title into a slug." },
  ],
  ["src/text.py#unslug", 5, 7, { signature: "def unslug(slug)", doc: "The title of a slug." }],
  [
    "vendor/slugs/slug.py#slugify_title",
    1,
    3,
    { signature: "def slugify_title(title)", doc: "Turns a title into a slug." },
  ],
  ["src/money.py#round_cents", 1, 3, { signature: "def round_cents(amount)", doc: "Rounds half up." }],
  ["tests/test_text.py#test_slug_of_title", 1, 3, { signature: "def test_slug_of_title()", test: true }],
]);
const index = await createSearchIndex(graph, async () => new Map());
const near = (text: string) =>
  nearestDefinitions([{ id: "R1", text }], [], index).flatMap(({ definitions }) =>
    definitions.map(({ id }) => id),
  );

test("the nearest come first, code before its stub, tests and modules never", () => {
  expect(near("Turn the title of a page into a slug")).toEqual(["src/text.py#slugify", "src/text.py#unslug"]);
});

test.each([
  "Colours are configurable",
  "Rounds are drawn by the printer of the office, whatever its colour",
  "",
])("nothing is near to %j", (text) => expect(near(text)).toEqual([]));

test("what shares few of the words is near only where the request as a whole leads there", () => {
  const text = "Rounds of half a turn test a title of slugs at addresses that are of py stubs";
  expect(near(text)).toEqual([]);
  const node = graph.node("src/money.py#round_cents")!;
  const [found] = nearestDefinitions([{ id: "R1", text }], [{ node, score: 1 }], index);
  expect(found?.definitions.map(({ id }) => id)).toEqual([node.id]);
});

test("it says which words of the requirement led there, as they are written", () => {
  const [found] = nearestDefinitions([{ id: "R1", text: "Rounding of amounts to cents" }], [], index);
  expect(found).toEqual({
    requirement: "R1",
    definitions: [
      {
        id: "src/money.py#round_cents",
        signature: "def round_cents(amount)",
        words: ["rounding", "cents", "amounts"],
      },
    ],
  });
});
