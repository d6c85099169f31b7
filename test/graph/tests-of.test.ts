import { describe, expect, test } from "@jest/globals";
import { isTestPath } from "../../src/graph/tests/test-names.ts";
import { testsOf } from "../../src/graph/tests/tests-of.ts";
import { graphOf } from "./fixture.ts";

test.each([
  ["src/a.py", false],
  ["src/latest/a.py", false],
  ["src/contest.py", false],
  ["src/contests/a.py", false],
  ["tests/a.py", true],
  ["src/a.test.ts", true],
  ["src/a-spec.js", true],
  ["src/a.spec.ts", true],
  ["src/test_a.py", true],
  ["src/a_test.go", true],
  ["spec/a_spec.rb", true],
  ["conftest.py", true],
  ["src/AppTest.java", true],
  ["Src/Shop.Tests/Cart.cs", true],
  ["Src/Tests/Cart.cs", true],
])("%s is a test: %s", (path, expected) => expect(isTestPath(path)).toBe(expected));

describe("the tests of a definition", () => {
  /** `test by hops via lines`, nearest first. */
  const check = async (source: string, id: string, expected: readonly string[]): Promise<void> => {
    const ties = testsOf(await graphOf(source), id);
    expect(
      ties.map(({ test, by, hops, via, lines }) =>
        [test.id, by, ...(by === "call" ? [hops, via!.id, lines.join()] : [])].join(" "),
      ),
    ).toEqual(expected);
  };

  const shop = `//- shop/cart.py
class Cart:
    def add(self): return price()
    def lonely(self): pass
def price(): return zero()
def zero(): return 0
def unused(): pass
//- shop/other.py
def alone(): pass
//- shop/sale.py
from shop.cart import Cart
def sell(): return Cart().add()
//- tests/conftest.py
import pytest
from shop.cart import Cart, price
@pytest.fixture
def cart():
    return Cart()
@pytest.fixture(name="cost")
def give_cost(cart):
    return price()
//- tests/helpers.py
from shop.cart import price
def priced(): return price()
def unneeded(): return price()
//- tests/test_cart.py
from shop.cart import Cart
from tests.helpers import priced
def test_add():
    a = Cart()
    Cart().add()
class TestMore:
    def test_priced(self, cart: Cart, cost, other=1):
        priced()
def test_not(other, x=cost): pass
`;
  test.each([
    [
      "called, over calls, through helpers and fixtures, nearest first; a helper that no test uses",
      "shop/cart.py#price",
      [
        "tests/helpers.py#unneeded call 1 shop/cart.py#price 3",
        "tests/test_cart.py#test_add call 2 shop/cart.py#Cart.add 5",
        "tests/test_cart.py#TestMore.test_priced call 2 tests/conftest.py#give_cost ",
      ],
    ],
    [
      "of a class by all it contains, each test once",
      "shop/cart.py#Cart",
      [
        "tests/test_cart.py#test_add call 1 shop/cart.py#Cart 4",
        "tests/test_cart.py#TestMore.test_priced call 2 tests/conftest.py#cart ",
      ],
    ],
    [
      "by the file that imports it where nothing is called",
      "shop/cart.py#unused",
      ["tests/test_cart.py import", "tests/conftest.py import", "tests/helpers.py import"],
    ],
    ["of nothing", "shop/other.py#alone", []],
    ["of what is not there", "shop/cart.py#Nowhere", []],
  ])("%s", (_, id, expected) => check(shop, id, expected));

  test("no further than the hops that are asked for", async () => {
    const graph = await graphOf(shop);
    const near = testsOf(graph, "shop/cart.py#zero", { hops: 2 });
    expect(near.map((tie) => tie.test.id)).toEqual([
      "tests/conftest.py#give_cost",
      "tests/helpers.py#priced",
      "tests/helpers.py#unneeded",
    ]);
  });

  test("by the name of the file alone, in the nearest folder first", async () => {
    const named = (path: string, tests: readonly string[]) =>
      graphOf([path, ...tests].map((one) => `//- ${one}\n`).join("")).then((graph) =>
        expect([path, testsOf(graph, path).map((tie) => tie.test.id)]).toEqual([path, tests]),
      );
    await named("src/query.ts", ["test/query.test.ts", "test/other/query.spec.tsx"]);
    await named("a/b/query.py", ["tests/b/test_query.py", "tests/test_query.py"]);
    await named("client/__init__.py", ["tests/test_client.py"]);
    await named("src/main/java/a/HttpClient.java", ["src/test/java/a/HttpClientTest.java"]);
    await named("http_client.go", ["http_client_test.go"]);
    await named("src/list.c", ["tests/test_list.c"]);
    const graph = await graphOf("//- latest.py\n//- tests/test_la.py\n//- a.ts\n//- tests/test_a.py\n");
    expect([...testsOf(graph, "latest.py"), ...testsOf(graph, "a.ts")]).toEqual([]);
  });

  test("that stand beside it, as in Rust", async () => {
    await check(
      `//- src/lib.rs
pub fn twice() {}
#[cfg(test)]
mod tests {
    use super::*;
    fn helper() { twice(); }
    #[test]
    fn works() { helper(); }
}
`,
      "src/lib.rs#twice",
      ["src/lib.rs#tests.works call 2 src/lib.rs#tests.helper 7"],
    );
  });

  test("that a library marks, as rstest does in Rust", async () => {
    const graph = await graphOf(
      "//- src/lib.rs\n#[rstest]\nfn works() {}\n#[test_case(1)]\nfn more() {}\nfn no() {}\n",
    );
    const tests = graph.nodes.filter(({ test }) => test).map(({ name }) => name);
    expect(tests).toEqual(["works", "more"]);
  });

  test("that are no definitions of their own, as in JavaScript", async () => {
    await check(
      `//- src/a.ts
export const a = () => 1;
//- test/a.test.ts
import { a } from "../src/a.ts";
test("a", () => { expect(a()).toBe(1); });
test("b", () => { expect(a()).toBe(1); });
`,
      "src/a.ts#a",
      ["test/a.test.ts call 1 src/a.ts#a 2"],
    );
  });
});
