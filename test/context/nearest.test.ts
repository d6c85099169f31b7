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
