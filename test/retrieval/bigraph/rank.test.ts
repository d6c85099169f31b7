import { describe, expect, test } from "@jest/globals";
import { gather, rankSupport } from "../../../src/retrieval/bigraph/rank.ts";
import { priors, type Signal, signalNames } from "../../../src/retrieval/bigraph/signals.ts";
import { surroundingsOf } from "../../../src/retrieval/bigraph/surroundings.ts";
import { weights, weightsFor } from "../../../src/retrieval/bigraph/weights.ts";
import { createSearchIndex } from "../../../src/retrieval/documents.ts";
import { filesOf, graphOf } from "../../graph/fixture.ts";

const source = `//- shop/orders.py
from shop.money import Price, round_price
from shop import mail

def total_of(lines): return sum(lines)

class Order(Base):
    def __init__(self): self.price = Price(1)
    def discount(self, customer):
        """Lowers the price."""
        pass
    def pay(self):
        _check(self)
        round_price(self.price)
    def cancel(self): _check(self)

class Line:
    def amount(self): pass

def _check(order): pass

class Base:
    def save(self): pass

class GiftOrder(Order):
    def wrap(self): pass
//- shop/invoices.py
from shop.orders import Base
from shop.tax import add_tax

class Invoice(Base):
    def discount(self, customer): add_tax(1)
//- shop/tax.py
def add_tax(amount):
    """Adds the tax to an amount."""
    return _rate()

def _rate(): pass
def lower_price(price):
    """Lowers a price by a share and rounds it."""
    return clamp(price)

def clamp(x): pass
//- shop/money.py
class Price:
    def minus(self, other): pass

def round_price(price): pass
def parse_price(text): pass
//- shop/mail.py
def send(message): pass
//- shop/customers.py
class Customer:
    def share(self): pass
//- tests/test_orders.py
def test_discount(): pass
`;

const files = filesOf(source);
const read = async (paths: readonly string[]) =>
  new Map(paths.flatMap((path) => (files.has(path) ? [[path, files.get(path)!] as const] : [])));
const graph = await graphOf(source);
const index = await createSearchIndex(graph, read);
const target = {
  node: graph.node("shop/orders.py#Order.discount")!,
  requirement: "Lowers the Price by the customer's share, rounds the price and checks the order.",
};
const evidence = gather(await surroundingsOf(target, graph, index, read));

describe("signals", () => {
  const rows: readonly (readonly [Signal, said: string, unsaid: string | undefined])[] = [
    ["words", "shop/tax.py#lower_price", undefined],
    ["purpose", "shop/tax.py#lower_price", undefined],
    ["nameWords", "shop/money.py#round_price", "shop/mail.py#send"],
    ["nameCovered", "shop/money.py#parse_price", "shop/mail.py#send"],
    ["nameSaid", "shop/money.py#round_price", "shop/money.py#parse_price"],
    ["sameClass", "shop/orders.py#Order.pay", "shop/orders.py#Line.amount"],
    ["ownClass", "shop/orders.py#Order", "shop/orders.py#Line"],
    ["sameFileFunction", "shop/orders.py#total_of", "shop/orders.py#Line"],
    ["sameFileClass", "shop/orders.py#Line", "shop/money.py#Price"],
    ["sameFileMember", "shop/orders.py#Line.amount", "shop/orders.py#Order.pay"],
    ["near", "shop/orders.py#Line", "shop/money.py#Price"],
    ["nearSibling", "shop/orders.py#Order.pay", "shop/orders.py#Line"],
    ["sameFolder", "shop/money.py#Price", "tests/test_orders.py#test_discount"],
    ["inherited", "shop/orders.py#Base.save", "shop/orders.py#GiftOrder.wrap"],
    ["heirMember", "shop/orders.py#GiftOrder.wrap", "shop/orders.py#Base.save"],
    ["imported", "shop/money.py#round_price", "shop/money.py#parse_price"],
    ["importedModule", "shop/mail.py#send", "shop/tax.py#add_tax"],
    ["importedFile", "shop/money.py#parse_price", "shop/mail.py#send"],
    ["importedMember", "shop/money.py#Price.minus", "shop/customers.py#Customer.share"],
    ["named", "shop/money.py#round_price", "shop/money.py#parse_price"],
    ["namedMember", "shop/money.py#Price.minus", "shop/customers.py#Customer.share"],
    ["classCalls", "shop/orders.py#_check", "shop/tax.py#add_tax"],
    ["classCallsOften", "shop/orders.py#_check", "shop/tax.py#add_tax"],
    ["fileCalls", "shop/orders.py#_check", "shop/tax.py#add_tax"],
    ["fileCallsOften", "shop/orders.py#_check", "shop/tax.py#add_tax"],
    ["classUsesOwner", "shop/money.py#Price.minus", "shop/customers.py#Customer.share"],
    ["fileUsesOwner", "shop/money.py#Price.minus", "shop/customers.py#Customer.share"],
    ["namesakeCalls", "shop/tax.py#add_tax", "shop/orders.py#_check"],
    ["namesakeCallsOften", "shop/tax.py#add_tax", "shop/orders.py#_check"],
    ["overrideCalls", "shop/tax.py#add_tax", "shop/orders.py#_check"],
    ["overrideCallsOften", "shop/tax.py#add_tax", "shop/orders.py#_check"],
    ["similarCalls", "shop/tax.py#clamp", "shop/mail.py#send"],
    ["likeNamedCalls", "shop/tax.py#add_tax", "shop/mail.py#send"],
    ["typeNamed", "shop/money.py#Price", "shop/orders.py#Line"],
    ["memberOfType", "shop/money.py#Price.minus", "shop/mail.py#send"],
    ["typeOfParameter", "shop/customers.py#Customer", "shop/orders.py#Line"],
    ["called", "shop/orders.py#_check", "shop/orders.py#GiftOrder.wrap"],
    ["test", "tests/test_orders.py#test_discount", "shop/orders.py#_check"],
    ["hidden", "shop/orders.py#_check", "shop/orders.py#Order.pay"],
    ["hiddenElsewhere", "shop/tax.py#_rate", "shop/tax.py#add_tax"],
    ["nested", "", "shop/tax.py#add_tax"],
    ["constructs", "shop/orders.py#Order.__init__", "shop/orders.py#Order.pay"],
    ["method", "shop/orders.py#Order.pay", "shop/tax.py#add_tax"],
    ["size", "shop/tax.py#lower_price", undefined],
  ];

  test.each(rows)("%s speaks for %s and not for %s", (signal, said, unsaid) => {
    if (said !== "") expect(evidence.value(signal, graph.node(said)!)).toBeGreaterThan(0);
    if (unsaid !== undefined) expect(evidence.value(signal, graph.node(unsaid)!)).toBe(0);
  });

  test("a package's files name each other's types without an import, but what nine types are called says nothing", async () => {
    const nine = Array.from(
      { length: 9 },
      (_, at) => `//- p${at}/many.go\npackage p${at}\ntype Many struct{}\n`,
    );
    const code = `//- shop/pay.go\npackage shop\ntype Till struct { one *Price; two Many }\nfunc (t *Till) Pay() {}
//- shop/price.go\npackage shop\ntype Price struct{}\nfunc (p *Price) Round() {}\n${nine.join("")}`;
    const files = filesOf(code);
    const read = async () => files;
    const graph = await graphOf(code);
    const target = { node: graph.node("shop/pay.go#Till.Pay")!, requirement: "Pays." };
    const found = gather(await surroundingsOf(target, graph, await createSearchIndex(graph, read), read));
    expect(found.value("named", graph.node("shop/price.go#Price")!)).toBe(1);
    expect(found.value("namedMember", graph.node("shop/price.go#Price.Round")!)).toBe(1);
    expect(found.value("named", graph.node("p0/many.go#Many")!)).toBe(0);
  });

  test.each([
    ["Give a value.", 0],
    ["Give a `value`.", 1],
    ["Give a Value.", 1],
  ])("of %s the type counts %d", async (requirement, counts) => {
    const types = "//- a.py\ndef go(): pass\n//- b.py\nclass value: pass\nclass Value: pass\n";
    const files = filesOf(types);
    const read = async () => files;
    const graph = await graphOf(types);
    const target = { node: graph.node("a.py#go")!, requirement };
    const around = await surroundingsOf(target, graph, await createSearchIndex(graph, read), read);
    const name = requirement.includes("V") ? "Value" : "value";
    expect(gather(around).value("typeNamed", graph.node(`b.py#${name}`)!)).toBe(counts);
  });

  test.each(["a.py#Shop.pay", "a.py#Shop.pay.later", "a.py#Shop"])("the class of %s is Shop", async (id) => {
    const code = `//- a.py
class Shop:
    def pay(self):
        def later(): pass
    def close(self): pass
class Other:
    def run(self): pass
`;
    const graph = await graphOf(code);
    const read = async () => filesOf(code);
    const target = { node: graph.node(id)!, requirement: "Pays." };
    const found = gather(await surroundingsOf(target, graph, await createSearchIndex(graph, read), read));
    const said = (signal: Signal) =>
      ["Shop.close", "Other.run"].map((name) => found.value(signal, graph.node(`a.py#${name}`)!));
    expect(said("sameClass")).toEqual([1, 0]);
    expect(said("sameFileMember")).toEqual([0, 1]);
  });

  test("the table has every signal", () => {
    expect(rows.map(([signal]) => signal).sort()).toEqual([...signalNames].sort());
  });

  test("neither the target nor a module is a candidate", () => {
    const ids = [...evidence.cases()].map(({ node }) => node.id);
    expect(ids).not.toContain(target.node.id);
    expect(ids.filter((id) => !id.includes("#"))).toEqual([]);
  });
});

describe("rankSupport", () => {
  const rank = (more = {}) => rankSupport(target, graph, index, read, { limit: 50, ...more });
  const nobody = Object.fromEntries(signalNames.map((name) => [name, 0])) as Record<Signal, number>;

  test("answers by weight, with the reasons of each, the best with the score 1", async () => {
    const [first, ...others] = await rank({ weights: { ...nobody, imported: 2, words: 0.1 } });
    expect(first).toMatchObject({ score: 1, reasons: [{ signal: "imported" }, { signal: "words" }] });
    expect(first!.node.path).toBe("shop/money.py");
    for (const { score } of others) expect(score).toBeLessThanOrEqual(1);
  });

  test.each([
    ["a.py", weights.python],
    ["a.ipynb", weights.python],
    ["a.go", weights.others],
    ["README", weights.others],
  ])("what %s needs is weighed as learned for its language", (path, expected) => {
    expect(weightsFor(path)).toBe(expected);
  });

  test("says through whom a definition was found", async () => {
    const found = await rank({ weights: { ...nobody, classCalls: 1 } });
    const check = found.find(({ node }) => node.name === "_check")!;
    expect(check.reasons[0]).toMatchObject({ signal: "classCalls", via: { name: "pay" } });
  });

  test("a signal that is switched off neither counts nor brings candidates", async () => {
    const without = new Set(signalNames.filter((name) => !priors.has(name) && name !== "typeOfParameter"));
    const found = await rank({ without });
    expect(found.map(({ node }) => node.name)).toEqual(["Customer"]);
  });

  test("answers the same each time, and no more than asked", async () => {
    const ids = async () => (await rank({ limit: 7 })).map(({ node }) => node.id);
    expect(await ids()).toHaveLength(7);
    expect(await ids()).toEqual(await ids());
  });
});
