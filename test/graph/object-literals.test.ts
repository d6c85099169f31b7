import { describe, expect, test } from "@jest/globals";
import { callsIn } from "./followed.ts";

const typescript = `
class Foo { go() {} next(): Foo { return this } }
declare const given: Foo;
function inner() { return new Foo(); }
function create(foo: Foo) {
  const made = inner();
  return { foo, made, other: inner(), start() { foo.go(); }, stop: () => {}, deep: { er: foo } };
}
function extended() { const all = create(given); return { ...all, "more": 1, late: { ...all.deep } }; }
const short = (x: Foo) => ({ x, y: inner() });
const kit = { foo: new Foo(), inner, run() {}, given };
let options = { foo: given };
options = { ...options };
function again() { return options; }
class Holder { private parts = { foo: new Foo(), make: inner }; f() { this.parts.foo.go(); this.parts.make().next(); } }
`;

describe("what objects hold that are written out", () => {
  test.each<[string, readonly string[]]>([
    ["const { foo, made } = create(given); foo.go(); made.next();", ["Foo.go", "Foo.next"]],
    ["const { foo: x } = create(given); x.go(); create(given).deep.er.next();", ["Foo.go", "Foo.next"]],
    [
      "const api = create(given); api.start(); api.stop(); api.other.go();",
      ["Foo.go", "create.start", "create.stop"],
    ],
    ["const { foo, start } = extended(); foo.next(); start();", ["Foo.next", "create.start"]],
    ["extended().late.er.go();", ["Foo.go"]],
    ["short(given).x.go(); short(given).y.next();", ["Foo.go", "Foo.next"]],
    ["kit.foo.go(); kit.inner().next(); kit.run(); kit.given.go();", ["Foo.go", "Foo.next", "kit.run"]],
    ["again().foo.go();", ["Foo.go"]],
    ["kit.none.go(); create(given).none.next(); extended().more.go(); ({}).foo.go();", []],
  ])("function f() { %s }", async (code, expected) => {
    const calls = await callsIn("a.ts", `${typescript}function f() { ${code} }`);
    const methods = calls.filter(({ from, to }) => from === "f" && to.includes("."));
    expect([...new Set(methods.map(({ to }) => to))].sort()).toEqual(expected);
  });

  test.each(["a.js", "a.ts"])("what a field holds has its functions, in %s", async (path) => {
    const calls = await callsIn(
      path,
      `class Client {
  account = { many: () => { this.account.remove(); }, remove() {}, foo: new Foo() };
  static all = { run() {} };
  plain = { foo: new Foo() };
  run() { this.account.many(); this.account.foo.go(); this.plain.foo.go(); Client.all.run(); }
}
class Foo { go() {} }
function f() { new Client().account.remove(); }`,
    );
    expect(calls.map(({ from, to }) => `${from} ${to}`).toSorted()).toEqual([
      "Client Foo",
      "Client.account.many Client.account.remove",
      "Client.run Client.account.many",
      "Client.run Client.all.run",
      "Client.run Foo.go",
      "f Client",
      "f Client.account.remove",
    ]);
  });

  test("fields hold them too", async () => {
    const calls = await callsIn("a.ts", typescript);
    expect(calls.filter(({ from }) => from === "Holder.f").map(({ to }) => to)).toEqual(
      expect.arrayContaining(["Foo.go", "Foo.next", "inner"]),
    );
  });
});
