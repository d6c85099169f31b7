/** Properties are called by who reads them: a method runs there, without brackets. */
import { describe, test } from "@jest/globals";
import { check } from "./fixture.ts";

const cart = `//- cart.py
class Base:
    @property
    def owner(self) -> "User":
        pass
    @cached_property
    def name(self):
        return 1
    @name.setter
    def name(self, value):
        pass
    def total(self):
        return 1
    plain = 1
class Cart(Base):
    def __init__(self):
        self.size = 1
class User:
    def pay(self):
        pass
`;

describe("Python: properties that are read", () => {
  test.each<[name: string, source: string, expected: readonly string[]]>([
    [
      "by the object itself",
      "class A(Cart):\n    def go(self):\n        return self.name + 1\n",
      ["A.go call Base.name"],
    ],
    [
      "of what is made",
      "def go():\n    cart = Cart()\n    if cart.name: pass\n",
      ["go call Cart", "go call Base.name inferred"],
    ],
    [
      "of a parameter with a type",
      "def go(cart: Cart):\n    return [cart.name]\n",
      ["go call Base.name inferred"],
    ],
    [
      "on the way to what is called",
      "def go(cart: Cart):\n    cart.owner.pay()\n",
      ["go call Base.owner inferred", "go call User.pay inferred"],
    ],
    [
      "on the way to what is read",
      "def go(cart: Cart):\n    x = cart.owner.age\n",
      ["go call Base.owner inferred"],
    ],
    [
      "on the way to a constant, which is no property itself",
      "class A(Cart):\n    def go(self, cart: Cart, os):\n        return self.owner.OPEN + cart.NAME + os.O_RDONLY\n",
      ["A.go call Base.owner"],
    ],
    [
      "where they are handed on",
      "def go(cart: Cart):\n    run(cart.owner, key=cart.name)\n",
      ["go call Base.owner inferred", "go call Base.name inferred"],
    ],
    [
      "where they are compared, indexed, written into a text",
      'def go(cart: Cart):\n    return f"{cart.name}" if cart.owner[0] else 1\n',
      ["go call Base.owner inferred", "go call Base.name inferred"],
    ],
    ["at the top of a file", "one = Cart()\nprint(one.name)\n", [" call Cart", " call Base.name inferred"]],
    [
      "not a method that is no property, nor a field",
      "def go(cart: Cart):\n    return cart.total == cart.plain + cart.size\n",
      [],
    ],
    [
      "where they get a value the setter",
      "def go(cart: Cart):\n    cart.name = 1\n",
      ["go call Base.name~2 inferred"],
    ],
    [
      "where they get a value together, and with what they had",
      "def go(cart: Cart):\n    x, cart.name = 1, 2\ndef inc(cart: Cart):\n    cart.name += 1\n",
      ["go call Base.name~2 inferred", "inc call Base.name inferred", "inc call Base.name~2 inferred"],
    ],
    [
      "of what a variable is asked to be",
      "def go(cart: User):\n    return isinstance(cart, Cart) and cart.name\n",
      ["go call Base.name inferred"],
    ],
    [
      "where an heir's object gets one",
      "class A(Cart):\n    def go(self):\n        self.name = 1\n        self.size = 2\n",
      ["A.go call Base.name~2"],
    ],
    [
      "not where a nearer class has the name, nor where there is no setter",
      "class A(Cart):\n    name = 1\n    def go(self):\n        self.name = 2\ndef go(cart: Cart):\n    cart.owner = 1\n    cart.total = 2\n",
      [],
    ],
    [
      "on the way to what gets a value",
      "def go(cart: Cart):\n    cart.owner.age = 1\n    cart.name[0] = 2\n",
      ["go call Base.owner inferred", "go call Base.name inferred"],
    ],
    [
      "of one of two classes",
      "class Other:\n    @property\n    def name(self): pass\ndef go(cart: Cart | Other):\n    return cart.name\n",
      ["go call Base.name ambiguous", "go call a.py#Other.name ambiguous"],
    ],
    [
      "not of something unknown, nor of a module",
      "import cart\ndef go(a):\n    return a.name + cart.name + b.name\n",
      [],
    ],
    [
      "not where a nearer class has something else of that name",
      "class A(Cart):\n    name = 1\n    def owner(self):\n        return self.name and self.owner\n",
      [],
    ],
  ])("%s", (_, source, expected) =>
    check(`${cart}//- a.py\nfrom cart import *\n${source}`, [
      "cart.py#Cart inherit cart.py#Base",
      ...(source.includes("(Cart):") ? ["a.py#A inherit cart.py#Cart"] : []),
      ...expected.map((row) =>
        row.replace(
          /^(\S*) call (\S+)/,
          (_, from, to) => `a.py${from && "#"}${from} call ${to.includes("#") ? to : `cart.py#${to}`}`,
        ),
      ),
    ]),
  );
});

describe("TypeScript: getters that are read", () => {
  const shop = `//- shop.ts
export class Shop {
  get owner(): User { return new User(); }
  set owner(user) {}
  static get first(): Shop { return new Shop(); }
  name = "a";
  total() {}
  get opener(): () => void { return other; }
  get all(): User[] { return other; }
}
export class User { pay() {} }
export abstract class Stall { abstract get owner(): User; }
export interface Open { get isOpen(): boolean; }
`;
  const own = ["shop.ts#Shop.owner call shop.ts#User", "shop.ts#Shop.first call shop.ts#Shop"];
  test.each<[name: string, source: string, expected: readonly string[]]>([
    [
      "by the object itself",
      "class A extends Shop { go() { return this.owner ?? 1; } }",
      ["A inherit Shop", "A.go call Shop.owner"],
    ],
    [
      "of a parameter, with a question mark",
      "export const go = (a?: Shop) => a?.owner;",
      ["go call Shop.owner inferred"],
    ],
    [
      "on the way to what is called",
      "function go(a: Shop) { a.owner.pay(); }",
      ["go call Shop.owner inferred", "go call User.pay inferred"],
    ],
    [
      "what is taken apart has its names",
      "function go({ a }: { a: Shop }) { return a.owner; }",
      ["go call Shop.owner inferred"],
    ],
    [
      "on the way to what gets a value",
      "function go(a: Shop) { a.owner.age = 1; }",
      ["go call Shop.owner inferred"],
    ],
    [
      "where they get a value the setter",
      "function go(a: Shop) { a.owner = 1; a.name = a.name; } const set = (a: Shop) => { a.owner ??= 1; };",
      ["go call Shop.owner~2 inferred", "set call Shop.owner inferred", "set call Shop.owner~2 inferred"],
    ],
    [
      "where an heir's object gets one",
      "class A extends Shop { constructor() { super(); this.owner = 1; this.name = 2; } }",
      ["A inherit Shop", "A.constructor call Shop", "A.constructor call Shop.owner~2"],
    ],
    ["not a method", "function go(a: Shop) { if (a.total) return 1; }", []],
    [
      "of the class itself",
      "function go() { Shop.first.total(); } function other() { Shop.owner.pay(); }",
      ["go call Shop.first", "go call Shop.total inferred", "other call User.pay inferred"],
    ],
    [
      "of an abstract class and of an interface",
      "function go(a: Stall, b: Open) { return a.owner ?? b.isOpen; }",
      ["go call Stall.owner inferred", "go call Open.isOpen inferred"],
    ],
    [
      "what is called is read before",
      "function go(a: Shop) { a.opener(); return a.opener?.(); }",
      ["go call Shop.opener inferred"],
    ],
    [
      "on the way to a length",
      "function go(a: Shop) { if (a.all.length > 1) return 1; }",
      ["go call Shop.all inferred"],
    ],
  ])("%s", (_, source, expected) =>
    check(`${shop}//- a.ts\nimport { Shop, type Stall, type Open } from "./shop";\n${source}\n`, [
      ...own,
      ...expected.map((row) => row.replace(/^(\S+) (call|inherit) (\S+)/, "a.ts#$1 $2 shop.ts#$3")),
    ]),
  );
});
