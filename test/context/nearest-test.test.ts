import { expect, test } from "@jest/globals";
import { nearestTest, testLines } from "../../src/context/nearest-test.ts";
import { createSheet } from "../../src/context/sheet.ts";
import { graphOf } from "../helpers/graph-of.ts";

const graph = graphOf(
  [
    ["src/query.ts#withQuery", 1, 3],
    ["src/url.ts#join", 1, 3],
    ["src/alone.ts#alone", 1, 1],
    ["src/route.ts#match", 1, 3],
    ["src/route.ts#inner", 5, 6],
    ["src/app.ts#serve", 1, 3],
    ["test/app.test.ts", 1, 9],
    ["test/route.test.ts", 1, 9],
    ["test/query.test.ts", 1, 9],
    ["test/url.test.ts", 1, 9],
    ["test/other/url.test.ts", 1, 9],
    ["tests/test_query.py#test_a", 1, 4],
    ["lib/sql/index.js#connect", 1, 3],
    ["test/integration/sql.js", 1, 9],
    ["test/unit/sql.js", 1, 9],
    ["test/all.js", 1, 9],
    ["shop/carts/cart_model.py#Cart", 1, 3],
    ["shop/models/base.py#Base", 1, 3],
    ["tests/test_shop_cart.py", 1, 9],
    ["tests/test_shop_models.py", 1, 9],
    ["tests/test_cart_view.py", 1, 9],
    ["lib/rack/head.rb#Head", 1, 3],
    ["test/spec_head.rb", 1, 9],
    ["src/main/Node.java#Node", 1, 3],
    ["src/test/NodeIT.java", 1, 9],
    ["src/test/NodeTest.java", 1, 9],
    ["src/cart/index.ts#add", 1, 3],
    ["test/type/cart.ts", 1, 9],
    ["test/use-cart.test.ts", 1, 9],
    ["src/only-types.ts#add", 1, 3],
    ["test/only-types.test-d.ts", 1, 9],
  ],
  [
    ["test/query.test.ts", "Call", "src/query.ts#withQuery", { line: 5 }],
    ["test/query.test.ts", "Call", "src/query.ts#withQuery", { line: 7 }],
    ["test/other/url.test.ts", "Call", "src/query.ts#withQuery", { line: 1 }],
    ["test/app.test.ts", "Call", "src/app.ts#serve", { line: 3 }],
    ["test/app.test.ts", "Call", "src/app.ts#serve", { line: 5 }],
    ["src/app.ts#serve", "Call", "src/route.ts#inner"],
    ["src/route.ts#match", "Call", "src/route.ts#inner"],
    ["test/route.test.ts", "Call", "src/route.ts#match", { line: 4 }],
    ["test/all.js", "Import", "lib/sql/index.js", { line: 1 }],
    ["test/type/cart.ts", "Import", "src/cart/index.ts", { line: 1 }],
    ["test/use-cart.test.ts", "Import", "src/cart/index.ts", { line: 1 }],
    ["test/only-types.test-d.ts", "Import", "src/only-types.ts", { line: 1 }],
  ],
);

test.each([
  ["that calls it most often", "src/query.ts#withQuery", { path: "test/query.test.ts", line: 5 }],
  ["that is named for its file", "src/url.ts#join", { path: "test/url.test.ts", line: undefined }],
  ["that reaches it, named for its file", "src/route.ts#inner", { path: "test/route.test.ts", line: 4 }],
  [
    "named for its file, before one that imports it",
    "lib/sql/index.js#connect",
    { path: "test/unit/sql.js" },
  ],
  ["of units, before one of the whole", "src/main/Node.java#Node", { path: "src/test/NodeTest.java" }],
  ["that runs, before one that checks types", "src/cart/index.ts#add", { path: "test/use-cart.test.ts" }],
  ["that checks types, where none runs", "src/only-types.ts#add", { path: "test/only-types.test-d.ts" }],
  ["that is named so by its beginning", "lib/rack/head.rb#Head", { path: "test/spec_head.rb" }],
  [
    "whose name is made of words of its path",
    "shop/carts/cart_model.py#Cart",
    { path: "tests/test_shop_cart.py" },
  ],
  ["not, where a folder alone has its words", "shop/models/base.py#Base", undefined],
  ["not, where there is none", "src/alone.ts#alone", undefined],
])("finds the test file %s", (_, id, expected) => {
  expect(nearestTest(graph.node(id)!, graph)).toEqual(expected);
});

const blocks = [
  'import { withQuery } from "../src/query";',
  "",
  'describe("withQuery", () => {',
  '  test("adds", () => {',
  '    const url = "/a";',
  "",
  '    expect(withQuery(url, "b")).toBe(1);',
  "  });",
  "});",
].join("\n");

test.each([
  ["the block around a call", "test/query.test.ts", blocks, 7, { from: 4, to: 8 }],
  ["the block that names it first", "test/query.test.ts", blocks, undefined, { from: 3, to: 9 }],
  [
    "a test that is a definition",
    "tests/test_query.py",
    "def test_a():\n  x\n  y\n  z\n",
    3,
    { from: 1, to: 4 },
  ],
  ["nothing where it is not named", "test/query.test.ts", "import x;\n", undefined, undefined],
])("shows %s", (_, path, text, line, expected) => {
  expect(testLines({ path, line }, "withQuery", graph, createSheet(path, text))).toEqual(expected);
});
